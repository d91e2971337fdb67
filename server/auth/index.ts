/** Who a request acts as. */
export { authenticate } from './authenticate.ts';
export { devPrincipal } from './dev-principal.ts';
