/**
 * Which spans of a trace belong together. A run is a topmost agent with all that is below it, but spans arrive in
 * any order and in several requests, the outermost mostly last. So what spans say is kept by the topmost agent that
 * is known, and moves when more of the tree becomes known. Merging is commutative, associative and idempotent.
 */
import { better } from './ranked-value.ts';
import type { SpanKind } from './span-kind.ts';
import { EMPTY_STATE, isTelling, mergeAll, mergeStates, type TraceState } from './trace-state.ts';

/** A span's place in the tree: its id, its parent's, and its kind. */
type Node = readonly [id: string, parent: string, kind: '' | 'agent' | 'step' | 'apart'];

export interface TraceForest {
  readonly nodes: readonly Node[];
  /** What is known, by the topmost agent that is known, by a span that is still missing, or of `OWN` and `OUTSIDE`. */
  readonly parts: Readonly<Record<string, TraceState>>;
}

/** The run whose outermost span is the root of the trace. */
const OWN = '';
/** What is below no agent at all. */
const OUTSIDE = '-';

/** Most spans whose place is kept; those beyond belong to what is known of the span that they name as parent. */
const MOST_NODES = 5000;

export interface PlacedSpan {
  readonly id: string;
  /** Null where only events of the span are known. */
  readonly parent: string | null;
  readonly kind: SpanKind;
  readonly state: TraceState;
}

/** The forest of spans of one request. */
export function makeForest(spans: readonly PlacedSpan[]): TraceForest {
  const nodes = spans.flatMap(({ id, parent, kind }): Node[] =>
    parent === null ? [] : [[id, parent, kind === 'agent' || kind === 'step' ? kind : '']],
  );
  const tree = new Map(nodes.map((node) => [node[0], node]));
  const states = Map.groupBy(spans, ({ id, parent }) => partOf(tree, id, parent));
  const parts = [...states].map(
    ([key, own]) => [key, mergeStates(EMPTY_STATE, mergeAll(own.map(({ state }) => state)))] as const,
  );
  return settled(tree, parts);
}

/** Both in one. */
export function mergeForests(a: TraceForest, b: TraceForest): TraceForest {
  const tree = new Map(a.nodes.map((node) => [node[0], node]));
  for (const node of b.nodes) {
    const known = tree.get(node[0]);
    if (known === undefined || node[2] === 'apart') tree.set(node[0], node);
  }
  return settled(tree, [...Object.entries(a.parts), ...Object.entries(b.parts)]);
}

/** What is known with all of them. */
export function mergeAllForests(forests: readonly TraceForest[]): TraceForest {
  const [first = { nodes: [], parts: {} }, ...others] = forests;
  return others.reduce(mergeForests, first);
}

/**
 * Two agents of one request whose parents are not in it are runs of their own as long as their parents are
 * missing: exporters send what is inside a span before it, and together only what is short or ended long ago.
 */
export function setApart({ nodes, parts }: TraceForest): TraceForest {
  const tree = new Map(nodes.map((node) => [node[0], node]));
  const orphans = nodes.filter(([, parent, kind]) => kind === 'agent' && parent !== '' && !tree.has(parent));
  if (orphans.length < 2) return { nodes, parts };
  for (const [id, parent] of orphans) tree.set(id, [id, parent, 'apart']);
  return settled(tree, Object.entries(parts));
}

type Tree = ReadonlyMap<string, Node>;

function settled(tree: Tree, parts: readonly (readonly [string, TraceState])[]): TraceForest {
  const merged = new Map<string, TraceState>();
  for (const [key, state] of parts) {
    const part = key === OWN || key === OUTSIDE ? key : partOf(tree, key, tree.get(key)?.[1] ?? null);
    const known = merged.get(part);
    merged.set(part, known === undefined ? state : mergeStates(known, state));
  }
  const few = merged.size > MOST_PARTS ? withoutOrphans(tree, merged) : merged;
  return { nodes: bounded(tree), parts: Object.fromEntries([...few].toSorted(byKey)) };
}

/** Beyond so many parts those whose spans are missing are one: a trace of orphans alone would be kept span by span. */
const MOST_PARTS = 1000;

