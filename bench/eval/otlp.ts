/**
 * Traces as real instrumentations exported them: from each the episode that its run really was. Every payload is one run of
 * the same support agent, which looked up an order, was refused a refund and said so.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { Episode } from '../../server/domain/runs/episodes/episode.ts';
import type { TracesOut } from '../../server/domain/runs/traces/span.ts';
import type { Client } from './client.ts';
import { type Check, checksOfRun, expectsRefund } from './otlp-checks.ts';
import type { Context, Figure } from './section.ts';

type Spans = Record<string, unknown>[];

/** An OTLP export, as far as it is taken apart here. */
interface Export {
  resourceSpans: { resource: unknown; scopeSpans: { scope: unknown; spans: Spans }[] }[];
}

/** One export a span, each with its own resource and scope. */
function singly({ resourceSpans }: Export): Export[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ scope, spans }) =>
      spans.map((span) => ({ resourceSpans: [{ resource, scopeSpans: [{ scope, spans: [span] }] }] })),
    ),
  );
}

/** The same export under other trace ids, so that it is a run of its own. */
function renamed(sent: Export, round: number): Export {
  const text = JSON.stringify(sent).replaceAll(
    /"traceId":"[0-9a-f]{4}/g,
    `"traceId":"${round.toString(16).padStart(4, 'f')}`,
  );
  return JSON.parse(text) as Export;
}

/** Orders that are all different: forwards, backwards, and rotations of both. */
function orders(parts: Export[]): Export[][] {
  return parts.flatMap((_, start) => {
    const turned = [...parts.slice(start), ...parts.slice(0, start)];
    return [turned, turned.toReversed()];
  });
}

async function episodesOf(
  gateway: Client,
  sent: Export[],
): Promise<{ replies: TracesOut[]; episodes: Episode[] }> {
  const replies: TracesOut[] = [];
  for (const part of sent) replies.push(await gateway.ask<TracesOut>('POST', '/otlp/v1/traces', part));
  const ids = [...new Set(replies.flatMap(({ episodes }) => episodes.map(({ episode_id }) => episode_id)))];
  const episodes = await Promise.all(ids.map((id) => gateway.ask<Episode>('GET', `/v1/episodes/${id}`)));
  return { replies, episodes };
}

/** What has to be alike of one run, however it arrived. */
function essence(episodes: Episode[]): string {
  const kept = episodes.map(({ episode_id: _, created_at: _at, metadata: _meta, ...episode }) =>
    JSON.stringify(episode),
  );
  return kept.toSorted().join('\n');
}

async function checkPayload(gateway: Client, name: string, sent: Export): Promise<Check[]> {
  const { replies, episodes } = await episodesOf(gateway, [sent]);
  const run = episodes.find(expectsRefund);
  const again = await gateway.ask<TracesOut>('POST', '/v1/traces', sent);
  const [reply] = replies;
  const alike: boolean[] = [];
  for (const [round, parts] of orders(singly(renamed(sent, 0))).entries()) {
    const shuffled = parts.map((part) => renamed(part, round));
    alike.push(essence((await episodesOf(gateway, shuffled)).episodes) === essence(episodes));
  }
  const failed = episodes.filter((episode) => !expectsRefund(episode));
  return [
    ...checksOfRun(run, JSON.stringify(sent)),
    { what: 'no span is without an episode', holds: Object.keys(reply?.partialSuccess ?? {}).length === 0 },
    {
      what: 'exporting again adds nothing',
      holds: again.accepted === 0 && again.duplicates === episodes.length,
    },
    { what: `${alike.length} orders of single spans give the same`, holds: alike.every(Boolean) },
    ...(name.startsWith('vercel')
      ? [
          {
            what: 'the failed trace is an episode of its own, without a session',
            holds: failed.length === 1 && failed[0]?.outcome === 'failure' && failed[0].session_id === null,
          },
        ]
      : [{ what: 'it is one episode', holds: failed.length === 0 }]),
  ];
}

/** Sends every payload and says what was made of it. */
export async function otlp({ data, lab, say, keep }: Context): Promise<Figure[]> {
  const gateway = await lab.gateway('otlp', { SERVICE_EMBEDDED_WORKER: 'false' });
  const figures: Figure[] = [];
  for (const file of readdirSync(data.path('otlp')).filter((name) => name.endsWith('.json'))) {
    const sent = JSON.parse(readFileSync(data.path('otlp', file), 'utf8')) as Export;
    const checks = await checkPayload(gateway, file, sent);
    say(file);
    for (const { what, holds } of checks) say(`  ${holds ? '✓' : '✗'} ${what}`);
    keep(file, checks);
    const holding = checks.filter(({ holds }) => holds).length;
    figures.push({
      what: `${file.replace('.json', '')}: what holds of ${checks.length}`,
      measured: holding / checks.length,
      target: { at: 'least', value: 1 },
      unit: 'share',
    });
  }
  await gateway.stop();
  return figures;
}
