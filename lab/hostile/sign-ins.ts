/** Signing in to the dashboard by force, by a planted session and by a forged one; and where it leads afterwards. */
import { randomInt } from 'node:crypto';
import { type Attack, attack, OPERATOR_KEY, request, type Target } from './target.ts';

const OURS = 'signing-ours';
const THEIRS = 'signing-theirs';
const SESSION = 'whetstone.session';
const JSON_TYPE = { 'content-type': 'application/json' };

interface Jar {
  [name: string]: string;
}

interface Visit {
  status: number;
  text: string;
  location: string;
  jar: Jar;
}

const cookieOf = (jar: Jar) =>
  Object.entries(jar)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');

/** Asks as a browser with these cookies would; `jar` has what the reply sets as well. */
async function visit({ url }: Target, path: string, jar: Jar, init: RequestInit = {}): Promise<Visit> {
  const response = await request(url + path, {
    ...init,
    redirect: 'manual',
    headers: { ...(init.headers as Record<string, string> | undefined), cookie: cookieOf(jar) },
  });
  const set = response.headers.getSetCookie().map((line) => {
    const [pair = ''] = line.split(';');
    return [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const;
  });
  return {
    status: response.status,
    text: await response.text(),
    location: response.headers.get('location') ?? '',
    jar: { ...jar, ...Object.fromEntries(set) },
  };
}

interface Tried {
  jar?: Jar;
  callbackUrl?: string;
  headers?: Record<string, string>;
}

/** Signs in as the operator in `tenant`, with the cookies that the browser has already. */
async function signIn(
  target: Target,
  { key, tenant }: { key: string; tenant: string },
  { jar = {}, callbackUrl = '/', headers = {} }: Tried = {},
): Promise<Visit> {
  const form = await visit(target, '/api/auth/csrf', jar, { headers });
  const { csrfToken } = JSON.parse(form.text) as { csrfToken: string };
  return await visit(target, '/api/auth/callback/operator', form.jar, {
    method: 'POST',
    headers: { ...JSON_TYPE, ...headers },
    body: JSON.stringify({ csrfToken, json: 'true', key, tenant, callbackUrl }),
  });
}

/** Whose session a cookie is; null where it is nobody's. */
async function tenantOf(target: Target, session: string | undefined): Promise<string | null> {
  const { status, text } = await visit(target, '/api/trpc/session.me', { [SESSION]: session ?? '' });
  return status === 200 ? (/"tenant":"([^"]+)"/.exec(text)?.[1] ?? null) : null;
}

/** An address that nobody has guessed from, most likely: of 2^17 that are for tests. */
const newAddress = () => `198.${18 + randomInt(2)}.${randomInt(256)}.${randomInt(256)}`;

const said = (isBroken: boolean, what: string) => (isBroken ? [what] : []);

/** A session that somebody else knows never becomes that of the one who signs in. */
async function fixedSessions(target: Target): Promise<string[]> {
  const attacker = (await signIn(target, { key: OPERATOR_KEY, tenant: THEIRS })).jar[SESSION];
  const planted = [attacker ?? '', 'chosen-by-somebody-else', 'a.b.c'];
  const broken = said((await tenantOf(target, attacker)) !== THEIRS, 'nobody can sign in');
  for (const value of planted) {
    const victim = await signIn(target, { key: OPERATOR_KEY, tenant: OURS }, { jar: { [SESSION]: value } });
    const own = victim.jar[SESSION];
    broken.push(
      ...said(own === value || own === undefined, 'signing in keeps a session that was planted'),
      ...said((await tenantOf(target, own)) !== OURS, 'signing in opens no session of its own'),
      ...said((await tenantOf(target, value)) === OURS, 'a planted session becomes that of the victim'),
    );
  }
  const again = (await signIn(target, { key: OPERATOR_KEY, tenant: OURS })).jar[SESSION];
  const more = (await signIn(target, { key: OPERATOR_KEY, tenant: OURS })).jar[SESSION];
  return [...broken, ...said(again === more, 'two sessions have one cookie')];
}

/** A session is taken from its cookie alone, and only where the gateway made it. */
async function forgedSessions(target: Target): Promise<string[]> {
  const real = (await signIn(target, { key: OPERATOR_KEY, tenant: OURS })).jar[SESSION] ?? '';
  const text = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const session = { kind: 'bootstrap', mark: 'x', id: 'x', tenant: OURS, until: 1e15 };
  const forged = [
    `${text({ alg: 'none' })}.${text({ session })}.`,
    `${text({ alg: 'dir', enc: 'A256GCM' })}....`,
    `${real.slice(0, -4)}AAAA`,
    real.slice(0, real.length / 2),
    `${real}.${real}`,
    '%00',
    'x'.repeat(3000),
  ];
  const broken: string[] = [];
  for (const value of forged) {
    broken.push(
      ...said((await tenantOf(target, value)) !== null, `a forged session is taken: ${value.slice(0, 30)}`),
    );
  }
  // It counts as a guess at a key, and other attacks come from the address of this process.
  const guessed = { authorization: `Bearer ${real}`, 'x-forwarded-for': newAddress() };
  const elsewhere = [
    await visit(target, `/api/trpc/session.me?${SESSION}=${real}`, {}),
    await visit(target, '/api/trpc/session.me', {}, { headers: guessed }),
  ];
  return [
    ...broken,
    ...said(
      elsewhere.some(({ status }) => status === 200),
      'a session is taken from elsewhere',
    ),
  ];
}

