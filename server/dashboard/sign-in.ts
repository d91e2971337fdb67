/** The sign-in endpoints below `/api/auth`: three ways to prove who one is, one kind of session. */
import type { NextRequest } from 'next/server';
import NextAuth, { type AuthOptions } from 'next-auth';
import type { JWT } from 'next-auth/jwt';
import CredentialsProvider from 'next-auth/providers/credentials';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import {
  type Opening,
  openAsOperator,
  openWithKey,
  openWithProvider,
  SESSION_SECONDS,
  secureCookies,
  sessionCookieName,
  sessionSecret,
} from '../auth/index.ts';
import { publicUrl } from '../platform/config/config.ts';
import { nameDashboardAddress } from '../platform/config/environment.ts';
import { isDatabaseUnavailable } from '../platform/db/trouble.ts';
import { errorReply } from '../platform/http/error-reply.ts';
import { processRuntime } from '../platform/process-runtime.ts';
import { currentRequest } from '../platform/request-context.ts';
import type { Runtime } from '../platform/runtime.ts';
import { offersSso } from './sign-in-state.ts';

const PAGE = '/sign-in';

interface RouteContext {
  params: Promise<{ nextauth: string[] }>;
}

/** Answers the library's own endpoints: csrf, providers, signin, callback, session, signout. */
export async function handleSignIn(request: NextRequest, context: RouteContext): Promise<Response> {
  const runtime = await processRuntime();
  const known = currentRequest();
  if (known !== undefined) known.route = '/api/auth';
  try {
    return await answerSignIn(runtime, request, context);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    const { status, headers, body } = errorReply(error, runtime.log);
    return new Response(typeof body === 'string' ? body : null, { status, headers });
  }
}

async function answerSignIn(
  runtime: Runtime,
  request: NextRequest,
  context: RouteContext,
): Promise<Response> {
  const secret = await sessionSecret(runtime);
  if (secret === null) {
    return Response.json(
      { detail: 'sign-in is not configured: set SERVICE_SESSION_SECRET' },
      { status: 503 },
    );
  }
  nameDashboardAddress(publicUrl(runtime.config));
  // The library takes whatever a look-up throws for a refusal.
  const faults: unknown[] = [];
  const answered: unknown = await NextAuth(request, context, optionsOf(runtime, secret, faults));
  if (faults.length > 0) throw faults[0];
  if (!(answered instanceof Response)) throw new Error('the sign-in library gave no response');
  return answered;
}

function optionsOf(runtime: Runtime, secret: string, faults: unknown[]): AuthOptions {
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
      operatorProvider(runtime),
      ...(offersSso(runtime) ? [ssoProvider(runtime)] : []),
    ],
    callbacks: callbacksOf(runtime),
    logger: {
      error: (code) => runtime.log.warn('sign-in.failed', { code }),
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

function keyProvider(runtime: Runtime, faults: unknown[]) {
  return CredentialsProvider({
    id: 'key',
    name: 'API key',
    credentials: { key: { type: 'password' } },
    async authorize(sent) {
      const opening = await openWithKey(runtime, sent?.key.trim() ?? '').catch((error: unknown) => {
        faults.push(error);
        throw error;
      });
      return signedIn(opening);
    },
  });
}

function operatorProvider(runtime: Runtime) {
  return CredentialsProvider({
    id: 'operator',
    name: 'Operator key',
    credentials: { key: { type: 'password' }, tenant: { type: 'text' } },
    authorize: async (sent) =>
      signedIn(openAsOperator(runtime, { key: sent?.key.trim() ?? '', tenant: sent?.tenant.trim() ?? '' })),
  });
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

function callbacksOf(runtime: Runtime): NonNullable<AuthOptions['callbacks']> {
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
      return 'refused' in opening ? `${PAGE}?error=${opening.refused}` : true;
    },
    /** Keeps nothing but our session; called with a user only when somebody signs in. */
    async jwt({ token, user, account, profile }): Promise<JWT> {
      if (account?.provider === 'oidc') return { ...(await opened(account, profile)) };
      if (user !== undefined && 'session' in user) return { session: user.session };
      return { session: token['session'] };
    },
    session: ({ session }) => ({ expires: session.expires }),
  };
}

type SsoAccount = { access_token?: string | undefined; expires_at?: number | undefined } | null;
