/**
 * Connections to a gateway must not keep the agent's process: a request for records is let go of once it is sent, and a
 * connection that cannot be made is given up where it alone keeps the process, since nothing but connecting ends that.
 * Node tells of its sockets on channels and in no other way; elsewhere the limits of the requests end them.
 */
import { currentContext, runInContext } from './context.ts';
import { backgroundTimer } from './timers.ts';

interface Socket {
  readonly encrypted?: boolean;
  unref(): unknown;
  destroy(error: Error): unknown;
  once(event: 'connect' | 'secureConnect' | 'close', listener: () => void): unknown;
}

interface Stream {
  unref?: () => unknown;
  readableFlowing?: boolean | null;
  listenerCount?: (event: 'readable') => number;
}

interface Channels {
  subscribe?: (name: string, listener: (message: unknown) => void) => unknown;
}

interface Platform {
  process?: {
    getBuiltinModule?: (name: string) => Channels | undefined;
    getActiveResourcesInfo?: () => string[];
    stdin?: Stream;
    stdout?: Stream;
    stderr?: Stream;
  };
}

/** Where records are sent. */
export const RECORDS_PATH = '/v1/episodes:batch';

const CHECK_MS = 50;

/** The connections that are being made, handshake included. */
const opening = new Set<Socket>();
/** For how long each round of records under way may put off the end of the process. */
const rounds = new Set<{ readonly exitTimeoutMs: number }>();
/** The time in which nothing but `opening` has kept the process, up to the last check. */
let idle: { since: number; until: number } | null = null;
let isListening = false;
let isChecking = false;

/** How long the process has been kept by connections alone, in milliseconds. */
export function keptByConnectionsMs(): number {
  const now = performance.now();
  return idle === null || now - idle.until > 4 * CHECK_MS ? 0 : now - idle.since;
}

/** Lets the connections of the records that `work` sends put off the end of the process for their time. */
export async function inRound<Result>(
  round: { readonly exitTimeoutMs: number },
  work: () => Promise<Result>,
): Promise<Result> {
  rounds.add(round);
  return await work().finally(() => rounds.delete(round));
}

/** Runs a request to a gateway. */
export function toGateway<Result>(work: () => Result): Result {
  listen();
  return runInContext({ isGatewayRequest: true }, work);
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  const { process } = globalThis as Platform;
  const channels = process?.getBuiltinModule?.('node:diagnostics_channel');
  channels?.subscribe?.('net.client.socket', opens);
  channels?.subscribe?.('undici:client:sendHeaders', sends);
}

/** A kept connection is made to hold the process again with each request. Who waits for one holds a timer. */
function sends(message: unknown): void {
  const { request, socket } = message as { request?: { path?: unknown }; socket?: Socket };
  if (String(request?.path).endsWith(RECORDS_PATH)) socket?.unref();
}

function opens(message: unknown): void {
  if (currentContext().isGatewayRequest !== true) return;
  const { socket } = message as { socket: Socket };
  opening.add(socket);
  const over = () => void opening.delete(socket);
  socket.once(socket.encrypted === true ? 'secureConnect' : 'connect', over);
  socket.once('close', over);
  if (!isChecking) checkLater();
}

function checkLater(): void {
  isChecking = true;
  backgroundTimer(check, CHECK_MS);
}

function check(): void {
  isChecking = false;
  if (opening.size === 0) return;
  const now = performance.now();
  idle = isAlone() ? { since: idle?.since ?? now, until: now } : null;
  const limit = Math.max(0, ...[...rounds].map(({ exitTimeoutMs }) => exitTimeoutMs));
  if (idle === null || now - idle.since < limit) checkLater();
  else for (const socket of opening) socket.destroy(new Error('the process ends'));
}

/** True where nothing but `opening` keeps the process. */
function isAlone(): boolean {
  const { process } = globalThis as Platform;
  const isStream = (stream: Stream | undefined) => stream !== undefined && 'unref' in stream;
  const outputs = [process?.stdout, process?.stderr].filter(isStream).length;
  const counts = new Map<string, number>();
  for (const kind of process?.getActiveResourcesInfo?.() ?? ['unknown']) {
    const place = kind === 'TTYWrap' ? 'PipeWrap' : kind;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  // The standard streams are listed, where they are pipes or a terminal, though an output or an input that nobody reads keeps
  // nothing. To ask for the input would open it, so that is done only where it is among them already.
  const isInputListed = (counts.get('PipeWrap') ?? 0) > outputs && isStream(process?.stdin);
  const isInputSilent = isInputListed && !isRead(process?.stdin);
  const own = new Map([
    ['ConnectWrap', opening.size],
    ['TCPSocketWrap', opening.size],
    ['PipeWrap', outputs + (isInputSilent ? 1 : 0)],
  ]);
  return [...counts].every(([kind, count]) => count <= (own.get(kind) ?? 0));
}

function isRead(input: Stream | undefined): boolean {
  return input?.readableFlowing === true || (input?.listenerCount?.('readable') ?? 0) > 0;
}
