/** Who a request acts as. */
export { authenticate, type Credentials } from './authenticate.ts';
export { devPrincipal } from './dev-principal.ts';
