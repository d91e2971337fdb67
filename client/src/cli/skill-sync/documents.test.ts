/** The transcripts in docs/skills-sync.md, run as they are printed. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openTestGateway,
  TEST_BOOTSTRAP_KEY,
  type TestGateway,
} from '../../../../server/testing/test-gateway.ts';
import { runNode } from '../../../testing/agent-process.ts';
import { MAIN, ON_TERMINAL } from '../../../testing/command-line.ts';
import { SkillFolder, skillMd } from '../../../testing/skill-folder.ts';

const DOCUMENT = readFileSync(
  fileURLToPath(new URL('../../../../docs/skills-sync.md', import.meta.url)),
  'utf8',
);

/** The commands of the document with what they print. */
const PRINTED = [...DOCUMENT.matchAll(/```console\n\$ whetstone (.*)\n([\s\S]*?)```/g)].map(
  ([, command = '', output = '']) => ({ command, output }),
);

let gateway: TestGateway;
let folder: SkillFolder;
beforeAll(async () => {
  gateway = await openTestGateway('sqlite', { SERVICE_BOOTSTRAP_ADMIN_KEY: TEST_BOOTSTRAP_KEY });
  folder = new SkillFolder(gateway, 'shop');
});
afterAll(async () => {
  folder.remove();
  await gateway.close();
});

/** What a command prints on a terminal, in the folder above the skills. */
async function printed(command: string): Promise<string> {
  const env = {
    WHETSTONE_URL: gateway.url,
    WHETSTONE_API_KEY: TEST_BOOTSTRAP_KEY,
    WHETSTONE_AGENT: 'shop',
  };
  const args = [...ON_TERMINAL, MAIN, ...command.split(' '), '--tenant', 'cli'];
  const { stdout, stderr } = await runNode(args, { env, cwd: folder.parent });
  expect(stderr).toBe('');
  return stdout.replaceAll(/cs_\w{26}/g, 'cs_01KARP2J5V0A1B2C3D4E5F6G7H');
}

describe('the document on syncing skills', () => {
  it('shows a conflict and its end', async () => {
    folder.write('deploy/SKILL.md', skillMd('deploy', 'Run the tests.'));
    await folder.sync();
    folder.write('deploy/SKILL.md', skillMd('deploy', 'Run the tests and the linter.'));
    await folder.change('deploy', 'Run the tests twice.');
    await folder.change('restart', 'Drain the queue first.');
    expect(PRINTED.length).toBe(2);
    for (const { command, output } of PRINTED) expect(await printed(command)).toBe(output);
  });
});
