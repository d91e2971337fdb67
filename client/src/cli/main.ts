#!/usr/bin/env node
/** The command `whetstone`. */
import { CommanderError } from 'commander';
import { EXIT } from './exit-codes.ts';
import { program } from './program.ts';

try {
  await program().parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // Commander has already said what is wrong; help and version are no faults.
  process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
}
