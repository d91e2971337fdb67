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

/** The names of series that a text prints, and that an expression asks for. */
const printedIn = (text: string) =>
  [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
  );
const askedBy = (expression: string) => expression.match(/\b(?:service|nodejs|process)_\w+/g) ?? [];

describe('docs/monitoring', () => {
  let gateway: TestGateway | null = null;
  let series = new Set<string>();

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
    series = new Set(printedIn(`${printed}\n${text}`));
  });
  afterAll(async () => {
    await gateway?.close();
  });

  it.each(EXPRESSIONS)('%s: %s', (_title, expression) => {
    expect(askedBy(expression).filter((name) => !series.has(name))).toEqual([]);
  });
});
