/**
 * `/api/live`: what changes in the reader's tenant, as server-sent events that carry ids only. To read more,
 * a client calls the API, with all checks. A stream ends with the session it was opened with, at most 30 s
 * after it.
 */
import { auditFeed, type Change } from '../../audit/index.ts';
import type { Principal, Scope } from '../../domain/principal.ts';
import { isServiceError, ServiceError } from '../../platform/errors.ts';
import { errorResponse } from '../../platform/http/fetch-adapter.ts';
import { noteRequest } from '../../platform/request-context.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { nextTurn } from '../../platform/turns.ts';
import { admitPrincipal, authenticateRequest } from '../auth/index.ts';

/** Most streams of one principal. A browser needs one, but several people may share a key. */
const MOST_PER_PRINCIPAL = 20;

interface Streams {
  /** Counts a stream; `end` ends it. Returns how to stop counting it, or null where there are too many. */
  open(bucket: string, end: () => void): (() => void) | null;
  /** Ends every stream; none is opened after that. */
  close(): void;
}

export function liveStreams(runtime: Runtime): Streams {
  return runtime.once('live.streams', createStreams);
}

function createStreams(): Streams {
  const byBucket = new Map<string, Set<() => void>>();
  let closed = false;
  return {
    open(bucket, end) {
      const open = byBucket.get(bucket) ?? new Set();
      if (closed || open.size >= MOST_PER_PRINCIPAL) return null;
      byBucket.set(bucket, open.add(end));
      return () => {
        open.delete(end);
        if (open.size === 0 && byBucket.get(bucket) === open) byBucket.delete(bucket);
      };
    },
    close() {
      closed = true;
      for (const end of [...byBucket.values()].flatMap((open) => [...open])) end();
    },
  };
}

/** Time between two heartbeats; the session is checked again at each. */
const HEARTBEAT_MS = 15_000;
/** How long a browser waits before it connects again. */
const RETRY_MS = 3000;
/** Most messages that wait for a browser that does not read. */
const MOST_WAITING = 500;
/**
 * Which scopes are told of which changes: those that may read the resource. Reviewers are also told of
 * skills, which changesets name. Administrators are told of everything, since their audit log names
 * everything.
 */
const VISIBLE_TO: Readonly<Record<string, readonly Scope[]>> = {
  changeset: ['review'],
  agent: ['review'],
  skill: ['learn', 'review'],
  memory: ['learn'],
  episode: ['learn'],
};

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // A proxy that compresses or buffers would delay events.
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** Opens a stream, or says why not. */
export async function answerLive(runtime: Runtime, request: Request): Promise<Response> {
  noteRequest({ route: '/api/live' });
  try {
    // Of many that arrive together, each has a turn of the loop of its own.
    await nextTurn();
    const who = await authenticateRequest(runtime, request);
    admitPrincipal(runtime, who);
    if (who.scopes.size === 0)
      throw new ServiceError('forbidden', "missing scope 'learn', 'review' or 'admin'");
    const missed = await changesMissed(runtime, who, new URL(request.url).searchParams.get('since'));
    return new Response(streamFor(runtime, who, { request, missed }), { headers: HEADERS });
  } catch (error) {
    return errorResponse(error, runtime.log);
  }
}

/** A page that took longer to be taken over by the browser may have missed anything. */
const MOST_MISSED_MS = 60_000;

/** What changed between the moment `since`, when the server rendered the page, and now. */
async function changesMissed(
  runtime: Runtime,
  { tenant }: Principal,
  since: string | null,
): Promise<Change[]> {
  if (since === null || !/^\d{1,15}$/.test(since)) return [];
  if (runtime.clock().getTime() - Number(since) > MOST_MISSED_MS) return [{ type: '*', id: '*' }];
  return await auditFeed(runtime).changesSince(tenant, new Date(Number(since)));
}

interface Opened {
  request: Request;
  missed: Change[];
}

/** What a stream holds is released once, whether the browser, the process or the session ends it. */
function streamFor(
  runtime: Runtime,
  who: Principal,
  { request, missed }: Opened,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const releases: (() => void)[] = [];
  let sink: ReadableStreamDefaultController<Uint8Array> | undefined;
  const end = () => {
    for (const release of releases.splice(0)) release();
    const ended = sink;
    sink = undefined;
    ended?.close();
  };
  const send = (text: string) => {
    if (text === '') return;
    sink?.enqueue(encoder.encode(text));
    if ((sink?.desiredSize ?? 0) < -MOST_WAITING) end();
  };
  const forget = liveStreams(runtime).open(who.bucket, end);
  if (forget === null) throw new ServiceError('rate_limited', 'too many open streams');
  const beat = setInterval(
    () => void sendHeartbeat(runtime, who, request, { send, end }),
    HEARTBEAT_MS,
  ).unref();
  releases.push(forget, () => clearInterval(beat));
  request.signal.addEventListener('abort', end, { once: true });
  return new ReadableStream({
    start(controller) {
      sink = controller;
      send(`retry: ${RETRY_MS}\n\n`);
      send(formatEvent(who, missed));
      releases.push(auditFeed(runtime).listen(who.tenant, (changes) => send(formatEvent(who, changes))));
    },
    cancel() {
      sink = undefined;
      end();
    },
  });
}

interface Stream {
  send: (text: string) => void;
  end: () => void;
}

async function sendHeartbeat(
  runtime: Runtime,
  who: Principal,
  request: Request,
  { send, end }: Stream,
): Promise<void> {
  try {
    const { tenant, actor } = await authenticateRequest(runtime, request);
    if (tenant === who.tenant && actor === who.actor) send(': still here\n\n');
    else end();
  } catch (error) {
    // A session that is over ends its stream. While the session cannot be checked, the stream goes on.
    if (isServiceError(error) && error.kind === 'unauthenticated') end();
  }
}

/** An event with the changes that this principal may see; empty where it may see none. */
function formatEvent({ scopes }: Principal, changes: Change[]): string {
  const maySee = (type: string) =>
    type === '*' || scopes.has('admin') || VISIBLE_TO[type]?.some((scope) => scopes.has(scope)) === true;
  const visible = changes.filter(({ type }) => maySee(type));
  return visible.length === 0 ? '' : `event: change\ndata: ${JSON.stringify(visible)}\n\n`;
}
