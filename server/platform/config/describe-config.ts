/** What `npm run config` prints: every variable with its effective value, secrets masked, and what it is for. */
import { type Config, listenHost, publicUrl } from './config.ts';
import type { Variable } from './variable.ts';
import { VARIABLES } from './variables.ts';

const MASK = '********';

/** Parameters of a database URL that are credentials. */
const SECRET_PARAMETER = /^(ssl)?password$/i;

function shown(variable: Variable<unknown>, value: unknown): string {
  if (value === null) return '(unset)';
  if (variable.secret === 'whole') return MASK;
  return typeof value === 'string' ? withoutPassword(value) : JSON.stringify(value);
}

/** A URL keeps all but its credentials; any other text is shown as it is. */
function withoutPassword(text: string): string {
  const url = URL.parse(text);
  if (url === null) return text;
  const secret = [...url.searchParams.keys()].filter((name) => SECRET_PARAMETER.test(name));
  if (url.password === '' && secret.length === 0) return text;
  if (url.password !== '') url.password = MASK;
  for (const name of secret) url.searchParams.set(name, MASK);
  return url.toString();
}

/** The variables whose default depends on others, by name. */
function derived(config: Config): Record<string, string> {
  return { SERVICE_HOST: listenHost(config), SERVICE_PUBLIC_URL: publicUrl(config) };
}

/** One row per variable, in the order of the groups. */
export function describeConfig(config: Config): { name: string; value: string; about: string }[] {
  const effective = derived(config);
  return Object.entries(VARIABLES).flatMap(([group, variables]) =>
    Object.entries(variables).map(([key, variable]) => {
      const values = config[group as keyof Config] as Readonly<Record<string, unknown>>;
      return {
        name: variable.name,
        value: shown(variable as Variable<unknown>, effective[variable.name] ?? values[key]),
        about: variable.about,
      };
    }),
  );
}
