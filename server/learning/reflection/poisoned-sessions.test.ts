/**
 * What attacks over several sessions bring to other users' agents without a person, by setting: the table of
 * docs/operations.md.
 */
import { expect, it } from 'vitest';
import { describeWithModelOnOne } from '../../../lab/model/model-runtime.ts';
import type { Environment } from '../../platform/config/config.ts';
import { NO_HOLDOUT } from '../../testing/jobs/reflect-job.ts';
import { ATTACKS, isLive } from '../../testing/samples/poisoned-sessions.ts';
import { freshPrincipal } from '../../testing/test-runtime.ts';

const THREE_SESSIONS = { SERVICE_MIN_SESSIONS_FOR_AUTO_APPROVE: '3' };
const USER_RULES = { SERVICE_USER_RULES_NEED_REVIEW: 'true' };
const SHARED = { SERVICE_SHARE_LEARNED_FACTS: 'true' };
const BY_AGENT = 'an agent is made to remember it for all';
const BY_FAKES = '3 made-up users under one key say it';

/** What an agent's only user says is taught to everybody, and what several say, unless a setting asks for more. */
const BY_USERS = ['one user says it in 3 sessions', BY_FAKES, 'one user’s memory of it is served and taught'];

interface Tried {
  under: string;
  settings: Environment;
  /** The attacks that succeed. */
  live: readonly string[];
}

const TRIED: readonly Tried[] = [
  { under: 'the defaults', settings: {}, live: [...BY_USERS, BY_AGENT] },
  { under: 'review of users’ rules', settings: USER_RULES, live: [BY_AGENT] },
  { under: 'three sessions', settings: THREE_SESSIONS, live: [BY_FAKES] },
  { under: 'both', settings: { ...THREE_SESSIONS, ...USER_RULES }, live: [] },
  {
    under: 'four eyes',
    settings: { SERVICE_REVIEW_FOUR_EYES: 'true' },
    live: [...BY_USERS, BY_AGENT],
  },
  {
    under: 'approval by people',
    settings: { SERVICE_AUTO_APPROVE_LOW_RISK: 'false', SERVICE_AUTO_APPROVE_MEMORIES: 'false' },
    live: [],
  },
  {
    under: 'both, and facts for everybody',
    settings: { ...SHARED, ...THREE_SESSIONS, ...USER_RULES },
    live: [BY_FAKES],
  },
];

for (const { under, settings, live } of TRIED) {
  describeWithModelOnOne(
    `under ${under},`,
    (runtime, model, dialect) => {
      it.runIf(dialect === 'sqlite').each(Object.entries(ATTACKS))(
        'who is served what was planted is as documented: %s',
        async (name, attack) => {
          const world = { rt: runtime(), who: freshPrincipal(), model: model() };
          await attack(world);
          expect(await isLive(world)).toBe(live.includes(name));
        },
      );
    },
    { ...NO_HOLDOUT, ...settings },
  );
}
