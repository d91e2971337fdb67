// Generates the descriptors of OTLP's messages, from which the gateway's protobuf library makes its decoder. The .proto
// files are those of version 1.9.0 of the standard (https://github.com/open-telemetry/opentelemetry-proto, Apache-2.0).
// Their compiler is fetched by npx, since nothing else needs it; a test compares the result with the .proto files.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const FOLDER = join(root, 'server/api/rest/protobuf');
const COMPILER = '@bufbuild/buf@1.75.0';
const WIDTH = 100;

const descriptors = execFileSync(
  'npx',
  [
    ...['--yes', `--package=${COMPILER}`, 'buf', 'build', join(FOLDER, 'proto'), '-o', '-#format=binpb'],
    ...['--as-file-descriptor-set', '--exclude-source-info'],
  ],
  { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
);

const lines = descriptors.toString('base64').match(new RegExp(`.{1,${WIDTH}}`, 'g')) ?? [];
writeFileSync(
  join(FOLDER, 'generated/descriptors.ts'),
  `// Generated from ../proto by scripts/generate-otlp.mjs; do not edit.

/** A google.protobuf.FileDescriptorSet in base64. */
export const DESCRIPTORS = [
${lines.map((line) => `  '${line}',`).join('\n')}
].join('');
`,
);
