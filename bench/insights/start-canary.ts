/**
 * Puts a change of a skill on trial, as a reviewer would what was learned. What is learned comes from jobs and a model, so this goes to
 * the use cases; the bounds are so wide that the canary outlives the measurement.
 */
import { proposeChangesets, reviewChangeset } from '../../server/skills/changesets/index.ts';
import { SCOPES } from '../../server/domain/principal.ts';
import { systemTime } from '../../server/platform/clock.ts';
import { readConfig } from '../../server/platform/config/config.ts';
import { openDatabase } from '../../server/platform/db/database.ts';
import { createLog } from '../../server/platform/log/log.ts';
import { createMetrics } from '../../server/platform/metrics/metrics.ts';
import { createRuntime } from '../../server/platform/runtime.ts';

const WHO = { tenant: 'dev', actor: 'dev', bucket: 'dev', scopes: new Set(SCOPES) };

/** Starts a canary on a skill that has been used. */
export async function startCanary(databaseUrl: string, agentId: string, skill: string): Promise<void> {
  const config = readConfig({
    ...{ SERVICE_ENV: 'dev', SERVICE_DATABASE_URL: databaseUrl },
    ...{ SERVICE_CANARY_THRESHOLD: '0.999999', SERVICE_CANARY_MAX_SAMPLES: '1000000' },
  });
  const db = openDatabase(config.database);
  const log = createLog('prod', { write: () => undefined });
  const runtime = createRuntime({ config, db, log, metrics: createMetrics(), ...systemTime() });
  try {
    const [changeset] = await proposeChangesets(runtime, WHO.tenant, {
      ...{ agentId, rationale: 'To be measured.', source: 'reflection', episodeIds: ['ep_1'] },
      ...{ proposedBy: 'system:reflection', evalScore: null, baselineScore: null },
      ops: [{ op: 'set_description', skill, description: 'Another description of what it is for' }],
    });
    if (changeset === undefined) throw new Error('the proposal was dropped');
    const review = { id: changeset.id, approve: true, comment: null };
    const { status } = await reviewChangeset(runtime, WHO, review);
    if (status !== 'canary') throw new Error(`approved, the changeset is ${status}`);
  } finally {
    await db.close();
  }
}
