/** The way into the sample world: whose browsers have it, and what everybody else gets who tries. */
import { encode } from 'next-auth/jwt';
import { beforeAll, describe, expect, it } from 'vitest';
import { createKey, hashKey } from '../../admin/keys/index.ts';
import { type Principal, SAMPLE_TENANT } from '../../domain/principal.ts';
import { loadSampleWorld, removeSampleWorld } from '../../sample/index.ts';
import { skillIn } from '../../testing/skill-history.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { authorSkill } from '../../skills/index.ts';
import { authenticate } from '../auth/index.ts';
import { bootstrapMark, type Session, sessionCookieName } from '../auth/session.ts';
import { sessionSecret } from '../auth/session-secret.ts';
import { answerTrpc } from './handler.ts';

const OPERATOR_KEY = 'operator-key-0123456789';
const ISSUER = 'https://idp.example';
const WORLD = 'whetstone.world=sample';
const LOAD_MS = 300_000;
const OWN_PAGE = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };

interface Answer {
  status: number;
  cookies: string[];
  result?: { data: { tenant: string } };
  error?: { message: string; data: { kind: string } };
}

async function ask(
  runtime: TestRuntime,
  path: string,
  { post = false, ...headers }: Record<string, string> & { post?: boolean },
): Promise<Answer> {
  const sent = post ? { method: 'POST', body: '{}', headers: { ...OWN_PAGE, ...headers } } : { headers };
  const response = await answerTrpc(runtime, new Request(`http://127.0.0.1:8080/api/trpc/${path}`, sent));
  const cookies = response.headers.getSetCookie();
  return { ...((await response.json()) as Omit<Answer, 'status' | 'cookies'>), status: response.status, cookies };
}
