/** Who asks, carried along the whole of a request, so that every log line and metric can name it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Principal } from '../domain/principal.ts';
import { shared } from './shared.ts';

/** Facts of the request under way; `route` and `tenant` are filled in as they become known. */
export interface RequestContext {
  requestId: string;
  clientAddress: string;
  route?: string;
  tenant?: string;
  /** Who the request's cookies stand for, where that was asked before. */
  viewer?: Principal;
  /** Work that nobody waits for, such as a job's. */
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
