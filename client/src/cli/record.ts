/** `whetstone record`: episodes from standard input, one JSON object, an array of them or one a line. */
import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import { WhetstoneError } from '../errors.ts';
import type { EpisodeBatchOut, EpisodeIn } from '../generated/api.ts';
import { parsedJson } from '../reply.ts';
import { action, PATIENT, type Session } from './session.ts';

/** Below the gateway's bounds of 1,000 episodes and 4,000,000 bytes a request. */
const MAX_EPISODES = 500;
const MAX_CHARS = 1_000_000;

function isEpisode(value: unknown): value is EpisodeIn {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The episodes of the input. Throws with the line that is none. */
function episodesOf(input: string): EpisodeIn[] {
  const whole = parsedJson(input);
  const values = whole === undefined ? linesOf(input) : Array.isArray(whole) ? (whole as unknown[]) : [whole];
  return values.map((value, index) => {
    if (isEpisode(value)) return value;
    throw new WhetstoneError('invalid', `episode ${index + 1} of the input is no JSON object`);
  });
}

function linesOf(input: string): unknown[] {
  return input.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const value = parsedJson(line);
    if (value !== undefined) return [value];
    throw new WhetstoneError('invalid', `line ${index + 1} of the input is no JSON`);
  });
}

function batchesOf(episodes: readonly EpisodeIn[]): EpisodeIn[][] {
  const batches: EpisodeIn[][] = [];
  let chars = Number.POSITIVE_INFINITY;
  for (const episode of episodes) {
    const length = JSON.stringify(episode).length;
    const last = batches.at(-1);
    if (last === undefined || last.length >= MAX_EPISODES || chars + length > MAX_CHARS) {
      batches.push([episode]);
      chars = length;
    } else {
      last.push(episode);
      chars += length;
    }
  }
  return batches;
}

async function recordAll({ call, out }: Session, episodes: readonly EpisodeIn[]): Promise<EpisodeBatchOut> {
  const all: EpisodeBatchOut = { accepted: 0, duplicates: 0, episodes: [] };
  for (const batch of batchesOf(episodes)) {
    const {
      accepted,
      duplicates,
      episodes: stored,
    } = await call('recordEpisodeBatch', { body: batch }, PATIENT).catch((error: unknown) => {
      if (all.episodes.length > 0) out.note(`recorded before the fault: the first ${all.episodes.length}`);
      throw error;
    });
    all.accepted += accepted;
    all.duplicates += duplicates;
    all.episodes.push(...stored);
  }
  return all;
}

export function recordCommand(): Command {
  return new Command('record')
    .description('record episodes from standard input: JSON, a JSON array, or one JSON object a line')
    .action(
      action(async (session) => {
        const recorded = await recordAll(session, episodesOf(await text(process.stdin)));
        const { accepted, duplicates, episodes } = recorded;
        session.out.result(recorded, () => {
          const ids = episodes
            .slice(0, 20)
            .map(({ episode_id, duplicate }) => `${episode_id}${duplicate ? ' (known)' : ''}`);
          return [`${accepted} recorded, ${duplicates} known before`, ...ids].join('\n');
        });
      }),
    );
}
