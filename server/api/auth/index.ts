/** Who a request acts as, and whether it is let in at all. */
export { admit, admitAddress, admitGuess, admitPrincipal } from './admission.ts';
export { authenticate, authenticateBrowser, authenticateRequest } from './authenticate.ts';
export { signOutSession } from './ended-sessions.ts';
export { limitGuesses, noteFailure } from './failed-attempts.ts';
export {
  openAsOperator,
  openWithKey,
  openWithProvider,
  SESSION_SECONDS,
  type SessionResult,
} from './open-session.ts';
export { visitCookie } from './sample-visit.ts';
export {
  parseCookies,
  type Session,
  secureCookies,
  sessionCookieName,
  sessionPrincipal,
  sessionSchema,
} from './session.ts';
export { sessionSecret } from './session-secret.ts';
export { readSubject } from './token-principal.ts';
