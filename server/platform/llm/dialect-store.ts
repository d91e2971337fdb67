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

async function readDialect(runtime: Runtime, endpoint: Endpoint): Promise<void> {
  const now = runtime.clock().getTime();
  const { model } = runtime.config;
  const row = await clientOf(runtime.db.read).serviceState.findUnique({ where: { key: KEY } });
  const stored = row === null ? null : (JSON.parse(row.value) as StoredDialect);
  const isCurrent =
    stored?.endpoint === (model.baseUrl ?? '') &&
    stored.model === model.name &&
    now - stored.foundAt < DAY_MS;
  if (isCurrent) {
    const own = { effort: stored.dialect.effort && model.effort !== '' };
    const context = model.contextTokens === null ? {} : { context: model.contextTokens };
    endpoint.dialect = { ...FULL_DIALECT, ...stored.dialect, ...own, ...context };
    endpoint.dialectAt = stored.foundAt;
    return;
  }
  endpoint.dialect = await firstDialect(runtime, endpoint);
  endpoint.dialectAt = now;
}

/** Keeps the dialect that a question was answered in, where it is another one. */
export async function keepDialect(runtime: Runtime, endpoint: Endpoint, dialect: Dialect): Promise<void> {
  if (JSON.stringify(dialect) === JSON.stringify(endpoint.dialect)) return;
  endpoint.dialect = dialect;
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
