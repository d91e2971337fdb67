/** Who a request acts as: the tenant it is confined to, the name that the audit shows, and what it may do. */

export const SCOPES = ['learn', 'review', 'admin'] as const;

/** A permission. Scopes are not hierarchical: `admin` does not include `learn`. */
export type Scope = (typeof SCOPES)[number];

/** An authenticated caller. `actor` is what the audit log names; `bucket` is what its rate limit is counted by. */
export interface Principal {
  readonly tenant: string;
  readonly actor: string;
  readonly bucket: string;
  readonly scopes: ReadonlySet<Scope>;
}
