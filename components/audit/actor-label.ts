/** Who did something, by name, and ids as short as chips show them. Pure. */

interface NamedActor {
  /** `key:key_1`, `system:policy`, `oidc:…`. */
  actor: string;
  /** The name of a key; null for all others, and for a key that is unknown. */
  name: string | null;
}

/** Who did it, by name: a key's, a person's, or the rule by which the gateway did it itself. */
export function actorLabel(
  { actor, name }: NamedActor,
  details: Readonly<Record<string, unknown>> = {},
): string {
  if (name !== null) return name;
  const colon = actor.indexOf(':');
  const [kind, rest] = [actor.slice(0, colon), actor.slice(colon + 1)];
  if (kind === 'system') {
    const risk = typeof details.risk === 'string' ? `: ${details.risk} risk` : '';
    return rest === 'policy' ? `policy${risk}` : rest;
  }
  return kind === 'oidc' ? rest : shortIds(actor);
}

const ID = /\b([a-z]+_)[0-9A-HJKMNP-TV-Z]{21}([0-9A-HJKMNP-TV-Z]{5})\b/g;

/** The text with its ids cut to their kind and their end, as chips show them. */
export function shortIds(text: string): string {
  return text.replace(ID, '$1…$2');
}
