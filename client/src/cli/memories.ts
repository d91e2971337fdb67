/** `whetstone memories`: what is believed about users and agents. */
import { Command, Option } from 'commander';
import type { Operations } from '../generated/api.ts';
import { action } from './command-context.ts';
import { clipped, table, wholeNumber } from './output.ts';

type Query = Operations['listMemories']['query'];

interface ListOptions {
  status?: NonNullable<Query['status']>;
  asOf?: string;
  history?: boolean;
  limit?: number;
}

const KINDS = ['fact', 'preference', 'lesson'] as const;

function listCommand(): Command {
  return new Command('list')
    .description('what is believed now, or was')
    .addOption(
      new Option('--status <status>', 'only these').choices(['pending', 'active', 'superseded', 'all']),
    )
    .option('--as-of <time>', 'as it was believed then (ISO 8601)')
    .option('--history', 'with what was superseded')
    .option('--limit <n>', 'most that are shown', wholeNumber)
    .action(
      action<ListOptions>(async ({ call, settings, out }, { status, asOf, history, limit }) => {
        const query: Query = {
          agent_id: settings.agentId,
          ...(settings.userId === null ? {} : { user_id: settings.userId }),
          ...(status === undefined ? {} : { status }),
          ...(asOf === undefined ? {} : { as_of: asOf }),
          ...(history === true ? { include_history: true } : {}),
          ...(limit === undefined ? {} : { limit }),
        };
        const memories = await call('listMemories', { query });
        const rows = memories.map((memory) => [
          memory.id,
          memory.kind,
          memory.status,
          memory.user_id ?? '',
          clipped(memory.content, 80),
        ]);
        out.result(memories, () => table(['id', 'kind', 'status', 'user', 'content'], rows));
      }),
    );
}

function addCommand(): Command {
  return new Command('add')
    .description('tell something that is to be remembered')
    .argument('<content>')
    .addOption(new Option('--kind <kind>').choices(KINDS).default('fact'))
    .action(
      action<{ kind: (typeof KINDS)[number] }>(async ({ call, settings, out }, { kind }, content) => {
        const scope = { agent_id: settings.agentId, user_id: settings.userId };
        const added = await call('addMemory', { body: { content: content ?? '', kind, scope } });
        out.result(added, () => `${added.id}: ${added.action}, ${added.status}`);
      }),
    );
}

function approveCommand(): Command {
  return new Command('approve')
    .description('release a memory that is held for review')
    .argument('<id>')
    .action(
      action(async ({ call, out }, _options, id) => {
        const approved = await call('approveMemory', { path: { memory_id: id ?? '' } });
        out.result(approved, () => `${approved.id}: ${approved.status}`);
      }),
    );
}

function deleteCommand(): Command {
  return new Command('delete')
    .description('delete one memory for good')
    .argument('<id>')
    .action(
      action(async ({ call, out }, _options, id) => {
        await call('deleteMemory', { path: { memory_id: id ?? '' } });
        out.result({ id, status: 'deleted' }, () => `${id}: deleted`);
      }),
    );
}

export function memoriesCommand(): Command {
  return new Command('memories')
    .description('list, add, approve and delete memories')
    .addCommand(listCommand())
    .addCommand(addCommand())
    .addCommand(approveCommand())
    .addCommand(deleteCommand());
}
