/** Traces in pieces, in any order, again and at the same time: always one episode, always the same. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Principal } from '../../domain/principal.ts';
import type { TracesOut } from '../../domain/runs/traces/span.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { cases } from '../../testing/property.ts';
import { aRun, makeTraceId, type SpanOf, toExport } from '../../testing/samples/trace-spans.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { getEpisode } from '../episodes/index.ts';
import { ingestTraces } from './index.ts';

describeOnOne('traces', (runtime) => {
  const send = async (who: Principal, spans: SpanOf[], agentId?: string): Promise<TracesOut> =>
    await ingestTraces(runtime(), who, { request: toExport(spans), agentId });
  const onlyEpisode = async (who: Principal) => {
    const rows = await clientOf(runtime().db.read).episode.findMany({ where: { tenant: who.tenant } });
    expect(rows).toHaveLength(1);
    return await getEpisode(runtime(), who, rows[0]?.id ?? '');
  };
  const totals = async ({ tenant }: Principal) => {
    const rows = await clientOf(runtime().db.read).agentTotals.findMany({ where: { tenant } });
    return Object.fromEntries(
      rows.filter(({ episodes }) => episodes > 0).map((row) => [row.agentId, row.episodes]),
    );
  };
  const kept = async ({ tenant }: Principal) =>
    await clientOf(runtime().db.read).episodeTrace.findMany({ where: { tenant } });

  it('become the episode of the run that they show', async () => {
    const who = freshPrincipal();
    const reply = await send(who, aRun('whole'));
    const episode = await onlyEpisode(who);
    expect(reply).toEqual({
      partialSuccess: {},
      accepted: 1,
      duplicates: 0,
      episodes: [{ episode_id: episode.episodeId, trace_id: makeTraceId('whole'), duplicate: false }],
    });
    expect(episode).toMatchObject({
      agentId: 'forecaster',
      userId: 'u-1',
      sessionId: 'session of whole',
      task: 'Is it raining in Bern?',
      messages: [
        { role: 'user', content: 'Is it raining in Bern?' },
        { role: 'assistant', content: '[weather({"city":"Bern"})]' },
        { role: 'tool', content: 'rain' },
        { role: 'assistant', content: 'Yes, take a coat.' },
      ],
      toolCalls: [
        { name: 'weather', arguments: { city: 'Bern' }, result: 'rain', error: null },
        { name: 'station', arguments: { id: 7 }, result: null, error: 'no such station' },
      ],
      outcome: 'unknown',
      durationMs: 90,
      framework: 'openai',
    });
  });

  it('give the same episode in any order and number of requests their spans come', async () => {
    const whole = freshPrincipal();
    await send(whole, aRun('split', { recall_id: 'rc_unknown' }));
    const { episodeId: _, createdAt: _at, ...expected } = await onlyEpisode(whole);
    const run = aRun('split', { recall_id: 'rc_unknown' });
    const cuts = fc.array(fc.nat({ max: 4 }), { minLength: run.length, maxLength: run.length });
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(run, { minLength: run.length }),
        cuts,
        fc.boolean(),
        async (spans, parts, again) => {
          const who = freshPrincipal();
          const requests = [...Map.groupBy(spans, (span) => parts[run.indexOf(span)]).values()];
          for (const request of requests) await send(who, request);
          if (again) for (const request of requests.toReversed()) await send(who, request);
          const { episodeId: _id, createdAt: _when, ...episode } = await onlyEpisode(who);
          expect(episode).toEqual(expected);
          expect(await totals(who)).toEqual({ forecaster: 1 });
        },
      ),
      { numRuns: cases(30) },
    );
  });

  it('are one episode where all their spans come at the same time, each in a request of its own', async () => {
    const who = freshPrincipal();
    const replies = await Promise.all(aRun('race').map((span) => send(who, [span])));
    const episode = await onlyEpisode(who);
    expect(episode).toMatchObject({ agentId: 'forecaster', durationMs: 90, sessionId: 'session of race' });
    expect(episode.toolCalls).toHaveLength(2);
    expect(episode.messages).toHaveLength(4);
    expect(replies.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(1);
    expect(await totals(who)).toEqual({ forecaster: 1 });
  });

  it('exported again change nothing', async () => {
    const who = freshPrincipal();
    await send(who, aRun('again'));
    const [before] = await kept(who);
    const first = await onlyEpisode(who);
    expect(await send(who, aRun('again'))).toMatchObject({ accepted: 0, duplicates: 1, partialSuccess: {} });
    expect(await onlyEpisode(who)).toEqual(first);
    expect(await kept(who)).toEqual([before]);
  });

  it('are not completed any more once their episode was reflected on', async () => {
    const who = freshPrincipal();
    const [root, ...others] = aRun('late');
    await send(who, others);
    const { tenant } = who;
    const { episode, episodeTrace } = clientOf(runtime().db.read);
    await episode.updateMany({ where: { tenant }, data: { reflected: true } });
    await episodeTrace.deleteMany({ where: { tenant } });
    const before = await onlyEpisode(who);
    expect(await send(who, root === undefined ? [] : [root])).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await onlyEpisode(who)).toEqual(before);
    expect(await kept(who)).toEqual([]);
  });

  it('fail only where their root failed, also where that comes last', async () => {
    const who = freshPrincipal();
    const [root, ...others] = aRun('failing');
    await send(who, others);
    expect(await onlyEpisode(who)).toMatchObject({ outcome: 'unknown', error: null, reward: null });
    await send(who, root === undefined ? [] : [{ ...root, failed: 'the model is overloaded' }]);
    const episode = await onlyEpisode(who);
    expect(episode).toMatchObject({ outcome: 'failure', error: 'the model is overloaded', reward: 0 });
  });

  it('without a model, tool or agent make no episode and are counted', async () => {
    const who = freshPrincipal();
    const spans = [
      { id: 1, trace: 'web' },
      { id: 2, parent: 1, trace: 'web', attributes: { 'db.system': 'sqlite' } },
    ];
    const reply = await send(who, spans);
    expect(reply).toMatchObject({ accepted: 0, duplicates: 0, episodes: [] });
    expect(reply.partialSuccess).toMatchObject({ rejectedSpans: 2 });
    expect(reply.partialSuccess.errorMessage).toContain('2 spans');
  });

  it('take session and failure from a plain root that came long before the run was seen', async () => {
    const who = freshPrincipal();
    const root: SpanOf = {
      id: 9,
      trace: 'plain',
      lasts: 500,
      failed: 'timed out',
      attributes: { 'session.id': 's' },
    };
    await send(who, [root]);
    const [, ...others] = aRun('plain');
    await send(who, others);
    expect(await onlyEpisode(who)).toMatchObject({ sessionId: 's', outcome: 'failure', durationMs: 500 });
  });

  it('belong to the agent that the sender names, whatever the spans say', async () => {
    const who = freshPrincipal();
    const [root, ...others] = aRun('named');
    await send(who, others, 'mine');
    await send(who, root === undefined ? [] : [root]);
    expect(await onlyEpisode(who)).toMatchObject({ agentId: 'mine' });
    expect(await totals(who)).toEqual({ mine: 1 });
  });

  it('are redacted before anything of them is kept', async () => {
    const who = freshPrincipal();
    const [root, first, ...others] = aRun('secret');
    const secret = JSON.stringify([
      { role: 'user', parts: [{ type: 'text', content: 'I am ada@example.com' }] },
    ]);
    const asked = { ...first, id: 2, attributes: { ...first?.attributes, 'gen_ai.input.messages': secret } };
    await send(who, [...(root === undefined ? [] : [root]), asked, ...others.slice(0, 2)]);
    const [row] = await kept(who);
    expect(row?.state).not.toContain('ada@example.com');
    expect(JSON.stringify(await onlyEpisode(who))).not.toContain('ada@example.com');
  });

  it('of several runs are as many episodes, however their spans come', async () => {
    const runs = [1, 2, 3].map((nth) =>
      aRun('several').map(({ id, parent, at = 0, ...span }): SpanOf => {
        const base = nth * 10;
        return {
          ...span,
          id: base + id,
          parent: parent === undefined ? 1 : base + parent,
          at: at + nth * 1000,
        };
      }),
    );
    const app: SpanOf = { id: 1, trace: 'several', lasts: 9000, attributes: { 'http.route': '/' } };
    const all = [...runs.flat(), app];
    const cuts = fc.array(fc.nat({ max: 5 }), { minLength: all.length, maxLength: all.length });
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(all, { minLength: all.length }), cuts, async (spans, parts) => {
        const who = freshPrincipal();
        const requests = [...Map.groupBy(spans, (span) => parts[all.indexOf(span)]).values()];
        for (const request of requests) await send(who, request);
        const reply = await send(who, all);
        expect(reply).toMatchObject({ accepted: 0, duplicates: 3 });
        const episodes = await Promise.all(
          reply.episodes.map(({ episode_id: id }) => getEpisode(runtime(), who, id)),
        );
        expect(
          episodes.map(({ toolCalls, messages, durationMs }) => [
            toolCalls.length,
            messages.length,
            durationMs,
          ]),
        ).toEqual(runs.map(() => [2, 4, 90]));
        expect(await totals(who)).toEqual({ forecaster: 3 });
      }),
      { numRuns: cases(15) },
    );
  });

  it('of a run that began before the application’s span was known keep its episode', async () => {
    const who = freshPrincipal();
    const run = aRun('job').map((span): SpanOf => ({ ...span, parent: span.parent ?? 9 }));
    const { episodes: first } = await send(who, run);
    const { episodes: again } = await send(who, [{ id: 9, trace: 'job', lasts: 500 }]);
    expect(again).toEqual(first.map((episode) => ({ ...episode, duplicate: true })));
    expect(await send(who, run)).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await totals(who)).toEqual({ forecaster: 1 });
  });

  it('that were kept before there could be several runs are completed', async () => {
    const who = freshPrincipal();
    const [root, ...others] = aRun('earlier');
    await send(who, others);
    const [row] = await kept(who);
    const state = JSON.parse(row?.state ?? '{}') as { parts: Record<string, object> };
    const [part] = Object.values(state.parts);
    await clientOf(runtime().db.read).episodeTrace.updateMany({
      where: { tenant: who.tenant },
      data: { state: JSON.stringify(part) },
    });
    expect(await send(who, root === undefined ? [] : [root])).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await onlyEpisode(who)).toMatchObject({ agentId: 'forecaster', durationMs: 90 });
  });

  it('of one export are stored together, regardless of their number', async () => {
    const who = freshPrincipal();
    const spans = Array.from({ length: 700 }, (_, index) => aRun(`many ${index}`).slice(1, 2)).flat();
    expect(await send(who, spans)).toMatchObject({ accepted: 700, duplicates: 0 });
    expect(await send(who, spans)).toMatchObject({ accepted: 0, duplicates: 700 });
  });
});
