/**
 * `/api/live`: what changes in the reader's tenant, as server-sent events that carry ids only. Whoever wants to know more
 * asks, with all checks. A stream ends with the session it was opened with, at the latest 30 s after it.
 */
import { auditFeed, type Change } from '../../audit/index.ts';
import type { Principal, Scope } from '../../domain/principal.ts';
import { isServiceError, ServiceError } from '../../platform/errors.ts';
import { errorReply } from '../../platform/http/error-reply.ts';
import { processRuntime } from '../../platform/process-runtime.ts';
import { currentRequest } from '../../platform/request-context.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { admitPrincipal, authenticateBrowser } from '../auth/index.ts';

/** The open streams of this process: how many each principal has, and how all of them end when the process stops. */

/** Most streams of one principal: a browser needs one, and a key may be used by several people. */
const MOST_PER_PRINCIPAL = 20;

interface Streams {
  /** Counts a stream, to be ended by `end`; returns how to forget it, or null where there are too many. */
  open(bucket: string, end: () => void): (() => void) | null;
  /** Ends every stream; none is opened after that. */
  close(): void;
}

/** The streams of this process. */
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

/** Between two signs of life; at each one the session is checked again. */
const HEARTBEAT_MS = 15_000;
/** How long a browser waits before it connects again. */
const RETRY_MS = 3000;
/** Messages that a browser which does not read may leave waiting. */
const MOST_WAITING = 500;
/**
 * Which scopes hear of what: those that may read it. Whoever reviews is told of skills, which changesets name. The rest is for
 * administrators, whose audit log names everything.
 */
const HEARD_BY: Readonly<Record<string, readonly Scope[]>> = {
  changeset: ['review'],
  agent: ['review'],
  skill: ['learn', 'review'],
  memory: ['learn'],
  episode: ['learn'],
};

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Whatever compresses or buffers on the way would hold events back.
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** Answers a browser that wants to listen, on the process's own runtime. */
export async function handleLive(request: Request): Promise<Response> {
  return await answerLive(await processRuntime(), request);
}

/** Opens a stream, or says why not. */
export async function answerLive(runtime: Runtime, request: Request): Promise<Response> {
  const context = currentRequest();
  if (context !== undefined) context.route = '/api/live';
  try {
    const who = await principalOf(runtime, request);
    admitPrincipal(runtime, who);
    if (who.scopes.size === 0)
      throw new ServiceError('forbidden', "missing scope 'learn', 'review' or 'admin'");
    return new Response(streamFor(runtime, who, request), { headers: HEADERS });
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const { status, headers, body } = errorReply(error, runtime.log);
    return new Response(typeof body === 'string' ? body : null, { status, headers });
  }
}

function principalOf(runtime: Runtime, request: Request): Promise<Principal> {
  const header = (name: string) => request.headers.get(name) ?? undefined;
  return authenticateBrowser(runtime, {
    authorization: header('authorization'),
    tenant: header('x-tenant-id'),
    cookies: header('cookie'),
  });
}

/** Everything that a stream holds is let go of once, whoever ends it: the browser, the process, or the session's end. */
function streamFor(runtime: Runtime, who: Principal, request: Request): ReadableStream<Uint8Array> {
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
    () => void stillWelcome(runtime, who, request, { send, end }),
    HEARTBEAT_MS,
  ).unref();
  releases.push(forget, () => clearInterval(beat));
  request.signal.addEventListener('abort', end, { once: true });
  return new ReadableStream({
    start(controller) {
      sink = controller;
      send(`retry: ${RETRY_MS}\n\n`);
      releases.push(auditFeed(runtime).listen(who.tenant, (changes) => send(eventOf(who, changes))));
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

async function stillWelcome(
  runtime: Runtime,
  who: Principal,
  request: Request,
  { send, end }: Stream,
): Promise<void> {
  try {
    const { tenant, actor } = await principalOf(runtime, request);
    if (tenant === who.tenant && actor === who.actor) send(': still here\n\n');
    else end();
  } catch (error) {
    // A session that is over ends its stream; while that cannot be told, the stream goes on.
    if (isServiceError(error) && error.kind === 'unauthenticated') end();
  }
}

/** An event with what this principal may hear of; empty where there is nothing of that. */
function eventOf({ scopes }: Principal, changes: Change[]): string {
  const mayHear = (type: string) =>
    type === '*' || scopes.has('admin') || HEARD_BY[type]?.some((scope) => scopes.has(scope)) === true;
  const heard = changes.filter(({ type }) => mayHear(type));
  return heard.length === 0 ? '' : `event: change\ndata: ${JSON.stringify(heard)}\n\n`;
}
