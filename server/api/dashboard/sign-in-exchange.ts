/**
 * Calls the sign-in library with a request and a response of the kind that it expects. Refuses or removes
 * before what the library cannot handle: a body that is not an object of texts, and a callback URL on another
 * site.
 */
import type { NextApiRequest, NextApiResponse } from 'next';
import nextAuth, { type AuthOptions } from 'next-auth';
import { z } from 'zod';
import { invalid } from '../../platform/errors.ts';
import { readBounded } from '../../platform/http/body-limit.ts';
import { parseJson } from '../../platform/http/parse-json.ts';
import { parseCookies } from '../auth/index.ts';
import { defaultExport } from './default-export.ts';

interface ExchangeOptions {
  /** The address under which browsers reach the dashboard. */
  base: string;
  maxBytes: number;
  options: AuthOptions;
}

const NextAuth = defaultExport(nextAuth);

/** Where the library keeps the callback URL between two requests. */
const CALLBACK_COOKIE = /next-auth\.callback-url$/;

const fields = z.record(z.string(), z.string());
type Fields = z.infer<typeof fields>;

/** The library's answer to a request for `path`, the parts of the address below `/api/auth`. */
export async function exchange(
  request: Request,
  path: string[],
  { base, maxBytes, options }: ExchangeOptions,
): Promise<Response> {
  const sent = request.headers;
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const { response, answer } = collector();
  const message = {
    method: request.method,
    headers: Object.fromEntries(sent),
    cookies: withOwnAddresses(parseCookies(sent.get('cookie') ?? undefined), base, (name) =>
      CALLBACK_COOKIE.test(name),
    ),
    query: { ...withOwnCallback(query, base), nextauth: path },
    body: withOwnCallback(await readFields(request, maxBytes), base),
  };
  // The library's types ask for a whole Node request and response, but it uses nothing more than is here.
  await NextAuth(message as unknown as NextApiRequest, response as unknown as NextApiResponse, options);
  return answer();
}

async function readFields(request: Request, maxBytes: number): Promise<Fields> {
  if (request.method !== 'POST') return {};
  const type = request.headers.get('content-type') ?? '';
  const body = await readBounded(request, maxBytes);
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) {
    return Object.fromEntries(new URLSearchParams(body.toString()));
  }
  if (!/^application\/json\b/i.test(type)) return {};
  const parsed = fields.safeParse(parseJson(body) ?? {});
  if (!parsed.success) throw invalid(['body'], 'the body must be a JSON object of texts', 'object_type');
  return parsed.data;
}

const withOwnCallback = (sent: Fields, base: string): Fields =>
  withOwnAddresses(sent, base, (name) => name === 'callbackUrl');

/** Makes callback URLs absolute and removes those on other sites, for which the first page is used. */
function withOwnAddresses(sent: Fields, base: string, isAddress: (name: string) => boolean): Fields {
  const { origin } = new URL(base);
  const kept = Object.entries(sent).flatMap(([name, text]) => {
    if (!isAddress(name)) return [[name, text]];
    const address = URL.parse(text, origin);
    return address?.origin === origin ? [[name, address.href]] : [];
  });
  return Object.fromEntries(kept) as Fields;
}

/** A stand-in for Node's response that collects what the library writes to it. */
function collector() {
  const headers = new Headers();
  const reply: { status: number; body: string | null } = { status: 200, body: null };
  const response = {
    status(code: number) {
      reply.status = code;
      return response;
    },
    getHeader: (name: string) =>
      name.toLowerCase() === 'set-cookie' ? headers.getSetCookie() : headers.get(name),
    setHeader(name: string, value: string | string[]) {
      headers.delete(name);
      for (const one of [value].flat()) headers.append(name, one);
      return response;
    },
    json(body: unknown) {
      headers.set('content-type', 'application/json');
      reply.body = JSON.stringify(body);
    },
    send(body: unknown) {
      if (typeof body === 'string' || body === undefined) reply.body = body ?? null;
      else response.json(body);
    },
    end: () => undefined,
  };
  const answer = () => new Response(reply.body, { status: reply.status, headers });
  return { response, answer };
}
