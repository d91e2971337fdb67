#!/usr/bin/env node
/** The command `whetstone`. */
import { runCommand } from './program.ts';

// A reader may stop early: `| head` closes the pipe, and that is no error of the command.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

await runCommand(process.argv.slice(2));
