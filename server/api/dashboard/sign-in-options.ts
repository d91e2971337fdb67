/** The options of the sign-in library: three ways to sign in, one kind of session, and signing out. */
import type { AuthOptions } from 'next-auth';
import type { JWT } from 'next-auth/jwt';
import credentialsProvider from 'next-auth/providers/credentials';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import { isServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import {
  limitGuesses,
  noteFailure,
  openAsOperator,
  openWithKey,
  openWithProvider,
  readSubject,
  SESSION_SECONDS,
  type Session,
  type SessionResult,
  secureCookies,
  sessionCookieName,
  sessionPrincipal,
  sessionSchema,
  signOutSession,
} from '../auth/index.ts';
import { defaultExport } from './default-export.ts';
import { offersSso } from './sign-in-state.ts';

const CredentialsProvider = defaultExport(credentialsProvider);

const PAGE = '/sign-in';

/** An error that the library would replace with its own words; it is thrown after the library is done. */
export interface DeferredError {
  error: unknown;
}

/** The library's options for one request. */
export function signInOptions(runtime: Runtime, secret: string, kept: DeferredError): AuthOptions {
  return {
    secret,
    useSecureCookies: secureCookies(runtime),
    cookies: {
      sessionToken: {
        name: sessionCookieName(runtime),
        options: { httpOnly: true, sameSite: 'lax', path: '/', secure: secureCookies(runtime) },
      },
    },
    pages: { signIn: PAGE, signOut: PAGE, error: PAGE },
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    providers: [
      keyProvider(runtime, kept),
      operatorProvider(runtime, kept),
      ...(offersSso(runtime) ? [ssoProvider(runtime)] : []),
    ],
    callbacks: sessionCallbacks(runtime, kept),
    events: { signOut: ({ token }) => keepError(kept, () => leave(runtime, token)) },
    logger: {
      error: (code, facts) => {
        runtime.log.warn('sign-in.failed', { code });
        if (code !== 'OAUTH_CALLBACK_ERROR') return;
        noteFailure(runtime, 'sign_in_sso', { reason: providerFault(facts) });
      },
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}

/** What the library's messages of a provider's answer say, as words for the log. The messages repeat what was sent. */
const PROVIDER_FAULTS: readonly (readonly [RegExp, string])[] = [
  [/^JWT expired\b/, 'expired'],
  [/^(?:aud|azp) mismatch\b/, 'audience'],
  [/^(?:unexpected iss value|iss mismatch|iss missing)\b/, 'issuer'],
  [/^(?:failed to validate JWT signature|no valid key found)\b/, 'signature'],
  [/^(?:state|nonce)\b/, 'not_asked_for'],
];

/** The form of the codes with which a provider refuses, such as `access_denied`. */
const PROVIDER_CODE = /^[a-z_]{1,40}(?= \(|$)/;

function providerFault(facts: Error | { [key: string]: unknown }): string {
  const { message } = facts;
  if (typeof message !== 'string') return 'provider';
  const known = PROVIDER_FAULTS.find(([said]) => said.test(message))?.[1];
  return known ?? PROVIDER_CODE.exec(message)?.[0] ?? 'provider';
}

/** The library passes the message thrown here to the page, as the code of the refusal. */
function signedIn(opening: SessionResult) {
  if ('refused' in opening) throw new Error(opening.refused);
  return { id: opening.session.kind, session: opening.session };
}

/** Rethrows an error and keeps it, since the library would reply with its message. */
async function keepError<T>(kept: DeferredError, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    kept.error = error;
    throw error;
  }
}

const isWrongKey = (opening: SessionResult) =>
  'refused' in opening && ['invalid_key', 'not_operator_key'].includes(opening.refused);

function keyProvider(runtime: Runtime, kept: DeferredError) {
  return CredentialsProvider({
    id: 'key',
    name: 'API key',
    credentials: { key: { type: 'password' } },
    authorize: async (sent) => {
      const check = () => openWithKey(runtime, sent?.key?.trim() ?? '');
      const attempt = () => limitGuesses(runtime, 'sign_in_key', { check, isWrong: isWrongKey });
      return signedIn(await keepError(kept, attempt));
    },
  });
}

function operatorProvider(runtime: Runtime, kept: DeferredError) {
  return CredentialsProvider({
    id: 'operator',
    name: 'Operator key',
    credentials: { key: { type: 'password' }, tenant: { type: 'text' } },
    authorize: async (sent) => {
      const [key = '', tenant = ''] = [sent?.key?.trim(), sent?.tenant?.trim()];
      const check = () => openAsOperator(runtime, { key, tenant });
      const attempt = () => limitGuesses(runtime, 'sign_in_operator', { check, isWrong: isWrongKey });
      return signedIn(await keepError(kept, attempt));
    },
  });
}

/** Ends the session on sign-out, for every copy of its cookie. */
async function leave(runtime: Runtime, token: JWT): Promise<void> {
  const session = sessionSchema.safeParse(token?.['session']);
  if (session.success) await signOutSession(runtime, session.data);
}

function ssoProvider({ config: { credentials } }: Runtime): OAuthConfig<{ sub: string }> {
  const issuer = credentials.oidcIssuer ?? '';
  return {
    id: 'oidc',
    name: 'SSO',
    type: 'oauth',
    issuer,
    wellKnown: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    clientId: credentials.oidcClientId ?? '',
    clientSecret: credentials.oidcClientSecret ?? '',
    authorization: { params: { scope: 'openid profile email' } },
    profile: ({ sub }) => ({ id: sub }),
  };
}

function sessionCallbacks(runtime: Runtime, kept: DeferredError): NonNullable<AuthOptions['callbacks']> {
  const opened = (account: SsoAccount, profile: object | undefined) =>
    openWithProvider(runtime, {
      claims: { ...profile },
      accessToken: account?.access_token ?? null,
      accessEnds: account?.expires_at ?? null,
    });
  return {
    async signIn({ account, profile }) {
      if (account?.provider !== 'oidc') return true;
      const opening = await opened(account, profile);
      if ('refused' in opening) {
        const subject = readSubject({ ...profile });
        noteFailure(runtime, 'sign_in_sso', { reason: opening.refused, subject });
        return `${PAGE}?error=${opening.refused}`;
      }
      return true;
    },
    /** Keeps only our session. Called with a user only at sign-in. Throws where the session is over. */
    async jwt({ token, user, account, profile }): Promise<JWT> {
      if (account?.provider === 'oidc') return { ...(await opened(account, profile)) };
      if (user !== undefined && 'session' in user) return { session: user.session };
      const session = sessionSchema.parse(token['session']);
      await requireValidSession(runtime, session, kept);
      return { session };
    },
    session: ({ token }) => ({ expires: expiryTime(token['session']) }),
  };
}

/** Throws where a session is over. An error that prevents the check is kept, so that the cookie stays. */
async function requireValidSession(runtime: Runtime, session: Session, kept: DeferredError): Promise<void> {
  try {
    await sessionPrincipal(runtime, session);
  } catch (error) {
    if (!(isServiceError(error) && error.kind === 'unauthenticated')) kept.error = error;
    throw error;
  }
}

function expiryTime(session: unknown): string {
  return new Date(sessionSchema.parse(session).until).toISOString();
}

type SsoAccount = { access_token?: string | undefined; expires_at?: number | undefined } | null;
