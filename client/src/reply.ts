/** Reads a reply of any kind: bounded, and without trusting it. */
import { WhetstoneError } from './errors.ts';
import { LONGEST_MS } from './timers.ts';

/**
 * The body as text. Rejects as soon as it is longer than `most` bytes: an endless one must not fill the
 * memory.
 */
export async function readText(response: Response, most: number): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return await response.text();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > most) {
      // Whether the sender minds does not matter: nobody reads on.
      reader.cancel().catch(() => undefined);
      throw new WhetstoneError('malformed', `the answer is longer than ${most} bytes`, {
        status: response.status,
      });
    }
    text += decoder.decode(value, { stream: true });
  }
}

/**
 * How long `Retry-After` asks to wait, in milliseconds: seconds or a date; null without a sensible one. At
 * most what a timer can wait, since a longer one would fire at once and ask again for ever.
 */
export function retryAfterMs(header: string | null, now = Date.now()): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), LONGEST_MS) : null;
}
