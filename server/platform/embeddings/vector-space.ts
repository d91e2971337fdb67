/**
 * The space that vectors are in: those of different spaces say nothing about each other. Its name is stored with each vector
 * and says all of it, so that queries can be asked in the space of a model that is no longer configured.
 */
import type { Config } from '../config/config.ts';
import type { Runtime } from '../runtime.ts';

export interface VectorSpace {
  readonly name: string;
  /** Null for the only model of an endpoint. */
  readonly model: string | null;
  /** How many of a vector's numbers are kept, in a space of an earlier version; null for all. */
  readonly dimensions: number | null;
  /** What models that tell questions from texts want to stand before each; empty for others. */
  readonly queryPrefix: string;
  readonly passagePrefix: string;
}

/** What a name tells beside the model, as JSON behind it. */
interface Options {
  dimensions?: number;
  query?: string;
  passage?: string;
}

/** Models that tell questions from texts, and what their cards ask to put before each. */
const PREFIXES: readonly { models: RegExp; prefixes: Options }[] = [
  { models: /(^|[/_-])e5([_-]|$)/i, prefixes: { query: 'query:', passage: 'passage:' } },
  { models: /nomic-embed-text/i, prefixes: { query: 'search_query:', passage: 'search_document:' } },
];

/** The space of what is configured; null where no endpoint is. */
export function configuredSpace({ embeddings }: Config): VectorSpace | null {
  const { url, model } = embeddings;
  if (url === null) return null;
  const prefixes = PREFIXES.find(({ models }) => models.test(model ?? ''))?.prefixes;
  return namedSpace(prefixes ? `${model} ${JSON.stringify(prefixes)}` : (model ?? ''));
}

/** The space of a name that {@link configuredSpace} gave. */
export function namedSpace(name: string): VectorSpace {
  const end = name.indexOf(' {');
  const options: Options = end === -1 ? {} : (JSON.parse(name.slice(end)) as Options);
  const model = end === -1 ? name : name.slice(0, end);
  return {
    name,
    model: model === '' ? null : model,
    dimensions: options.dimensions ?? null,
    queryPrefix: options.query ?? '',
    passagePrefix: options.passage ?? '',
  };
}

interface ServedSpace {
  space: VectorSpace | null;
  /** Whether it has been the configured one for long enough that nothing under way is of another. */
  isSettled: boolean;
}

const processSpace = (runtime: Runtime): ServedSpace =>
  runtime.once('embeddings.space', () => ({ space: configuredSpace(runtime.config), isSettled: true }));

/**
 * The space in which this process compares queries and texts: the configured one, or after its change the one before until
 * all texts have vectors of the new one. Null where no endpoint is configured.
 */
export const servedSpace = (runtime: Runtime): VectorSpace | null => processSpace(runtime).space;

/** Whether a vector that was asked for a moment ago is of the configured space. */
export const isSpaceSettled = (runtime: Runtime): boolean => processSpace(runtime).isSettled;

/** Has the process compare in `space` from now on; it is settled once the configured one is set twice. */
export function serveSpace(runtime: Runtime, space: VectorSpace): void {
  const served = processSpace(runtime);
  const isConfigured = space.name === configuredSpace(runtime.config)?.name;
  served.isSettled = isConfigured && served.space?.name === space.name;
  served.space = space;
}
