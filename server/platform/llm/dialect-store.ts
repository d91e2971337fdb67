/**
 * The dialect of the endpoint as the installation keeps it: all processes ask in it from their first question on. It is
 * examined anew every day, and when the endpoint or the model changes.
 */
import { clientOf } from '../db/prisma.ts';
import type { Runtime } from '../runtime.ts';
import { type Dialect, FULL_DIALECT } from './dialect.ts';
import type { Endpoint } from './endpoint.ts';

const KEY = 'llm-dialect';

const DAY_MS = 86_400_000;

interface StoredDialect {
  readonly endpoint: string;
  readonly model: string;
  readonly foundAt: number;
  readonly dialect: Dialect;
}

/** The dialect to begin with: what the configuration says, and the context's length that the endpoint lists. */
async function firstDialect({ config }: Runtime, endpoint: Endpoint): Promise<Dialect> {
  const { contextTokens, effort } = config.model;
  const context = contextTokens ?? (await endpoint.readContext());
  return { ...FULL_DIALECT, effort: effort !== '', context };
}

/** Reads what is stored of this endpoint and model, at most a day old, else begins anew. */
export async function loadDialect(runtime: Runtime, endpoint: Endpoint): Promise<void> {
  if (runtime.clock().getTime() - endpoint.dialectAt < DAY_MS) return;
  endpoint.loading ??= readDialect(runtime, endpoint).finally(() => {
    endpoint.loading = null;
  });
  await endpoint.loading;
}

/** The stored dialect of this endpoint and model with what the configuration says; null where none is, or it is over a day old. */
async function readStored({
  config,
  db,
  clock,
}: Runtime): Promise<{ dialect: Dialect; foundAt: number } | null> {
  const { model } = config;
  const row = await clientOf(db.read).serviceState.findUnique({ where: { key: KEY } });
  const stored = row === null ? null : (JSON.parse(row.value) as StoredDialect);
  const isCurrent =
    stored?.endpoint === (model.baseUrl ?? '') &&
    stored.model === model.name &&
    clock().getTime() - stored.foundAt < DAY_MS;
  if (!isCurrent) return null;
  const own = { effort: stored.dialect.effort && model.effort !== '' };
  const context = model.contextTokens === null ? {} : { context: model.contextTokens };
  return { dialect: { ...FULL_DIALECT, ...stored.dialect, ...own, ...context }, foundAt: stored.foundAt };
}

async function readDialect(runtime: Runtime, endpoint: Endpoint): Promise<void> {
  const now = runtime.clock().getTime();
  const stored = await readStored(runtime);
  endpoint.dialect = stored?.dialect ?? (await firstDialect(runtime, endpoint));
  endpoint.dialectAt = stored?.foundAt ?? now;
  endpoint.isDialectStored = stored !== null;
}

/**
 * The dialect that the next question is asked in, without asking the endpoint, and since when it is in use; `since` is null where
 * no question was asked yet.
 */
export async function describeDialect(
  runtime: Runtime,
): Promise<Omit<Dialect, 'suspects'> & { since: Date | null }> {
  const { contextTokens, effort } = runtime.config.model;
  const stored = await readStored(runtime);
  const assumed = { ...FULL_DIALECT, effort: effort !== '', context: contextTokens };
  const { suspects: _, ...dialect } = stored?.dialect ?? assumed;
  return { ...dialect, since: stored === null ? null : new Date(stored.foundAt) };
}

/** Keeps the dialect that a question was answered in, where it is not stored yet. */
export async function keepDialect(runtime: Runtime, endpoint: Endpoint, dialect: Dialect): Promise<void> {
  if (endpoint.isDialectStored && JSON.stringify(dialect) === JSON.stringify(endpoint.dialect)) return;
  endpoint.dialect = dialect;
  endpoint.isDialectStored = true;
  const { model } = runtime.config;
  const stored: StoredDialect = {
    endpoint: model.baseUrl ?? '',
    model: endpoint.model,
    foundAt: endpoint.dialectAt,
    dialect,
  };
  const value = JSON.stringify(stored);
  runtime.log.info('llm.dialect', { ...dialect, suspects: dialect.suspects.length });
  await runtime.db.write((tx) =>
    clientOf(tx).serviceState.upsert({ where: { key: KEY }, create: { key: KEY, value }, update: { value } }),
  );
}
