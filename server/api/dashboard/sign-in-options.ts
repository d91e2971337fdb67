/** What the sign-in library is told: three ways to prove who one is, one kind of session, and what signing out means. */
import type { AuthOptions } from 'next-auth';
import type { JWT } from 'next-auth/jwt';
import CredentialsProvider from 'next-auth/providers/credentials';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import { isServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import {
  limitGuesses,
  noteFailure,
  type Opening,
  openAsOperator,
  openWithKey,
  openWithProvider,
  SESSION_SECONDS,
  type Session,
  secureCookies,
  sessionCookieName,
  sessionPrincipal,
  sessionSchema,
  signOutSession,
} from '../auth/index.ts';
import { offersSso } from './sign-in-state.ts';

const PAGE = '/sign-in';

/** What a request came upon that the library would put into words of its own; thrown once it is done. */
export interface Faults {
  met: unknown;
}

/** The library's options for one request. */
export function optionsOf(runtime: Runtime, secret: string, faults: Faults): AuthOptions {
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
      keyProvider(runtime, faults),
      operatorProvider(runtime, faults),
      ...(offersSso(runtime) ? [ssoProvider(runtime)] : []),
    ],
    callbacks: callbacksOf(runtime, faults),
    events: { signOut: ({ token }) => keeping(faults, () => leave(runtime, token)) },
    logger: {
      error: (code) => {
        runtime.log.warn('sign-in.failed', { code });
        if (code.startsWith('OAUTH_CALLBACK')) noteFailure(runtime, 'sign_in_sso');
      },
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}

/** The library hands what is thrown here to the page, as the code of the refusal. */
function signedIn(opening: Opening) {
  if ('refused' in opening) throw new Error(opening.refused);
  return { id: opening.session.kind, session: opening.session };
}

/** Hands on what is thrown, and keeps it: the library would answer with its message. */
async function keeping<T>(faults: Faults, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    faults.met = error;
    throw error;
  }
}

const isWrongKey = (opening: Opening) => 'refused' in opening && opening.refused === 'invalid_key';

function keyProvider(runtime: Runtime, faults: Faults) {
  return CredentialsProvider({
    id: 'key',
    name: 'API key',
    credentials: { key: { type: 'password' } },
    authorize: async (sent) => {
      const check = () => openWithKey(runtime, sent?.key?.trim() ?? '');
      const attempt = () => limitGuesses(runtime, 'sign_in_key', { check, isWrong: isWrongKey });
      return signedIn(await keeping(faults, attempt));
    },
  });
}

function operatorProvider(runtime: Runtime, faults: Faults) {
  return CredentialsProvider({
    id: 'operator',
    name: 'Operator key',
    credentials: { key: { type: 'password' }, tenant: { type: 'text' } },
    authorize: async (sent) => {
      const [key = '', tenant = ''] = [sent?.key?.trim(), sent?.tenant?.trim()];
      const check = () => openAsOperator(runtime, { key, tenant });
      const attempt = () => limitGuesses(runtime, 'sign_in_operator', { check, isWrong: isWrongKey });
      return signedIn(await keeping(faults, attempt));
    },
  });
}

/** Ends the session of somebody who signs out, wherever its cookie was copied to. */
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

function callbacksOf(runtime: Runtime, faults: Faults): NonNullable<AuthOptions['callbacks']> {
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
      if ('refused' in opening) noteFailure(runtime, 'sign_in_sso');
      return 'refused' in opening ? `${PAGE}?error=${opening.refused}` : true;
    },
    /** Keeps nothing but our session; called with a user only when somebody signs in. A session that is over is none. */
    async jwt({ token, user, account, profile }): Promise<JWT> {
      if (account?.provider === 'oidc') return { ...(await opened(account, profile)) };
      if (user !== undefined && 'session' in user) return { session: user.session };
      const session = sessionSchema.parse(token['session']);
      await stillValid(runtime, session, faults);
      return { session };
    },
    session: ({ token }) => ({ expires: endOf(token['session']) }),
  };
}

/** Throws where a session is over. What keeps it from being told is no reason to take the cookie away. */
async function stillValid(runtime: Runtime, session: Session, faults: Faults): Promise<void> {
  try {
    await sessionPrincipal(runtime, session);
  } catch (error) {
    if (!(isServiceError(error) && error.kind === 'unauthenticated')) faults.met = error;
    throw error;
  }
}

function endOf(session: unknown): string {
  return new Date(sessionSchema.parse(session).until).toISOString();
}

type SsoAccount = { access_token?: string | undefined; expires_at?: number | undefined } | null;
