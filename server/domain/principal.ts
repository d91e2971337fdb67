/** Who a request acts as: the tenant it is confined to, the name that the audit shows, and what it may do. */

export const SCOPES = ['learn', 'review', 'admin'] as const;

/** A permission. Scopes are not hierarchical: `admin` does not include `learn`. */
export type Scope = (typeof SCOPES)[number];

/**
 * An authenticated caller. `actor` is what the audit log names; `bucket` is what its rate limit is counted
 * by.
 */
export interface Principal {
  readonly tenant: string;
  readonly actor: string;
  readonly bucket: string;
  readonly scopes: ReadonlySet<Scope>;
  /** The agents that its key is bound to; absent where it may act for all. */
  readonly agents?: ReadonlySet<string>;
  /**
   * Set where a request brings the authority over the whole gateway (the operator's key or session, or dev without
   * credentials): the tenant that it names, which is another one than `tenant` in the sample world.
   */
  readonly operator?: { readonly home: string };
}

// What may name a tenant. Tenants are not registered: one exists once a credential names it, by header or by
// claim, so both take the same texts, and none that looks like another (spaces at the ends, invisible
// characters).

const TENANT = /^[!-~](?:[ -~]{0,126}[!-~])?$/;

/** What {@link isTenant} accepts, in words. */
export const TENANT_FORM = '1 to 128 printable ASCII characters without spaces at the ends';

/** The tenant of the sample world, while that is loaded; a tenant like any other else. */
export const SAMPLE_TENANT = 'sample';

/** Whether `text` may name a tenant. */
export function isTenant(text: string): boolean {
  return TENANT.test(text);
}

/** What only the operator may do is refused to all others with this. */
export const OPERATOR_ONLY = 'only the operator of this gateway may do this';

/** The parts of the service that act by themselves, as proposals, reviews and audit entries name them. */
export const SYSTEM_ACTORS = {
  /** Approves what is of low risk. */
  policy: 'system:policy',
  /** Ends canaries. */
  canary: 'system:canary',
  /** Learns from recorded runs. */
  reflection: 'system:reflection',
  /** Merges skills and lets unused ones age. */
  curation: 'system:curation',
  /** Rewrites skills that fail too often. */
  evolution: 'system:evolution',
  /** Sends events. */
  webhooks: 'system:webhooks',
} as const;

/** Whether an actor's name is that of a part of the service. */
export function isSystemActor(actor: string): boolean {
  return actor.startsWith('system:');
}
