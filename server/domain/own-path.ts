/** Where somebody goes on after signing in: only ever a page of this dashboard. */

const ANY_ORIGIN = 'https://own.invalid';
/** A longer one is no address of a page. */
const LONGEST = 1000;
/** The page that a session begins with. */
export const FIRST_PAGE = '/review';

/**
 * The path with its query of a page of this site; null for another site's address in any spelling, and for the pages of
 * signing in itself.
 */
export function ownPath(text: string): string | null {
  if (text.length > LONGEST || !/^\/(?![/\\])/.test(text)) return null;
  const address = URL.parse(text, ANY_ORIGIN);
  if (address === null || address.origin !== ANY_ORIGIN) return null;
  const { pathname, search } = address;
  // What the browser strips may leave two slashes at the beginning: they would name a host.
  if (pathname.startsWith('//') || /^\/(sign-in|api)(\/|$)/.test(pathname)) return null;
  return `${pathname}${search}`;
}

/** The address of the sign-in page that leads back to a page; plain where there is none to go back to. */
export function signInPath(page: string | undefined): string {
  const back = page === undefined ? null : ownPath(withoutInner(page));
  return back === null || back === '/' || back === FIRST_PAGE
    ? '/sign-in'
    : `/sign-in?next=${encodeURIComponent(back)}`;
}

/** Without what the framework adds to the addresses of its own calls. */
function withoutInner(page: string): string {
  const [path = '', query = ''] = page.split('?', 2);
  const kept = new URLSearchParams(query);
  kept.delete('_rsc');
  return kept.size === 0 ? path : `${path}?${kept}`;
}
