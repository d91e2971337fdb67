/** How the contract suite calls an operation: what a valid call needs, and what an invalid one looks like. */
import type { Scope } from '../../domain/principal.ts';

/** A request before a credential is added. */
export interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  body?: unknown;
}

/** A reply as any door gives it. */
export interface ContractReply {
  status: number;
  headers: Headers;
  text: string;
  json: unknown;
}

/** Calls the gateway with the credential of one tenant and scope. */
export type Caller = (call: Call, scope?: Scope) => Promise<ContractReply>;

export interface ContractCase {
  /** Prepares what the call refers to, through the interface, and returns the call. */
  valid(as: Caller): Promise<Call>;
  /** The status of the valid call. */
  status?: number;
  /** A call that validation refuses with 422; absent where any input is acceptable. */
  invalid?: Call;
  /** What another tenant gets from the very same call: 404 for a resource by id, else a success without the data. */
  foreign: 'not_found' | 'isolated';
}
