/** `whetstone episodes` and `whetstone feedback`: what happened in runs, and how good it was. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { WhetstoneError } from '../errors.ts';
import type { Episode, Operations, ToolCallOutput } from '../generated/api.ts';
import { action, type CommandContext } from './command-context.ts';
import { clipped, table, wholeNumber } from './output.ts';

type Query = Operations['listEpisodes']['query'];

const OUTCOMES = ['success', 'partial', 'failure', 'unknown', 'all'];

interface ListOptions {
  outcome: NonNullable<Query['outcome']> | 'all';
  session?: string;
  limit: number;
}

const amount = (reward: number | null) => (reward === null ? '–' : reward.toFixed(2));

function listCommand(): Command {
  return new Command('list')
    .description('the latest episodes of all agents, or of the one of --agent')
    .addOption(new Option('--outcome <outcome>', 'only these').choices(OUTCOMES).default('all'))
    .option('--session <id>', 'only those of one session')
    .option('--limit <n>', 'most that are shown, 1000 at most', wholeNumber, 100)
    .action(
      action<ListOptions>(async ({ call, settings, namedAgent, out }, { outcome, session, limit }) => {
        const query: Query = {
          ...(namedAgent === null ? {} : { agent_id: namedAgent }),
          ...(settings.userId === null ? {} : { user_id: settings.userId }),
          ...(session === undefined ? {} : { session_id: session }),
          ...(outcome === 'all' ? {} : { outcome }),
          limit: Math.min(limit, 1000),
        };
        const episodes = await call('listEpisodes', { query });
        const rows = episodes.map((episode) => [
          episode.episode_id,
          episode.created_at.slice(0, 16),
          episode.agent_id,
          episode.outcome,
          amount(episode.reward),
          clipped(episode.task ?? '', 60),
        ]);
        out.result(episodes, () => table(['id', 'recorded', 'agent', 'outcome', 'reward', 'task'], rows));
      }),
    );
}

function describeTool({ name, error, result }: ToolCallOutput): string {
  const said = error ?? result ?? '';
  return `tool ${name}${error === null || error === undefined ? '' : ' failed'}: ${clipped(said, 300)}`;
}

function describe(episode: Episode): string {
  const { episode_id: id, agent_id, outcome, reward, reward_source, created_at, error, task } = episode;
  const judged = reward === null ? 'no reward' : `reward ${amount(reward)} by ${reward_source}`;
  return [
    `${id}  ${agent_id}  ${outcome}, ${judged}  ${created_at}`,
    task ?? '',
    ...episode.messages.map(({ role, content }) => `${role}: ${clipped(content, 1000)}`),
    ...episode.tool_calls.map(describeTool),
    error === null ? '' : `error: ${error}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

function showCommand(): Command {
  return new Command('show')
    .description('one episode by its id')
    .argument('<id>')
    .action(
      action(async ({ call, out }, _options, id) => {
        const episode = await call('getEpisode', { path: { episode_id: id ?? '' } });
        out.result(episode, () => describe(episode));
      }),
    );
}

async function lastOf(call: CommandContext['call'], agentId: string): Promise<Episode> {
  const [last] = await call('listEpisodes', { query: { agent_id: agentId, limit: 1 } });
  if (last === undefined) throw new WhetstoneError('invalid', `${agentId} has no episode`);
  return await call('getEpisode', { path: { episode_id: last.episode_id } });
}

function latestCommand(): Command {
  return new Command('latest')
    .description("the agent's last episode, of a session where one is named")
    .argument('[session]')
    .action(
      action(async ({ call, settings, out }, _options, session) => {
        const agent_id = settings.agentId;
        const episode =
          session === undefined
            ? await lastOf(call, agent_id)
            : await call('latestEpisode', { query: { session_id: session, agent_id } });
        out.result(episode, () => describe(episode));
      }),
    );
}

export function episodesCommand(): Command {
  return new Command('episodes')
    .description('list and show recorded runs')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(latestCommand());
}

function toScore(text: string): number {
  const score = /^[\d.]+$/.test(text) ? Number(text) : Number.NaN;
  if (!(score >= 0 && score <= 1)) throw new InvalidArgumentError('Use a number from 0 to 1.');
  return score;
}

interface FeedbackOptions {
  comment?: string;
  correction?: string;
}

export function feedbackCommand(): Command {
  return new Command('feedback')
    .description('say how good a recorded run was, from 0 to 1')
    .argument('<run>', 'id of its episode (ep_…), or of its recall (rc_…)')
    .argument('<score>', 'from 0 to 1', toScore)
    .option('--comment <text>', 'why')
    .option('--correction <text>', 'what the run should have done')
    .action(
      action<FeedbackOptions>(async ({ call, out }, { comment, correction }, run = '', score) => {
        const body = {
          ...(run.startsWith('rc_') ? { recall_id: run } : { episode_id: run }),
          score: Number(score),
          comment: comment ?? null,
          correction: correction ?? null,
        };
        const given = await call('giveFeedback', { body });
        out.result(given, () => `${given.episode_id}: reward ${amount(given.reward)}`);
      }),
    );
}
