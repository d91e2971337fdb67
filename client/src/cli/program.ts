/** The commands and the options that all of them share. */
import { Command, Option } from 'commander';
import { VERSION } from '../options.ts';
import { changesetsCommand } from './changesets.ts';
import { doctorCommand } from './doctor.ts';
import { keysCommand } from './keys.ts';
import { memoriesCommand } from './memories.ts';
import { wholeNumber } from './output.ts';
import { recallCommand, recordCommand } from './runs.ts';
import { skillsCommand } from './skills.ts';

const EXIT_CODES = `
Exit codes: 0 done, 1 refused or done in part, 2 wrong usage, 3 the gateway does not answer, 4 the key is not
accepted or lacks a scope. On a terminal the output is for people, otherwise it is JSON.`;

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
function throwing(command: Command): Command {
  command.exitOverride();
  for (const inner of command.commands) throwing(inner);
  return command;
}

/** The whole command line, ready to parse. */
export function program(): Command {
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
    memoriesCommand(),
    changesetsCommand(),
    keysCommand(),
    doctorCommand(),
  ];
  for (const inner of commands) command.addCommand(inner);
  return throwing(command);
}
