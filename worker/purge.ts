/**
 * `npm run purge`: the retention purge as a command, beside the workers' own once a day. It may run beside a
 * gateway at work.
 */

import { purgeExpired, type Removal } from '../server/admin/retention/index.ts';
import { ConfigError } from '../server/platform/config/config.ts';
import { MigrationError } from '../server/platform/db/migrations/migrations.ts';
import { processRuntime } from '../server/platform/process-runtime.ts';

const NAMES: Record<Removal['kind'], string> = {
  episodes: 'episodes',
  recalls: 'recalls',
  moments: 'rules shown before calls of tools',
  traces: 'traces without an episode',
  assignments: 'arms of sessions in ended canaries',
  liftSessions: 'sessions that measured the lift',
  liftUnits: 'sessions that measured the lift of a skill',
  jobs: 'finished jobs',
  learningFaults: 'learning errors',
  auditEntries: 'audit entries',
  people: 'names of people who signed in',
  deliveries: 'deliveries of webhooks',
  sessions: 'signed-out sessions that ended',
};

function removalLine({ kind, days, before, rows, partitions = [] }: Removal): string {
  const dropped = partitions.length === 0 ? '' : `, dropped ${partitions.join(', ')}`;
  return `${NAMES[kind]} older than ${days} days (before ${before.toISOString()}): ${rows} removed${dropped}\n`;
}

/** The one line for the operator. Purging again goes on where this run ended. */
function errorLine(error: unknown): string {
  if (error instanceof ConfigError || error instanceof MigrationError) return `${error.message}\n`;
  const message = error instanceof Error ? error.message || error.name : String(error);
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return `purge failed: ${message.trim().split('\n').at(-1)}${code}\n`;
}

async function main(): Promise<void> {
  const runtime = await processRuntime('whetstone-purge');
  try {
    for (const removal of await purgeExpired(runtime)) process.stdout.write(removalLine(removal));
  } finally {
    await runtime.db.close();
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(errorLine(error));
  process.exitCode = 1;
}
