/**
 * `npm run config`: the effective configuration, secrets masked, and what each variable is for. It is shown
 * also where the gateway would refuse to start with it, with the reason beside it and exit code 1, because that
 * is when one looks.
 */
import { ConfigError, describeConfig, readConfig, readVariables } from '../server/platform/config/config.ts';
import { processEnvironment } from '../server/platform/config/environment.ts';
import { unknownVariables } from '../server/platform/config/start-warnings.ts';

/** Why the gateway would not start; null where it would. Anything but a {@link ConfigError} is thrown on. */
function problemIn(attempt: () => unknown): string | null {
  try {
    attempt();
    return null;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message;
  }
}

function print(): void {
  const rows = describeConfig(readVariables(processEnvironment()));
  const width = Math.max(...rows.map(({ name }) => name.length));
  for (const { name, value, about } of rows) {
    process.stdout.write(`# ${about}\n${name.padEnd(width)}  ${value}\n`);
  }
  for (const unknown of unknownVariables(processEnvironment())) {
    const text =
      'note' in unknown
        ? unknown.note
        : `${unknown.variable} is not a variable; the nearest one is ${unknown.nearest}`;
    process.stderr.write(`${text}\n`);
  }
  const refusal = problemIn(() => readConfig(processEnvironment()));
  if (refusal === null) return;
  process.stderr.write(`the gateway would not start: ${refusal}\n`);
  process.exitCode = 1;
}

const error = problemIn(print);
if (error !== null) {
  process.stderr.write(`${error}\n`);
  process.exitCode = 1;
}
