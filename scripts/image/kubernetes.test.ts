/** The Kustomize base of docs/kubernetes: as Kubernetes' own types have it, and of one piece. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { projectRoot } from '../../server/platform/shared.ts';

const FOLDER = join(projectRoot(), 'docs/kubernetes');
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

const kustomization = z
  .object({
    resources: z.array(z.string()),
    images: z.array(z.object({ name: z.string() })),
    configMapGenerator: z.array(z.object({ name: z.string(), literals: z.array(z.string()) })),
  })
  .parse(parse(read('kustomization.yaml')));

const labels = z.record(z.string(), z.string());
const resource = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});
const resources = kustomization.resources.flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => resource.parse(document.toJS())),
);
const ofKind = (kind: string) => resources.filter((one) => one.kind === kind);

const deployments = ofKind('Deployment').map((one) =>
  z
    .object({
      metadata: z.object({ name: z.string() }),
      spec: z.object({
        selector: z.object({ matchLabels: labels }),
        template: z.object({
          metadata: z.object({ labels }),
          spec: z.object({
            terminationGracePeriodSeconds: z.number(),
            containers: z.tuple([
              z.looseObject({ image: z.string(), env: z.array(z.object({ name: z.string() })).default([]) }),
            ]),
          }),
        }),
      }),
    })
    .parse(one),
);

/** What the compiler says of the resources as literals of their types: of unknown fields, and of values of another type. */
function typeErrors(all: typeof resources): string {
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-kubernetes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const require = createRequire(import.meta.url);
  const types = dirname(require.resolve('kubernetes-types/package.json'));
  const lines = all.map(({ apiVersion, kind, ...rest }) => {
    const group = apiVersion.includes('/') ? apiVersion : `core/${apiVersion}`;
    const text = JSON.stringify({ apiVersion, kind, ...rest });
    return `(${text}) satisfies import('${join(types, group)}').${kind};`;
  });
  writeFileSync(join(folder, 'resources.ts'), lines.join('\n'));
  const tsc = join(projectRoot(), 'node_modules/.bin/tsc');
  try {
    execFileSync(
      tsc,
      ['--noEmit', '--strict', '--ignoreConfig', '--types', '', join(folder, 'resources.ts')],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    );
    return '';
  } catch (error) {
    return z.object({ stdout: z.string() }).parse(error).stdout;
  }
}

describe('the Kustomize base', () => {
  it('has only fields that Kubernetes knows, with values of their types', () => {
    expect(typeErrors(resources)).toBe('');
    const [deployment] = ofKind('Deployment');
    expect(typeErrors([{ ...resource.parse(deployment), speck: {} }])).toContain(`'"speck"' does not exist`);
  });

  it('names all of its files, one image, and objects that it makes', () => {
    expect(kustomization.resources.toSorted()).toEqual(
      readdirSync(FOLDER).filter((name) => name !== 'kustomization.yaml'),
    );
    const names = ofKind('Deployment').map(({ metadata }) => metadata.name);
    expect(
      ofKind('HorizontalPodAutoscaler').map(({ spec }) => spec as { scaleTargetRef: { name: string } }),
    ).toMatchObject([{ scaleTargetRef: { name: names[0] } }]);
    expect(new Set(deployments.map(({ spec }) => spec.template.spec.containers[0].image))).toEqual(
      new Set(kustomization.images.map(({ name }) => name)),
    );
  });

  it('selects the pods of its deployments, and gives each time to stop', () => {
    for (const { metadata, spec } of deployments) {
      expect(spec.selector.matchLabels).toEqual({ app: metadata.name });
      expect(spec.template.metadata.labels).toEqual({ app: metadata.name });
      expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(35);
    }
    const others = ofKind('PodDisruptionBudget').map(({ metadata, spec }) => ({ metadata, spec }));
    expect(others).toMatchObject(
      deployments.map(({ metadata: { name } }) => ({
        metadata: { name },
        spec: { selector: { matchLabels: { app: name } } },
      })),
    );
  });

  it('sets only variables of the service', () => {
    const known = readFileSync(join(projectRoot(), 'docs/configuration.md'), 'utf8');
    const set = [
      ...kustomization.configMapGenerator.flatMap(({ literals }) =>
        literals.map((one) => one.split('=', 1)[0]),
      ),
      ...deployments.flatMap(({ spec }) => spec.template.spec.containers[0].env.map(({ name }) => name)),
    ];
    for (const name of set) expect(known).toContain(`\`${name}\``);
  });
});
