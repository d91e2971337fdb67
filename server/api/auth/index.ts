/** Who a request acts as, and whether it may come in at all. */
export { admit, admitAddress, admitPrincipal } from './admission.ts';
export { authenticate } from './authenticate.ts';
export { authenticateBrowser } from './authenticate-browser.ts';
export { signOutSession } from './ended-sessions.ts';
export { limitGuesses, noteFailure } from './failed-attempts.ts';
export {
  type Opening,
  openAsOperator,
  openWithKey,
  openWithProvider,
  SESSION_SECONDS,
} from './open-session.ts';
export { type Session, sessionPrincipal, sessionSchema } from './session.ts';
export { cookiesOf, secureCookies, sessionCookieName } from './session-cookie.ts';
export { sessionSecret } from './session-secret.ts';
