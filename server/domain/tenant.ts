/**
 * What may name a tenant. Tenants are not registered: one exists once a credential names it, by header or by claim,
 * so both take the same texts, and none that looks like another (spaces at the ends, invisible characters).
 */

const TENANT = /^[!-~](?:[ -~]{0,126}[!-~])?$/;

/** What {@link isTenant} accepts, in words. */
export const TENANT_FORM = '1 to 128 printable ASCII characters without spaces at the ends';

/** Whether `text` may name a tenant. */
export function isTenant(text: string): boolean {
  return TENANT.test(text);
}
