/**
 * The network call below the model's client library. It reads a reply whole, within a bound, so that the library's time-out covers
 * the body too and an endless reply cannot fill the memory; it follows no redirect, so that a prompt goes only where the operator sends it.
 */

/** Most characters of an error's body that are looked at. */
const MAX_ERROR_TEXT = 2000;

const BODILESS = new Set([204, 205, 304]);

/** The reply is longer than any answer that was asked for. */
class OversizedReply extends Error {
  override readonly name = 'OversizedReply';
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (bytes > maxBytes) throw new OversizedReply('the reply is too long');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The error text of any endpoint in the one form that the library reads. */
function errorBody(text: string): string {
  return JSON.stringify({ error: { message: text.slice(0, MAX_ERROR_TEXT) } });
}

/** A `fetch` whose replies are at most `maxBytes` long. */
export function boundedFetch(maxBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    const text = await readText(response, maxBytes);
    const { status, headers } = response;
    if (BODILESS.has(status)) return new Response(null, { status, headers });
    if (response.ok) return new Response(text, { status, headers });
    return new Response(errorBody(text), { status, headers });
  };
}
