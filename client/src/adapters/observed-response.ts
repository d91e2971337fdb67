/**
 * A stream or a response whose body is seen as it passes. Not a copy of it: two readers of one body would have the faster
 * one fill the memory for the slower, and keep the model talking after the agent has hung up.
 */

/** What is seen of a stream. `end` is called once. */
export interface StreamObserver<Chunk> {
  /** Calls the observer, whose errors must not reach the reader. */
  guard(work: () => void): void;
  /** The reader waits for the next chunk. */
  asks?(): void;
  chunk(chunk: Chunk): void;
  /** `whole` at the end of the stream, `left` where the reader hung up, `broken` with the error of the stream. */
  end(how: 'whole' | 'left' | 'broken', error?: unknown): void;
}

/** The same stream for its reader, as fast as it reads. */
export function observedStream<Chunk>(
  stream: ReadableStream<Chunk>,
  observer: StreamObserver<Chunk>,
): ReadableStream<Chunk> {
  const reader = stream.getReader();
  const { guard } = observer;
  return new ReadableStream<Chunk>(
    {
      async pull(controller) {
        guard(() => observer.asks?.());
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
          guard(() => (done ? observer.end('whole') : observer.chunk(value)));
        } catch (error) {
          controller.error(error);
          guard(() => observer.end('broken', error));
        }
      },
      async cancel(reason) {
        guard(() => observer.end('left'));
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

export interface ResponseObserver {
  guard(work: () => void): void;
  asks?(): void;
  rests?(): void;
  /** Given the whole text, once: at its end, or at the mark after which some stop reading a stream. */
  end(text: string): void;
  /** Given, instead, the text that was read where it was not read to its end; `error` where the connection broke. */
  stopped?(text: string, error: unknown): void;
}

/** Above this an answer is passed on and not kept. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;

/** The last event of a streamed chat completion. JSON has no line breaks in its texts, so that no answer can say it. */
const END_MARK = /(?:^|\n)data: ?\[DONE\]\s*$/;
const MARK_CHARS = 20;

/** What the platform's constructor does not take over. */
const FROM_ORIGIN = ['url', 'redirected', 'type'] as const;

/** The text of a body, up to a limit. */
class BoundedText {
  readonly #decoder = new TextDecoder();
  #parts: string[] = [];
  #tail = '';
  #bytes = 0;

  /** Returns true at the mark that ends a stream. */
  read(chunk: Uint8Array): boolean {
    this.#bytes += chunk.byteLength;
    if (this.isTooLong) {
      this.#parts = [];
      return false;
    }
    const part = this.#decoder.decode(chunk, { stream: true });
    this.#parts.push(part);
    this.#tail = (this.#tail + part).slice(-MARK_CHARS);
    return END_MARK.test(this.#tail);
  }

  get isTooLong(): boolean {
    return this.#bytes > MAX_KEPT_BYTES;
  }

  text(): string {
    return this.#parts.join('') + this.#decoder.decode();
  }
}

function followText(observer: ResponseObserver): StreamObserver<Uint8Array<ArrayBuffer>> {
  const kept = new BoundedText();
  let isOver = false;
  const over = (isWhole: boolean, error: unknown = null) => {
    if (isOver) return;
    isOver = true;
    if (isWhole && !kept.isTooLong) observer.end(kept.text());
    else observer.stopped?.(kept.text(), error);
  };
  return {
    guard: (work) => observer.guard(work),
    // Some readers go on after the mark, to the end of the body, when the agent has all that it asked for.
    asks() {
      if (!isOver) observer.asks?.();
    },
    chunk(chunk) {
      observer.rests?.();
      if (!isOver && kept.read(chunk)) over(true);
    },
    end: (how, error) => over(how === 'whole', error ?? null),
  };
}

/**
 * The same response for its reader; null for one without a body that can be followed (a fetch of another make), which is
 * to be used as it is.
 */
export function observed(response: Response, observer: ResponseObserver): Response | null {
  const { body, status, statusText, headers } = response;
  if (!(body instanceof ReadableStream)) return null;
  const same = new Response(observedStream(body, followText(observer)), { status, statusText, headers });
  for (const name of FROM_ORIGIN) Object.defineProperty(same, name, { value: response[name] });
  return same;
}
