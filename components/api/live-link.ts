/**
 * One stream for all tabs of a browser. The tabs elect a leader through a lock; it listens to the server and
 * tells the others what it hears. Hidden tabs neither lead nor listen. Where no stream comes about, the
 * leader says every ten seconds that anything may have changed, so that pages ask by themselves.
 */

import { firstAnswers } from './first-answers.ts';

/** What changed: `{type: 'changeset', id: 'cs_…'}`; `*` for both means that anything may have. */
export interface Change {
  type: string;
  id: string;
}

/** `opening`: not connected yet, and nothing to say about it. `paused`: the tab is hidden. */
export type LiveState = 'opening' | 'connecting' | 'live' | 'reconnecting' | 'paused';

const NAME = 'whetstone-live';
const POLL_MS = 10_000;
/** A connection usually takes less; only one that takes longer is mentioned. */
const OPENING_MS = 2000;
/**
 * React hydrates a page part by part, and each part begins with the answers of the first HTML. A part that is hydrated this
 * late gets the changes that have arrived meanwhile.
 */
const HYDRATING_MS = 30_000;
const ANYTHING: Change[] = [{ type: '*', id: '*' }];

/** A tab that `ask`s has seen everything until `since`, on the server's clock; null where it does not know. */
type Message = { state: 'live' | 'lost' } | { changes: Change[] } | { ask: true; since: number | null };

export interface LiveLink {
  state(): LiveState;
  onState(listener: () => void): () => void;
  onChange(listener: (changes: Change[]) => void): () => void;
}

let link: LiveLink | undefined;

/** This tab's link, made when it is first asked for. */
export function liveLink(): LiveLink {
  link ??= createLink();
  return link;
}

function createLink(): LiveLink {
  const stateListeners = new Set<() => void>();
  const { hear, onChange } = createChangeListeners();
  const channel = new BroadcastChannel(NAME);
  let state: LiveState = 'opening';
  let wasLive = false;
  let opening: ReturnType<typeof setTimeout> | undefined;
  let leading: ReturnType<typeof createStream> | undefined;
  let resign: AbortController | undefined;
  // What changed while the browser took over a page that the server rendered.
  let since = firstAnswers()?.at ?? null;

  const become = (next: LiveState) => {
    if (next === state) return;
    state = next;
    for (const listener of stateListeners) listener();
  };
  const follow = (stream: 'live' | 'lost') => {
    if (stream === 'live') {
      wasLive = true;
      become('live');
    } else if (state === 'live') become('reconnecting');
  };
  const tell = (message: Message) => {
    channel.postMessage(message);
    if ('changes' in message) hear(message.changes);
    if ('state' in message) follow(message.state);
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (document.hidden) return;
    if ('changes' in data) hear(data.changes);
    if ('state' in data) follow(data.state);
    if ('ask' in data && leading !== undefined) {
      channel.postMessage({ state: state === 'live' ? 'live' : 'lost' });
      if (data.since !== null) leading.replay(data.since);
    }
  };
  const join = () => {
    clearTimeout(opening);
    opening = setTimeout(() => {
      if (state === 'opening') become(wasLive ? 'reconnecting' : 'connecting');
    }, OPENING_MS);
    resign = new AbortController();
    const { signal } = resign;
    const seen = since;
    since = null;
    channel.postMessage({ ask: true, since: seen });
    const lead = async () => {
      if (signal.aborted) return;
      leading = createStream(tell, seen);
      await leading.listenUntil(signal);
      leading = undefined;
    };
    void alone(signal, lead);
  };
  const followVisibility = () => {
    resign?.abort();
    if (document.hidden) become('paused');
    else {
      become('opening');
      join();
      hear(ANYTHING);
    }
  };
  document.addEventListener('visibilitychange', followVisibility);
  if (document.hidden) become('paused');
  else join();
  return {
    state: () => state,
    onState: (listener) => subscribed(stateListeners, listener),
    onChange,
  };
}

/** Tells listeners what changes; see {@link HYDRATING_MS}. */
function createChangeListeners() {
  const listeners = new Set<(changes: Change[]) => void>();
  let heard: Change[] | null = [];
  setTimeout(() => {
    heard = null;
  }, HYDRATING_MS);
  return {
    hear(changes: Change[]): void {
      heard?.push(...changes);
      for (const listener of listeners) listener(changes);
    },
    onChange(listener: (changes: Change[]) => void): () => void {
      const missed = heard?.slice() ?? [];
      if (missed[0]) queueMicrotask(() => listeners.has(listener) && listener(missed));
      return subscribed(listeners, listener);
    },
  };
}

function subscribed<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Runs `work` as soon as no other tab runs it; in a browser without locks (or an insecure page) at once. */
async function alone(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return await work();
  try {
    await navigator.locks.request(NAME, { signal }, work);
  } catch (error) {
    // Hidden before it was this tab's turn: the next time it is seen it asks again.
    if (!signal.aborted) throw error;
  }
}

/** The stream of the tab that leads, which also tells what changed from `since` on. */
function createStream(tell: (message: Message) => void, since: number | null) {
  let source = connect(tell, since);
  return {
    /** Tells all tabs what changed from `since` on. */
    replay(since: number) {
      source.close();
      source = connect(tell, since);
    },
    listenUntil(signal: AbortSignal): Promise<void> {
      const polling = setInterval(() => {
        if (source.readyState === EventSource.OPEN) return;
        tell({ changes: ANYTHING });
        // A browser gives up for good where the answer was no stream at all.
        if (source.readyState === EventSource.CLOSED) source = connect(tell, null);
      }, POLL_MS);
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          clearInterval(polling);
          source.close();
          resolve();
        });
      });
    },
  };
}

function connect(tell: (message: Message) => void, since: number | null): EventSource {
  const source = new EventSource(since === null ? '/api/live' : `/api/live?since=${since}`);
  let lost = false;
  source.onopen = () => {
    tell({ state: 'live' });
    // What happened while there was no stream was announced to no one.
    if (lost) tell({ changes: ANYTHING });
    lost = false;
  };
  source.onerror = () => {
    lost = true;
    tell({ state: 'lost' });
  };
  source.addEventListener('change', ({ data }: MessageEvent<string>) => {
    tell({ changes: JSON.parse(data) as Change[] });
  });
  return source;
}
