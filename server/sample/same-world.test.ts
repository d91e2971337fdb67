/** The same time and chance make the same sample world, so that what is said of it can be relied on. */
import { expect, it, onTestFinished } from 'vitest';
import { SAMPLE_TENANT } from '../domain/principal.ts';
import { clientOf } from '../platform/db/prisma.ts';
import { TENANT_MODELS } from '../platform/db/tenant-client.ts';
import { freshPrincipal, openTestRuntime } from '../testing/test-runtime.ts';
import { loadSampleWorld } from './index.ts';

/** Two worlds are written one after the other, on a machine that may have much else to do. */
const LOAD_MS = 300_000;

/** Every row of a new world, by kind and in the order of their texts. */
async function loadedRows(): Promise<Record<string, string[]>> {
  const rt = await openTestRuntime('sqlite');
  onTestFinished(() => rt.dispose());
  const operator = freshPrincipal();
  await loadSampleWorld(rt, { ...operator, operator: { home: operator.tenant } });
  const client = clientOf(rt.db.read);
  const rows: Record<string, string[]> = {};
  for (const model of TENANT_MODELS) {
    const found = await (client[model] as typeof client.skill).findMany({ where: { tenant: SAMPLE_TENANT } });
    rows[model] = found.map((row) => JSON.stringify(row)).toSorted();
  }
  return rows;
}

it(
  'two loads at the same time make equal worlds',
  async () => {
    const [one, other] = [await loadedRows(), await loadedRows()];
    expect(one['episode']?.length).toBeGreaterThan(500);
    expect(other).toEqual(one);
  },
  LOAD_MS,
);