function withoutOrphans(tree: Tree, parts: ReadonlyMap<string, TraceState>): Map<string, TraceState> {
  const isPlaced = (key: string) => key === OWN || key === OUTSIDE || isOwnRun(tree, key);
  const [placed, orphans] = [true, false].map((wanted) =>
    [...parts].filter(([key]) => isPlaced(key) === wanted).toSorted(byKey),
  );
  const state = mergeAll((orphans ?? []).map(([, own]) => own));
  return new Map([...(placed ?? []), [orphans?.[0]?.[0] ?? OUTSIDE, state]]);
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

function bounded(tree: Tree): Node[] {
  return [...tree.values()].toSorted(([a], [b]) => (a < b ? -1 : 1)).slice(0, MOST_NODES);
}

/** To which part a span belongs; `parent` is null where the span itself is missing. */
function partOf(tree: Tree, id: string, parent: string | null): string {
  if (parent === null) return id;
  let top: string | null = null;
  const seen = new Set<string>();
  for (let at: Node | undefined = tree.get(id) ?? [id, parent, '']; at !== undefined; ) {
    const [own, above, kind] = at;
    if (kind !== '') top = own;
    if (above === '') return topOf(tree, top);
    if (seen.has(own)) return OUTSIDE;
    seen.add(own);
    const next = tree.get(above);
    if (next === undefined) return top ?? above;
    at = next;
  }
  return OUTSIDE;
}

function topOf(tree: Tree, top: string | null): string {
  if (top === null) return OUTSIDE;
  return tree.get(top)?.[1] === '' ? OWN : top;
}

/** A run of a trace. Its key is empty for the one that is named after the trace alone. */
export interface TracedRun {
  readonly key: string;
  readonly state: TraceState;
}

/**
 * The runs that are known. Where the root of the trace is an agent, everything is its run. What is below spans that are
 * still missing is one run, of which the trace is the name; calls below no agent at all are a run only where there is
 * no other.
 */
export function findRuns({ nodes, parts }: TraceForest): TracedRun[] {
  const tree = new Map(nodes.map((node) => [node[0], node]));
  const outside = parts[OUTSIDE] ?? EMPTY_STATE;
  const inside = Object.entries(parts).filter(([key]) => key !== OUTSIDE);
  const isApart = (key: string) => parts[OWN] === undefined && isOwnRun(tree, key);
  const runs = inside.filter(([key]) => isApart(key)).map(([key, state]) => ({ key, state }));
  const rest = mergeAll(inside.filter(([key]) => !isApart(key)).map(([, state]) => state));
  // As long as no agent is known, the root of the trace is all that tells of the run as a whole.
  const open = rest.root === null && runs.length === 0 ? { ...rest, root: outside.root } : rest;
  const found = [...runs, { key: OWN, state: open }].filter(({ state }) => state.run);
  if (found.length === 0 && outside.run) return [{ key: OWN, state: mergeStates(rest, outside) }];
  return found.map(({ key, state }) => ({ key, state: withIdentity(state, outside) }));
}

function isOwnRun(tree: Tree, key: string): boolean {
  const node = tree.get(key);
  if (node === undefined) return false;
  return node[2] === 'apart' || isComplete(tree, node);
}

/** Whether all spans above are known. */
function isComplete(tree: Tree, [, parent]: Node): boolean {
  const seen = new Set<string>();
  for (let above = parent; above !== ''; ) {
    const next = tree.get(above);
    if (next === undefined || seen.has(above)) return false;
    seen.add(above);
    above = next[1];
  }
  return true;
}

/** Whose run it is may stand in what is around the run. */
function withIdentity(state: TraceState, outside: TraceState): TraceState {
  return {
    ...state,
    session: state.session ?? outside.session,
    user: state.user ?? outside.user,
    recall: state.recall ?? outside.recall,
    agent: state.agent ?? outside.agent,
    named: better(state.named ?? null, outside.named ?? null),
  };
}

/** Whether anything is known that a run would need. */
export function isTellingForest({ parts }: TraceForest): boolean {
  return Object.values(parts).some((state) => state.run || isTelling(state));
}

/** Every part, changed. */
export function mapParts(
  { nodes, parts }: TraceForest,
  change: (state: TraceState) => TraceState,
): TraceForest {
  const changed = Object.entries(parts).map(([key, state]) => [key, change(state)] as const);
  return { nodes, parts: Object.fromEntries(changed) };
}

/** What is kept of a trace in one row: of the whole, or of one run that has its own row. */
export interface StoredForest extends TraceForest {
  /** The runs that have rows of their own. */
  readonly runs: readonly string[];
}

/** Reads what was kept; from before there could be several runs, it is the state of the only one. */
export function readStored(stored: Partial<StoredForest> | TraceState): StoredForest {
  if ('tools' in stored) return { nodes: [], parts: { [OWN]: mergeStates(EMPTY_STATE, stored) }, runs: [] };
  return { nodes: stored.nodes ?? [], parts: stored.parts ?? {}, runs: stored.runs ?? [] };
}

/** The runs with rows of their own whose parts have to be at hand: those that more is known of, or that are no longer apart. */
export function touchedRuns(forest: TraceForest, runs: readonly string[]): string[] {
  const tree = new Map(forest.nodes.map((node) => [node[0], node]));
  return runs.filter((key) => key in forest.parts || partOf(tree, key, tree.get(key)?.[1] ?? null) !== key);
}
