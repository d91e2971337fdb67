/**
 * What an agent reads through the observer is what it would have read without it, as fast and for as long.
 */
import { describe, expect, it } from 'vitest';
import { observed } from './observed-response.ts';

const encoder = new TextEncoder();

/** Follows a body; `texts` is what was seen of it to its end, `stopped` where its reader left. */
function following(origin: Response) {
  const texts: string[] = [];
  const stopped: string[] = [];
  let asked = 0;
  const response = observed(origin, {
    guard: (work) => work(),
    asks() {
      asked += 1;
    },
    end: (text) => void texts.push(text),
    stopped: (text) => void stopped.push(text),
  });
  return { response: response ?? origin, texts, stopped, asked: () => asked };
}

/** A body of chunks without an end; `pulled` counts how many were asked for. */
function endless(chunk: Uint8Array) {
  const state = { pulled: 0, cancelled: false };
  const body = new ReadableStream({
    pull(controller) {
      state.pulled += 1;
      controller.enqueue(chunk);
    },
    cancel() {
      state.cancelled = true;
    },
  });
  return { body, state };
}

describe('a response that is observed', () => {
  it('is the same in everything, and its text is seen once', async () => {
    const origin = await fetch('data:text/plain;charset=utf-8,gr%C3%BC%C3%9Fe');
    const { response, texts } = following(origin);
    const { status, url, type, redirected, ok } = response;
    expect({ status, url, type, redirected, ok }).toEqual({
      status: 200,
      url: origin.url,
      type: origin.type,
      redirected: false,
      ok: true,
    });
    expect([...response.headers]).toEqual([...origin.headers]);
    expect(await response.text()).toBe('grüße');
    expect(texts).toEqual(['grüße']);
  });

  it('is asked for no faster than it is read, and ends where the reader hangs up', async () => {
    const { body, state } = endless(new Uint8Array(1024));
    const { response, texts, stopped } = following(new Response(body));
    const reader = response.body?.getReader();
    for (let n = 0; n < 10; n += 1) await reader?.read();
    expect(state.pulled).toBeLessThan(20);
    expect(stopped).toEqual([]);
    await reader?.cancel();
    expect(state.cancelled).toBe(true);
    expect(texts).toEqual([]);
    expect(stopped).toEqual(['\0'.repeat(10 * 1024)]);
  });

  it('is seen to its end by a reader who stops at the mark of a stream', async () => {
    const events = ['data: {"a":1}\n\nda', 'ta: [DO', 'NE]\n\n', 'more'];
    const stream = new ReadableStream({
      start: (controller) => {
        for (const event of events) controller.enqueue(encoder.encode(event));
      },
    });
    const { response, texts } = following(new Response(stream));
    const reader = response.body?.getReader();
    for (let n = 0; n < 3; n += 1) await reader?.read();
    await reader?.cancel();
    expect(texts).toHaveLength(1);
    expect(texts[0]).toMatch(/^data: {"a":1}\n\ndata: \[DONE\]/);
  });

  it('is not asked for anything by a reader who goes on after the mark of a stream', async () => {
    const { response, texts, asked } = following(new Response('data: {"a":1}\n\ndata: [DONE]\n\n'));
    const reader = response.body?.getReader();
    await reader?.read();
    expect([texts.length, asked()]).toEqual([1, 1]);
    expect((await reader?.read())?.done).toBe(true);
    expect([texts.length, asked()]).toEqual([1, 1]);
  });

  it('is passed on whole and not kept where it is very long', async () => {
    const megabyte = new Uint8Array(1024 * 1024);
    const chunks = Array.from({ length: 20 }, () => megabyte);
    const { response, texts, stopped } = following(new Response(new Blob(chunks)));
    expect((await response.arrayBuffer()).byteLength).toBe(20 * megabyte.byteLength);
    expect({ texts, stopped }).toEqual({ texts: [], stopped: [''] });
  });

  it('is given back as it is where it has no body to follow', () => {
    const nothing = new Response(null, { status: 204 });
    expect(observed(nothing, { guard: (work) => work(), end: () => undefined })).toBeNull();
  });
});
