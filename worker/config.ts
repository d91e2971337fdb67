/** `npm run config`: the effective configuration, secrets masked. */
import { ConfigError, readConfig } from '../server/platform/config/config.ts';
import { describeConfig } from '../server/platform/config/describe-config.ts';
import { processEnvironment } from '../server/platform/config/environment.ts';

try {
  const rows = describeConfig(readConfig(processEnvironment()));
  const width = Math.max(...rows.map(({ name }) => name.length));
  for (const { name, value } of rows) process.stdout.write(`${name.padEnd(width)}  ${value}\n`);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
