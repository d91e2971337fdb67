#!/usr/bin/env node
/** The command `whetstone`. */
import { CommanderError } from 'commander';
import { EXIT } from './output.ts';
import { program } from './program.ts';

// A reader may stop early: `| head` closes the pipe, and that is no error of the command.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

try {
  await program().parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // Commander has already said what is wrong; help and version are no errors.
  process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
}
