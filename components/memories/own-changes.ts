/** Which memories this tab changed itself a moment ago, so that the echo of it is not told as news. */

const own = new Map<string, number>();
const ECHO_MS = 30_000;

/** Called before the change is sent, since its echo may be faster than its answer. */
export function noteOwnChange(id: string): void {
  own.set(id, Date.now());
}

/** Whether news of `id` is the echo of this tab's own change. */
export function expectsEcho(id: string): boolean {
  const at = own.get(id);
  return at !== undefined && Date.now() - at < ECHO_MS;
}
