/** The alert rules and the dashboard of docs/monitoring ask for nothing that no process prints. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { freePort, launch } from '../../../lab/gateway/gateway-process.ts';
import { eventually } from '../../testing/eventually.ts';
import { openTestGateway, type TestGateway } from '../../testing/test-gateway.ts';
import { projectRoot } from '../shared.ts';

const read = (file: string) => readFileSync(join(projectRoot(), 'docs/monitoring', file), 'utf8');

const rules = z
  .object({
    groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
  })
  .parse(parse(read('alerts.yaml')));
const dashboard = z
  .object({
    panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
  })
  .parse(JSON.parse(read('dashboard.json')));

const EXPRESSIONS = [
  ...rules.groups.flatMap((group) => group.rules).map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

/** What Prometheus adds to every series that it scrapes, and the series that it makes for each process. */
const SCRAPED = ['job', 'instance'];
const OF_PROMETHEUS = ['up'];

const FUNCTIONS = new Set(['sum', 'max', 'rate', 'increase', 'histogram_quantile', 'absent']);

interface Asked {
  functions: string[];
  /** Metrics with the labels that they are selected by. */
  metrics: { name: string; labels: string[] }[];
  /** Labels by which results are put together. */
  grouping: string[];
}

/** What an expression in Prometheus's language asks for, as far as the files here use that language. */
function readExpression(expression: string): Asked {
  const grouping: string[] = [];
  const plain = expression
    .replaceAll(/"[^"]*"/g, '""')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\bby\s*\(([^)]*)\)/g, (_, labels: string) => {
      grouping.push(...labels.split(',').map((label) => label.trim()));
      return '';
    });
  const names = [...plain.matchAll(/\b([a-z_:][\w:]*)\s*(\(|\{([^}]*)\})?/gi)];
  return {
    functions: names.filter(([, , next]) => next === '(').map(([, name = '']) => name),
    metrics: names
      .filter(([, , next]) => next !== '(')
      .map(([, name = '', , selectors = '']) => ({
        name,
        labels: [...selectors.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => label),
      })),
    grouping,
  };
}

/** The labels of each series by name, from the printed text, and for series without values as declared. */
function readSeries(text: string, { registry }: TestGateway['runtime']['metrics']): Map<string, Set<string>> {
  const series = new Map<string, Set<string>>();
  const add = (name: string, labels: Iterable<string>) =>
    series.set(name, new Set([...(series.get(name) ?? []), ...labels]));
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    const { labelNames = [] } = (registry.getSingleMetric(name) ?? {}) as { labelNames?: string[] };
    const names = type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name];
    for (const each of names) add(each, labelNames);
  }
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? \S+$/gm)) {
    add(
      name,
      [...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label),
    );
  }
  return series;
}

describe('docs/monitoring', () => {
  let gateway: TestGateway | null = null;
  let series = new Map<string, Set<string>>();

  /** A gateway's metrics, and those of a whole process. */
  beforeAll(async () => {
    gateway = await openTestGateway('postgresql');
    const port = await freePort();
    const { url } = gateway.runtime.config.database;
    const { child, ended } = launch('worker/main.ts', {
      SERVICE_ENV: 'dev',
      SERVICE_DATABASE_URL: url,
      // No replica, but the metrics of one are printed.
      SERVICE_DATABASE_READ_URL: url,
      SERVICE_WORKER_METRICS_PORT: String(port),
    });
    // A worker of its own takes seconds to start, and longer beside other tests.
    const printed = await eventually(
      'the worker prints its metrics',
      () =>
        fetch(`http://127.0.0.1:${port}/metrics`).then(
          (response) => response.text(),
          () => false as const,
        ),
      50_000,
    );
    child.kill('SIGTERM');
    await ended;
    await gateway.call('POST', '/v1/recall', { body: { query: 'how to deploy' } });
    const { text } = await gateway.call('GET', '/metrics');
    series = readSeries(`${printed}\n${text}`, gateway.runtime.metrics);
  });
  afterAll(async () => {
    await gateway?.close();
  });

  /** What is wrong with an expression. */
  function problemsOf(expression: string): string[] {
    const { functions, metrics, grouping } = readExpression(expression);
    const known = metrics.filter(({ name }) => !OF_PROMETHEUS.includes(name));
    const labelsOf = (name: string) => [...(series.get(name) ?? []), ...SCRAPED];
    return [
      ...functions.filter((name) => !FUNCTIONS.has(name)).map((name) => `function ${name}`),
      ...known.filter(({ name }) => !series.has(name)).map(({ name }) => `metric ${name}`),
      ...known.flatMap(({ name, labels }) =>
        labels.filter((label) => !labelsOf(name).includes(label)).map((label) => `label ${name}.${label}`),
      ),
      ...grouping
        .filter((label) => !known.every(({ name }) => labelsOf(name).includes(label)))
        .map((label) => `grouping ${label}`),
    ];
  }

  it.each(EXPRESSIONS)('%s: %s', (_title, expression) => {
    expect(readExpression(expression).metrics.length).toBeGreaterThan(0);
    expect(problemsOf(expression)).toEqual([]);
  });

  it('would be refused with a name or a label that there is not', () => {
    expect(
      problemsOf(
        'sum by (kind, le) (rat(service_jobs_totals{kind="x"}[5m])) / service_jobs_total{state!="a"}',
      ),
    ).toEqual([
      'function rat',
      'metric service_jobs_totals',
      'label service_jobs_totals.kind',
      'label service_jobs_total.state',
      'grouping kind',
      'grouping le',
    ]);
  });
});
