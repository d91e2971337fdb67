/** What changesets say, for pages that name them: each with the text that it was proposed against. */

import {
  type Headline,
  type HeadlineSource,
  headlineOf,
  skillOfHeadline,
} from '../../domain/skills/changesets/wording/headline.ts';
import type { Tx } from '../../platform/db/database.ts';
import { headlineStore, type NamedVersion } from './headline-store.ts';

type Changeset = HeadlineSource & { readonly baseVersions: Readonly<Record<string, number>> };

/** Most skills of one changeset among which the one that its headline names is looked for. */
const MOST_BASES = 20;

/** The headlines of some changesets, in their order; reads once for all. */
export async function readHeadlines(
  tx: Tx,
  tenant: string,
  changesets: readonly Changeset[],
): Promise<Headline[]> {
  const withBases = changesets.map((changeset) => ({ changeset, bases: basesOf(changeset) }));
  const pairs = new Map(
    withBases.flatMap(({ bases }) => bases.map((base) => [base.join(' '), base] as const)),
  );
  const found = await headlineStore(tx, tenant).versions([...pairs.values()]);
  const versions = new Map(found.map((version) => [`${version.skillId} ${version.version}`, version]));
  return withBases.map(({ changeset, bases }) => {
    const own = bases.flatMap((base) => versions.get(base.join(' ')) ?? []);
    return headlineOf(changeset, chooseBase(own, skillOfHeadline(changeset.ops)));
  });
}

/** The headlines of the changesets with these ids, by id; one that does not exist is left out. */
export async function readHeadlinesOf(
  tx: Tx,
  tenant: string,
  ids: readonly string[],
): Promise<Map<string, Headline>> {
  const changesets = await headlineStore(tx, tenant).changesets([...new Set(ids)]);
  const headlines = await readHeadlines(tx, tenant, changesets);
  return new Map(changesets.flatMap(({ id }, at) => (headlines[at] ? [[id, headlines[at]]] : [])));
}

/** The versions among which is the text that the headline replaces. */
function basesOf({ ops, baseVersions }: Changeset): [skillId: string, version: number][] {
  const ref = skillOfHeadline(ops);
  if (ref === null) return [];
  const version = baseVersions[ref];
  return version === undefined ? Object.entries(baseVersions).slice(0, MOST_BASES) : [[ref, version]];
}

function chooseBase(versions: readonly NamedVersion[], ref: string | null): NamedVersion | null {
  return versions.find(({ skillId }) => skillId === ref) ?? versions.find(({ name }) => name === ref) ?? null;
}
