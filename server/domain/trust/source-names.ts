/** Sources by their names: compared, given as a reason, and named in addresses. Browsers load it, so it has no schemas. */
import type { Source } from './side.ts';

/** The same user, however the id is written. */
export function userKey(userId: string): string {
  return userId
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu, '')
    .toUpperCase()
    .toLowerCase();
}

/** Why a proposal waits that rests on a source of its kind. */
export function reasonOf({ kind, name }: Source): string {
  if (kind === 'tool') return `learned from a run that had read \`${name}\``;
  return kind === 'user'
    ? `only user ${name} taught it`
    : `learned from a text marked as untrusted (${name})`;
}

/** Those of the sources for which a proposal waits. */
export function holdingSources<S extends Source>(sources: readonly S[], because: readonly string[]): S[] {
  return sources.filter((source) => because.includes(reasonOf(source)));
}

/** Whether two are the same source. A user is one, however the id is written. */
export function isSameSource(one: Source, other: Source): boolean {
  return sourceKey(one) === sourceKey(other);
}

/** The same text for the same source. */
export function sourceKey({ kind, name }: Source): string {
  return sourceRef({ kind, name: kind === 'user' ? userKey(name) : name });
}

/** A source as addresses and queries name it: `tool:web_fetch`. */
export function sourceRef({ kind, name }: Source): string {
  return `${kind}:${name}`;
}

/** The source that a text names; null where it names none. */
export function parseSourceRef(text: string): Source | null {
  const [, kind, name] = /^(tool|user|marked):(.+)$/su.exec(text) ?? [];
  return kind === undefined || name === undefined ? null : { kind: kind as Source['kind'], name };
}
