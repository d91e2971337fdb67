/**
 * Any operation of the gateway by its name, typed by the OpenAPI document. Unlike recall and record these are
 * asked for by a person or a program that wants to know, so an error is thrown.
 */

import { isPassing, toWhetstoneError, WhetstoneError } from './errors.ts';
import { type EpisodeIn, OPERATIONS, type Operations } from './generated/api.ts';
import type { Settings } from './options.ts';
import { completed } from './sending/record-buffer.ts';
import { pause } from './timers.ts';
import { backoffMs, type Request, send } from './transport.ts';

const MAX_REPLY_BYTES = 512 * 1024 * 1024;
const PATIENCE_MS = 10_000;

export type OperationName = keyof Operations;

/** The parts of an operation's input that have to be given. */
export type Input<Name extends OperationName> = Part<Operations[Name], 'path'> &
  Part<Operations[Name], 'query'> &
  (Operations[Name] extends { body: infer Body } ? { body: Body } : { body?: never });

type Part<Operation, Key extends 'path' | 'query'> =
  Operation extends Record<Key, infer Value>
    ? Record<never, never> extends Value
      ? { [K in Key]?: Value }
      : { [K in Key]: Value }
    : never;

export type ReplyOf<Name extends OperationName> = Operations[Name]['reply'];

export interface CallOptions {
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /**
   * Longest single wait before another try; a gateway that asks for more is not asked again. Default 10,000.
   */
  patienceMs?: number | undefined;
}

type LooseInput = { path?: object; query?: object; body?: unknown };

function fillPath(template: string, path: object = {}, query: object = {}): string {
  const values = new Map<string, unknown>(Object.entries(path));
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

/** Records can be sent again because they carry a key, reads because they change nothing. */
function isRepeatable(name: OperationName): boolean {
  return OPERATIONS[name].method === 'GET' || name === 'recordEpisode' || name === 'recordEpisodeBatch';
}

function encodeBody(settings: Settings, name: OperationName, body: unknown): string | undefined {
  if (body === undefined) return undefined;
  try {
    if (name === 'recordEpisode') return JSON.stringify(completed(settings, body as EpisodeIn));
    if (name === 'recordEpisodeBatch') {
      return JSON.stringify((body as EpisodeIn[]).map((episode) => completed(settings, episode)));
    }
    return JSON.stringify(body);
  } catch (error) {
    throw toWhetstoneError(error, 'invalid');
  }
}

/** A request that met the rate limit was not looked at, so it may always be repeated. */
function mayRepeat(name: OperationName, error: WhetstoneError): boolean {
  return error.status === 429 || (isPassing(error) && isRepeatable(name));
}

async function sendPatiently(
  settings: Settings,
  name: OperationName,
  request: Request,
  patienceMs = PATIENCE_MS,
) {
  for (let failures = 0; ; failures += 1) {
    try {
      return await send(settings, request);
    } catch (thrown) {
      const error = toWhetstoneError(thrown);
      const wait = backoffMs(failures + 1, Math.random(), error);
      if (failures >= settings.retries || !mayRepeat(name, error) || wait > patienceMs) throw error;
      await pause(wait);
    }
  }
}

/** Calls an operation. Throws {@link WhetstoneError} where the gateway cannot be reached or refuses. */
export async function callOperation<Name extends OperationName>(
  settings: Settings,
  name: Name,
  input: Input<Name>,
  options: CallOptions = {},
): Promise<ReplyOf<Name>> {
  const { method, path: template, gives } = OPERATIONS[name];
  const { path, query, body }: LooseInput = input;
  const request: Request = {
    method,
    path: fillPath(template, path, query),
    body: encodeBody(settings, name, body),
    timeoutMs: options.timeoutMs ?? settings.requestTimeoutMs,
    signal: options.signal,
    maxReplyBytes: MAX_REPLY_BYTES,
  };
  const { json, text } = await sendPatiently(settings, name, request, options.patienceMs);
  if (gives === 'json' && json === undefined)
    throw new WhetstoneError('malformed', 'the answer is not valid JSON');
  const given = { json, text, nothing: null }[gives];
  return given as ReplyOf<Name>;
}
