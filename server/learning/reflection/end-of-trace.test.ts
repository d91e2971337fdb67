/** Reflection ends a trace: what comes later finds the episode as it was reflected on. */
import { expect, it } from 'vitest';
import type { Principal } from '../../domain/principal.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { getEpisode } from '../../runs/episodes/index.ts';
import { ingestTraces } from '../../runs/ingestion/index.ts';
import { aRun, type SpanOf, toExport } from '../../testing/samples/trace-spans.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { reflectionStore } from './store.ts';

describeOnOne('a trace', (runtime) => {
  const send = async (who: Principal, spans: SpanOf[]) =>
    await ingestTraces(runtime(), who, { request: toExport(spans), agentId: undefined });

  it('is final once its episode was reflected on, and nothing of it is kept', async () => {
    const who = freshPrincipal();
    const { db } = runtime();
    const [root, ...others] = aRun('final');
    const { episodes } = await send(who, others);
    const id = episodes[0]?.episode_id ?? '';
    await db.write((tx) => reflectionStore(tx, who.tenant, db.dialect).setReflected([id]));
    expect(await clientOf(db.read).episodeTrace.count({ where: { tenant: who.tenant } })).toBe(0);
    await send(who, root === undefined ? [] : [root]);
    expect(await getEpisode(runtime(), who, id)).toMatchObject({ outcome: 'unknown', reflected: true });
  });
});
