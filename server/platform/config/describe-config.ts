/** What `npm run config` prints: every variable with its effective value, secrets masked. */
import type { Config } from './config.ts';
import type { Variable } from './variable.ts';
import { VARIABLES } from './variables.ts';

function shown(variable: Variable<unknown>, value: unknown): string {
  if (value === null) return '(unset)';
  if (typeof value === 'string') return variable.secret ? maskSecret(value) : value;
  return JSON.stringify(value);
}

/** A URL keeps all but its password; any other secret shows only that it is set. */
function maskSecret(value: string): string {
  if (value.startsWith('file:')) return value;
  const url = URL.parse(value);
  if (url === null || url.protocol.startsWith('http')) return '********';
  if (url.password !== '') url.password = '********';
  return url.toString();
}

/** One row per variable, in the order of the groups. */
export function describeConfig(
  config: Config,
): { name: string; value: string; about: string; group: string }[] {
  return Object.entries(VARIABLES).flatMap(([group, variables]) =>
    Object.entries(variables).map(([key, variable]) => {
      const values = config[group as keyof Config] as Readonly<Record<string, unknown>>;
      return {
        group,
        name: variable.name,
        value: shown(variable as Variable<unknown>, values[key]),
        about: variable.about,
      };
    }),
  );
}
