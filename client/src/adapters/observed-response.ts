/**
 * A response whose body is seen as it passes. Not a copy of it: two readers of one body would have the faster
 * one fill the memory for the slower, and keep the model talking after the agent has hung up.
 */

export interface Observer {
  /** Calls the observer, whose errors must not reach the reader. */
  guard(work: () => void): void;
  /** Given the whole text, once: at its end, or at the mark after which some stop reading a stream. */
  end(text: string): void;
}

/** Above this an answer is passed on and not kept. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;

/**
 * The last event of a streamed chat completion. JSON has no line breaks in its texts, so that no answer can
 * say it.
 */
const END_MARK = /(?:^|\n)data: ?\[DONE\]\s*$/;
const MARK_CHARS = 20;

/** What the platform's constructor does not take over. */
const OF_ITS_ORIGIN = ['url', 'redirected', 'type'] as const;

class Kept {
  readonly #decoder = new TextDecoder();
  readonly #end: (text: string) => void;
  #parts: string[] = [];
  #tail = '';
  #bytes = 0;
  #isOver = false;

  constructor(end: (text: string) => void) {
    this.#end = end;
  }

  read(chunk: Uint8Array): void {
    if (this.#isOver) return;
    this.#bytes += chunk.byteLength;
    if (this.#bytes > MAX_KEPT_BYTES) {
      this.#isOver = true;
      this.#parts = [];
      return;
    }
    const part = this.#decoder.decode(chunk, { stream: true });
    this.#parts.push(part);
    this.#tail = (this.#tail + part).slice(-MARK_CHARS);
    if (END_MARK.test(this.#tail)) this.over();
  }

  over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#end(this.#parts.join('') + this.#decoder.decode());
  }
}

/**
 * The same response for its reader. One without a body that can be followed (a fetch of another make) is
 * given back as it is.
 */
export function observed(response: Response, { guard, end }: Observer): Response {
  const { body, status, statusText, headers } = response;
  if (!(body instanceof ReadableStream)) return response;
  const kept = new Kept(end);
  const passing = body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        controller.enqueue(chunk);
        guard(() => kept.read(chunk));
      },
      flush: () => guard(() => kept.over()),
    }),
  );
  const same = new Response(passing, { status, statusText, headers });
  for (const name of OF_ITS_ORIGIN) Object.defineProperty(same, name, { value: response[name] });
  return same;
}
