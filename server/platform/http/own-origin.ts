/** Whether a page that calls is one of ours: every door that a browser can reach without a credential asks this. */

/** `origin` as the browser sent it; `host` is that of the request, `publicUrl` the address under which browsers know us. */
export function isOwnOrigin(
  origin: string,
  { host, publicUrl }: { host: string | null; publicUrl: string },
): boolean {
  if (!URL.canParse(origin)) return false;
  return new URL(origin).origin === new URL(publicUrl).origin || new URL(origin).host === host;
}
