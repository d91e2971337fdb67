/** Facts of the request under way, carried along with it, so that every log line and metric can name them. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Principal } from '../domain/principal.ts';
import { shared } from './shared.ts';

/** The optional facts are filled in as they become known. */
export interface RequestContext {
  requestId: string;
  clientAddress: string;
  route?: string;
  tenant?: string;
  /** The signed-in user, where the cookies were already checked. */
  viewer?: Principal;
  /** The address of the page that is asked for, from its path on. */
  page?: string;
  /** Answers what the page asks while it is rendered. */
  answerCall?: (target: string, headers: Headers) => Promise<Response>;
  /** True for work that no caller waits for, such as a job's. */
  background?: true;
}

const storage = () => shared('request-context', () => new AsyncLocalStorage<RequestContext>());

/** Runs `work` as part of the request `context`. */
export function withRequest<T>(context: RequestContext, work: () => T): T {
  return storage().run(context, work);
}

/** The request under way, or undefined outside of one. */
export function currentRequest(): RequestContext | undefined {
  return storage().getStore();
}

/** Adds what has become known of the request under way; does nothing outside of one. */
export function noteRequest(
  facts: Pick<RequestContext, 'route' | 'tenant' | 'viewer' | 'page' | 'answerCall'>,
): void {
  const context = currentRequest();
  if (context !== undefined) Object.assign(context, facts);
}

/** Whether the work under way is one that no caller waits for. */
export function isBackground(): boolean {
  return storage().getStore()?.background === true;
}

/** Runs `work` as if a caller waited for it: a transaction of a job, whose locks others wait for. */
export function asForeground<T>(work: () => T): T {
  const { background: _, ...context } = storage().getStore() ?? { requestId: '', clientAddress: '' };
  return storage().run(context, work);
}
