/** `whetstone recall`: what an agent would be told for a task. Unlike in an agent, an error is shown. */

import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import { WhetstoneError } from '../errors.ts';
import type { EpisodeBatchOut, EpisodeIn } from '../generated/api.ts';
import { isObject, parsedJson } from '../json.ts';
import { checkedRecall } from '../recall.ts';
import { action, type CommandContext, PATIENT } from './command-context.ts';
import { wholeNumber } from './output.ts';

interface Options {
  session?: string;
  maxSkills?: number;
  maxMemories?: number;
  asOf?: string;
  timeout?: number;
}

/** Somebody looks at the terminal: a gateway that is silent for longer will not answer. */
const RECALL_MS = 3000;

export function recallCommand(): Command {
  return new Command('recall')
    .description('what is known for a task, ready for a system prompt')
    .argument('<task>')
    .option('--session <id>', 'session of the run')
    .option('--max-skills <n>', 'most skills in full', wholeNumber)
    .option('--max-memories <n>', 'most memories', wholeNumber)
    .option('--as-of <time>', 'memories as they were believed then (ISO 8601)')
    .action(
      action<Options>(async ({ settings, out, call }, options, query) => {
        const body = {
          query: query ?? '',
          scope: { agent_id: settings.agentId, user_id: settings.userId },
          session_id: options.session ?? null,
          max_skills: options.maxSkills ?? null,
          max_memories: options.maxMemories ?? null,
          as_of: options.asOf ?? null,
        };
        const reply = await call('recall', { body }, { timeoutMs: options.timeout ?? RECALL_MS });
        const { failure: _, ...recall } = checkedRecall(reply);
        const nothing = recall.holdout
          ? 'Nothing: this session is held out.'
          : 'Nothing is known for this task.';
        out.result(recall, () => (recall.instructions === '' ? nothing : recall.instructions));
      }),
    );
}

/** Below the gateway's bounds of 1,000 episodes and 4,000,000 bytes a request. */
const MAX_EPISODES = 500;
const MAX_CHARS = 1_000_000;

function splitIntoBatches(episodes: readonly EpisodeIn[]): EpisodeIn[][] {
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

async function recordAll(
  { call, out }: CommandContext,
  episodes: readonly EpisodeIn[],
): Promise<EpisodeBatchOut> {
  const all: EpisodeBatchOut = { accepted: 0, duplicates: 0, episodes: [] };
  for (const batch of splitIntoBatches(episodes)) {
    const {
      accepted,
      duplicates,
      episodes: stored,
    } = await call('recordEpisodeBatch', { body: batch }, PATIENT).catch((error: unknown) => {
      if (all.episodes.length > 0) out.note(`recorded before the error: the first ${all.episodes.length}`);
      throw error;
    });
    all.accepted += accepted;
    all.duplicates += duplicates;
    all.episodes.push(...stored);
  }
  return all;
}

/** The episodes of standard input. Throws with the one, or the line, that is no JSON object. */
async function readEpisodes(): Promise<EpisodeIn[]> {
  const input = await text(process.stdin);
  const whole = parsedJson(input);
  const values =
    whole === undefined ? parseLines(input) : Array.isArray(whole) ? (whole as unknown[]) : [whole];
  return values.map((value, index) => {
    if (isObject(value)) return value as unknown as EpisodeIn;
    throw new WhetstoneError('invalid', `episode ${index + 1} of the input is not a JSON object`);
  });
}

function parseLines(input: string): unknown[] {
  return input.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const value = parsedJson(line);
    if (value !== undefined) return [value];
    throw new WhetstoneError('invalid', `line ${index + 1} of the input is not valid JSON`);
  });
}

/** `whetstone record`: episodes from standard input, one JSON object, an array of them or one a line. */
export function recordCommand(): Command {
  return new Command('record')
    .description('record episodes from standard input: JSON, a JSON array, or one JSON object a line')
    .action(
      action(async (context) => {
        const recorded = await recordAll(context, await readEpisodes());
        const { accepted, duplicates, episodes } = recorded;
        context.out.result(recorded, () => {
          const ids = episodes
            .slice(0, 20)
            .map(({ episode_id, duplicate }) => `${episode_id}${duplicate ? ' (known)' : ''}`);
          return [`${accepted} recorded, ${duplicates} known before`, ...ids].join('\n');
        });
      }),
    );
}