const PLACES = [
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example/path',
  'https://127.0.0.1.evil.example/',
  'https://user@evil.example/',
  'javascript:alert(1)//evil.example',
  'data:text/html,evil.example',
  '/%09/evil.example',
  '/\t/evil.example',
];

/** Where a sign-in leads: to no other site, also where an address, a header or a cookie asks for one. */
async function redirects(target: Target): Promise<string[]> {
  const forwarded = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
  const broken: string[] = [];
  for (const place of PLACES) {
    const asked = encodeURIComponent(place);
    const replies = [
      await signIn(target, { key: OPERATOR_KEY, tenant: OURS }, { callbackUrl: place }),
      await signIn(target, { key: OPERATOR_KEY, tenant: OURS }, { headers: forwarded }),
      await visit(target, `/api/auth/signin?callbackUrl=${asked}`, {}, { headers: forwarded }),
      await visit(target, `/api/auth/signout?callbackUrl=${asked}`, {}),
      await visit(target, '/api/auth/session', { 'next-auth.callback-url': asked }),
    ];
    for (const { status, text, location, jar } of replies) {
      const url = /"url":"([^"]*)"/.exec(text)?.[1] ?? '';
      const places = [location, url, decodeURIComponent(jar['next-auth.callback-url'] ?? '')];
      // A cookie that the browser had already is not set again.
      const leads = places.filter((one) => one !== place && leadsAway(one, target.url));
      broken.push(
        ...leads.map((one) => `${JSON.stringify(place)} leads to ${one}`),
        ...said(status >= 500, `${JSON.stringify(place)}: ${status}`),
      );
    }
  }
  return broken;
}

function leadsAway(place: string, base: string): boolean {
  if (place === '') return false;
  const parsed = URL.parse(place, base);
  return parsed === null || parsed.origin !== new URL(base).origin;
}

/** Twenty a minute, so that one is given back every three seconds. */
const MOST_AT_ONCE = 20;
const GIVEN_BACK_MS = 3000;

/** Guesses at the form: of one address, of the many that a subscriber of IPv6 has, and all at once. */
async function guesses(target: Target): Promise<{ tried: number; broken: string[] }> {
  const broken: string[] = [];
  const guess = async (address: string, key: string) =>
    await signIn(target, { key, tenant: OURS }, { headers: { 'x-forwarded-for': address } });
  const many = Array.from({ length: 40 }, (_, at) => at);
  // Others than before: those have a part of their next guess already.
  const [address4, prefix] = [newAddress(), randomInt(2 ** 16).toString(16)];
  const ways: Record<string, (at: number) => string> = {
    'one address': () => address4,
    'one subscriber': (at) => `2001:db8:7:${prefix}::${(at + 1).toString(16)}`,
  };
  for (const [name, address] of Object.entries(ways)) {
    const started = performance.now();
    const replies = await Promise.all(many.map((at) => guess(address(at), `guess-${at}`)));
    const atOnce = replies.filter(({ status }) => status !== 429).length;
    const right = await guess(address(0), OPERATOR_KEY);
    const more = Math.ceil((performance.now() - started) / GIVEN_BACK_MS);
    broken.push(...said(atOnce > MOST_AT_ONCE + more, `${atOnce} guesses of ${name} were answered at once`));
    broken.push(...said(right.status !== 200, `who is right of ${name} gets ${right.status}`));
  }
  const other = await guess('198.51.100.8', OPERATOR_KEY);
  broken.push(...said(other.status !== 200, `who is right gets ${other.status} elsewhere`));
  return { tried: 2 * many.length + 3, broken };
}

/** All of them. */
export async function trySignIns(target: Target): Promise<Attack[]> {
  return [
    await attack(target, 'planted and forged sessions', async () => ({
      tried: 13,
      broken: [...(await fixedSessions(target)), ...(await forgedSessions(target))],
    })),
    await attack(target, 'redirects after signing in', async () => ({
      tried: 5 * PLACES.length,
      broken: await redirects(target),
    })),
    await attack(target, 'guesses at the sign-in form', () => guesses(target)),
  ];
}
