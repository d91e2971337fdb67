import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Change, LiveLink } from './live-link.ts';

const ANYTHING = [{ type: '*', id: '*' }];
const SKILL: Change[] = [{ type: 'skill', id: 'sk_1' }];

/** The channel between the tabs of a browser: everyone but the sender hears it. */
class Channel {
  static all = new Set<Channel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor() {
    Channel.all.add(this);
  }
  postMessage(data: unknown) {
    for (const other of Channel.all) if (other !== this) other.onmessage?.({ data });
  }
}

/** A stream of which the test says what happens. */
class Stream extends EventTarget {
  static all: Stream[] = [];
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  readyState = 0;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    Stream.all.push(this);
  }
  open() {
    this.readyState = Stream.OPEN;
    this.onopen?.();
  }
  lose({ forGood = false } = {}) {
    this.readyState = forGood ? Stream.CLOSED : 0;
    this.onerror?.();
  }
  say(changes: Change[]) {
    this.dispatchEvent(new MessageEvent('change', { data: JSON.stringify(changes) }));
  }
  close() {
    this.readyState = Stream.CLOSED;
  }
}

/** One holder at a time, the next in line after it. */
function createLocks() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: (_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
      const turn = last.then(() => {
        if (signal.aborted) throw new DOMException('aborted', 'AbortError');
        return work();
      });
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

const page = Object.assign(new EventTarget(), { hidden: false });
const streams = () => Stream.all.filter(({ readyState }) => readyState !== Stream.CLOSED);
const drain = () => vi.advanceTimersByTimeAsync(0);

function hide(hidden: boolean) {
  page.hidden = hidden;
  page.dispatchEvent(new Event('visibilitychange'));
  return drain();
}

/** One more tab, with what it hears. */
async function openTab(): Promise<{ link: LiveLink; heard: Change[][] }> {
  vi.resetModules();
  const { liveLink } = await import('./live-link.ts');
  const link = liveLink();
  const heard: Change[][] = [];
  link.onChange((changes) => heard.push(changes));
  await drain();
  return { link, heard };
}

beforeEach(() => {
  vi.useFakeTimers();
  Channel.all.clear();
  Stream.all = [];
  page.hidden = false;
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.stubGlobal('EventSource', Stream);
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { locks: createLocks() });
});

afterEach(async () => {
  await hide(true);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the live link of several tabs', () => {
  it('opens one stream, and every tab hears what it says', async () => {
    const [first, second] = [await openTab(), await openTab()];
    expect(streams()).toHaveLength(1);
    streams()[0]?.open();
    streams()[0]?.say(SKILL);
    expect([first.link.state(), second.link.state()]).toEqual(['live', 'live']);
    expect([first.heard, second.heard]).toEqual([[SKILL], [SKILL]]);
  });

  it('tells a tab that comes later whether the stream is up', async () => {
    await openTab();
    streams()[0]?.open();
    expect((await openTab()).link.state()).toBe('live');
  });

  it('opens a stream at once where the browser has no locks', async () => {
    vi.stubGlobal('navigator', {});
    await openTab();
    expect(streams()).toHaveLength(1);
  });
});

describe('the live link of a tab', () => {
  it('reports each change of its state once, until it is unsubscribed', async () => {
    const { link } = await openTab();
    const states: string[] = [];
    const stop = link.onState(() => states.push(link.state()));
    streams()[0]?.open();
    streams()[0]?.open();
    streams()[0]?.lose();
    stop();
    streams()[0]?.open();
    expect(states).toEqual(['live', 'reconnecting']);
  });

  it('says that anything may have changed once a lost stream is back', async () => {
    const { heard } = await openTab();
    streams()[0]?.open();
    expect(heard).toEqual([]);
    streams()[0]?.lose();
    streams()[0]?.open();
    expect(heard).toEqual([ANYTHING]);
  });

  it('says so every ten seconds while there is no stream, and replaces one that the browser gave up', async () => {
    const { heard } = await openTab();
    streams()[0]?.lose({ forGood: true });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(heard).toEqual([ANYTHING, ANYTHING]);
    expect(Stream.all).toHaveLength(2);
    streams()[0]?.open();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(heard).toHaveLength(2);
  });

  it('neither listens nor hears while it is hidden, and catches up when it is seen again', async () => {
    const { link, heard } = await openTab();
    streams()[0]?.open();
    await hide(true);
    expect([link.state(), streams().length]).toEqual(['paused', 0]);
    new Channel().postMessage({ changes: SKILL });
    expect(heard).toEqual([]);
    await hide(false);
    expect([link.state(), streams().length, heard]).toEqual(['opening', 1, [ANYTHING]]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(link.state()).toBe('reconnecting');
  });

  it('says that it connects only after two seconds, and that it connects again only after it was connected', async () => {
    const { link } = await openTab();
    expect(link.state()).toBe('opening');
    streams()[0]?.lose();
    await vi.advanceTimersByTimeAsync(1900);
    expect(link.state()).toBe('opening');
    await vi.advanceTimersByTimeAsync(100);
    expect(link.state()).toBe('connecting');
    streams()[0]?.open();
    streams()[0]?.lose();
    expect(link.state()).toBe('reconnecting');
  });

  it('asks what it missed since its page was rendered, whether it leads or follows', async () => {
    vi.doMock('./first-answers.ts', () => ({ firstAnswers: () => ({ at: 1234, answers: [] }) }));
    await openTab();
    expect(streams().map(({ url }) => url)).toEqual(['/api/live?since=1234']);
    vi.doMock('./first-answers.ts', () => ({ firstAnswers: () => ({ at: 5678, answers: [] }) }));
    const { heard } = await openTab();
    expect(streams().map(({ url }) => url)).toEqual(['/api/live?since=5678']);
    streams()[0]?.say(SKILL);
    expect(heard).toEqual([SKILL]);
    vi.doUnmock('./first-answers.ts');
  });

  it('tells parts of the page that come later what the first have heard, while the page is taken over', async () => {
    const { link } = await openTab();
    streams()[0]?.open();
    streams()[0]?.say(SKILL);
    const [late, gone, muchLater]: Change[][][] = [[], [], []];
    link.onChange((changes) => late?.push(changes));
    link.onChange((changes) => gone?.push(changes))();
    await drain();
    expect([late, gone]).toEqual([[SKILL], []]);
    await vi.advanceTimersByTimeAsync(30_000);
    link.onChange((changes) => muchLater?.push(changes));
    await drain();
    expect(muchLater).toEqual([]);
  });

  it('waits to be seen where it opens hidden', async () => {
    page.hidden = true;
    const { link } = await openTab();
    expect([link.state(), streams().length]).toEqual(['paused', 0]);
    await hide(false);
    expect(streams()).toHaveLength(1);
  });
});
