/** Where the thing of an id is shown. Pure. */

const PLACES: readonly [prefix: string, place: string][] = [
  ['cs_', '/changesets/'],
  ['ex_', '/canaries/'],
  ['sk_', '/skills/'],
  ['ep_', '/episodes/'],
  ['rc_', '/recalls/'],
];

/** The page of an id such as `cs_…`, or null where the text is no id that has a page. */
export function pathOfId(text: string): string | null {
  if (!/^[a-z]{2,3}_[\w-]{1,60}$/i.test(text)) return null;
  const place = PLACES.find(([prefix]) => text.startsWith(prefix));
  return place === undefined ? null : `${place[1]}${text}`;
}
