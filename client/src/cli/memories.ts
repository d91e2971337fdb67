/** `whetstone memories`: what is believed about users and agents. */
import { Command, Option } from 'commander';
import type { MemoryIn, Operations } from '../generated/api.ts';
import { rememberAll } from '../remember.ts';
import { action, PATIENT } from './command-context.ts';
import { readObjects } from './input.ts';
import { clipped, EXIT, table, wholeNumber } from './output.ts';

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

function importCommand(): Command {
  return new Command('import')
    .description('remember what standard input says: JSON, a JSON array, or one JSON object a line')
    .action(
      action(async ({ settings, out, exitWith }) => {
        const memories = (await readObjects('memory')) as MemoryIn[];
        const results = await rememberAll(settings, memories, PATIENT);
        const failed = results.flatMap((result, index) =>
          'error' in result ? [`memory ${index + 1}: ${result.error.detail}`] : [],
        );
        const count = (wanted: string) =>
          results.filter(
            (result) => 'status' in result && result.action !== 'noop' && result.status === wanted,
          ).length;
        const known = results.filter((result) => 'action' in result && result.action === 'noop').length;
        out.result(results, () =>
          [
            `${count('active')} remembered, ${count('pending')} held for review, ${known} known before, ${failed.length} failed`,
            ...failed,
          ].join('\n'),
        );
        if (failed.length > 0) exitWith(EXIT.failed);
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
    .description('list, add, import, approve and delete memories')
    .addCommand(listCommand())
    .addCommand(addCommand())
    .addCommand(importCommand())
    .addCommand(approveCommand())
    .addCommand(deleteCommand());
}
