/** What webhooks are told because time passes: reviews that wait, a budget that is used up, learning that fails. */
export { remindTenant } from './remind-tenant.ts';
