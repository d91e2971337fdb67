/**
 * One stream for all tabs of a browser. The tabs elect a leader through a lock; it listens to the server and
 * tells the others what it hears. Hidden tabs neither lead nor listen. Where no stream comes about, the
 * leader says every ten seconds that anything may have changed, so that pages ask by themselves.
 */

/** What changed: `{type: 'changeset', id: 'cs_…'}`; `*` for both means that anything may have. */
export interface Change {
  type: string;
  id: string;
}

/** `paused`: the tab is hidden. */
export type LiveState = 'live' | 'reconnecting' | 'paused';

const NAME = 'whetstone-live';
const POLL_MS = 10_000;
const ANYTHING: Change[] = [{ type: '*', id: '*' }];

type Message = { state: LiveState } | { changes: Change[] } | { ask: true };

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
  const changeListeners = new Set<(changes: Change[]) => void>();
  const channel = new BroadcastChannel(NAME);
  let state: LiveState = 'reconnecting';
  let leading = false;
  let resign: AbortController | undefined;

  const become = (next: LiveState) => {
    if (next === state) return;
    state = next;
    for (const listener of stateListeners) listener();
  };
  const hear = (changes: Change[]) => {
    for (const listener of changeListeners) listener(changes);
  };
  const tell = (message: Message) => {
    channel.postMessage(message);
    if ('changes' in message) hear(message.changes);
    if ('state' in message) become(message.state);
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (document.hidden) return;
    if ('changes' in data) hear(data.changes);
    if ('state' in data) become(data.state);
    if ('ask' in data && leading) channel.postMessage({ state });
  };
  const join = () => {
    resign = new AbortController();
    const { signal } = resign;
    channel.postMessage({ ask: true });
    const lead = async () => {
      leading = true;
      await listenUntil(signal, tell);
      leading = false;
    };
    void alone(signal, lead);
  };
  const followVisibility = () => {
    resign?.abort();
    if (document.hidden) become('paused');
    else {
      become('reconnecting');
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
    onChange: (listener) => subscribed(changeListeners, listener),
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

/** Listens to the server until `signal`. */
function listenUntil(signal: AbortSignal, tell: (message: Message) => void): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  const source = { current: connect(tell) };
  const polling = setInterval(() => {
    if (source.current.readyState === EventSource.OPEN) return;
    tell({ changes: ANYTHING });
    // A browser gives up for good where the answer was no stream at all.
    if (source.current.readyState === EventSource.CLOSED) source.current = connect(tell);
  }, POLL_MS);
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      clearInterval(polling);
      source.current.close();
      resolve();
    });
  });
}

function connect(tell: (message: Message) => void): EventSource {
  const source = new EventSource('/api/live');
  let lost = false;
  source.onopen = () => {
    tell({ state: 'live' });
    // What happened while there was no stream was announced to no one.
    if (lost) tell({ changes: ANYTHING });
    lost = false;
  };
  source.onerror = () => {
    lost = true;
    tell({ state: 'reconnecting' });
  };
  source.addEventListener('change', ({ data }: MessageEvent<string>) => {
    tell({ changes: JSON.parse(data) as Change[] });
  });
  return source;
}
