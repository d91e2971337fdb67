/** The commands and the options that all of them share. */
import { Command, CommanderError, Option } from 'commander';
import type { Operations } from '../generated/api.ts';
import { VERSION } from '../options.ts';
import { changesetsCommand } from './changesets.ts';
import { action } from './command-context.ts';
import { connectCommand } from './connect.ts';
import { doctorCommand } from './doctor.ts';
import { episodesCommand, feedbackCommand } from './episodes.ts';
import { mcpCommand } from './mcp.ts';
import { modelCommand } from './model.ts';
import { EXIT, table, wholeNumber } from './output.ts';
import { recallCommand, recordCommand } from './runs.ts';
import { skillsCommand } from './skills.ts';

const EXIT_CODES = `
Exit codes: 0 done, 1 refused or done in part, 2 wrong usage, 3 the gateway does not answer, 4 the key is not
accepted or lacks a scope, 5 \`skills sync --check\` found a difference. On a terminal the output is for people,
otherwise it is JSON.`;

function shared(command: Command): Command {
  return command
    .addOption(new Option('--url <address>', 'address of the gateway').env('WHETSTONE_URL'))
    .addOption(
      new Option('--api-key <key>', 'API key; rather set the variable than show it')
        .env('WHETSTONE_API_KEY')
        .hideHelp(false),
    )
    .addOption(new Option('--agent <id>', 'agent that is meant').env('WHETSTONE_AGENT'))
    .option('--user <id>', 'user that is meant')
    .option('--tenant <id>', "tenant, needed beside the operator's key only")
    .option('--timeout <ms>', 'longest that a request may take', wholeNumber)
    .option('--json', 'JSON on a terminal too');
}

/** Usage errors throw instead of ending the process, in every command. */
function throwUsageErrors(command: Command): Command {
  command.exitOverride();
  for (const inner of command.commands) throwUsageErrors(inner);
  return command;
}

/** The whole command line, ready to parse. */
function program(): Command {
  const command = shared(new Command('whetstone'))
    .description(
      'Recall, record and govern what agents learn from their own runs, through a Whetstone gateway.',
    )
    .version(VERSION)
    .addHelpText('after', EXIT_CODES);
  const commands = [
    recallCommand(),
    recordCommand(),
    skillsCommand(),
    changesetsCommand(),
    episodesCommand(),
    feedbackCommand(),
    connectCommand(),
    mcpCommand(),
    keysCommand(),
    doctorCommand(),
    modelCommand(),
    configCommand(),
  ];
  for (const inner of commands) command.addCommand(inner);
  return throwUsageErrors(command);
}

const MASK = '********';

/** `whetstone config`: what the options and the environment come to. The gateway's own is not for its callers. */
function configCommand(): Command {
  return new Command('config')
    .description(
      "print the settings in force, the key masked (the gateway's own: `npm run config` beside it)",
    )
    .action(
      action(async ({ settings: { url, headers, agentId, userId, requestTimeoutMs }, out }) => {
        const settings = {
          url,
          api_key: headers['authorization'] === undefined ? null : MASK,
          agent: agentId,
          user: userId,
          tenant: headers['x-tenant-id'] ?? null,
          timeout_ms: requestTimeoutMs,
        };
        const rows = Object.entries(settings).map(([name, value]) => [name, String(value ?? '(unset)')]);
        out.result(settings, () => table(['', ''], rows).trimStart());
      }),
    );
}

/** `whetstone keys`: credentials of the tenant. */
type Scopes = NonNullable<Operations['createKey']['body']['scopes']>;

function createCommand(): Command {
  return new Command('create')
    .description('make a key; it is shown once')
    .argument('<name>')
    .addOption(
      new Option('--scope <scopes...>', 'what it may do')
        .choices(['learn', 'review', 'admin'])
        .default(['learn']),
    )
    .option('--agents <ids...>', 'the agents that it may act for; all where this is absent')
    .action(
      action<{ scope: Scopes; agents?: string[] }>(async ({ call, out }, { scope, agents = [] }, name) => {
        const created = await call('createKey', { body: { name: name ?? '', scopes: scope, agents } });
        const { key, id, scopes } = created;
        out.result(
          created,
          () => `${key}\n${id} with ${scopes.join(', ')} for ${agentsText(created)}; shown this once`,
        );
      }),
    );
}

const agentsText = ({ agents }: { agents: readonly string[] }) => agents.join(', ') || 'all agents';

function listCommand(): Command {
  return new Command('list').description('list the keys, newest first').action(
    action(async ({ call, out }) => {
      const keys = await call('listKeys', { query: { limit: 200 } });
      const rows = keys.map((key) => [
        ...[key.id, key.name, key.scopes.join(' '), agentsText(key), key.last_used_at ?? 'never'],
      ]);
      out.result(keys, () => table(['id', 'name', 'scopes', 'agents', 'last used'], rows));
    }),
  );
}

function bindCommand(): Command {
  return new Command('bind')
    .description('bind a key to agents')
    .argument('<id>')
    .option('--agents <ids...>', 'the agents that it may act for; all where this is absent')
    .action(
      action<{ agents?: string[] }>(async ({ call, out }, { agents = [] }, id) => {
        await call('bindKey', { path: { key_id: id ?? '' }, body: { agents } });
        out.result({ id, agents }, () => `${id}: ${agentsText({ agents })}, everywhere within 30 seconds`);
      }),
    );
}

function revokeCommand(): Command {
  return new Command('revoke')
    .description('revoke a key by its id')
    .argument('<id>')
    .action(
      action(async ({ call, out }, _options, id) => {
        await call('revokeKey', { path: { key_id: id ?? '' } });
        out.result({ id, status: 'revoked' }, () => `${id}: revoked; it may work for another 30 seconds`);
      }),
    );
}

function keysCommand(): Command {
  return new Command('keys')
    .description('create, list, bind and revoke API keys')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(bindCommand())
    .addCommand(revokeCommand());
}

/** Runs what the arguments say; leaves the exit code in `process.exitCode`. */
export async function runCommand(args: readonly string[]): Promise<void> {
  try {
    await program().parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Commander has already said what is wrong; help and version are no errors.
    process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
}
