/**
 * What must be one per process although the dashboard's bundler makes its own copies of modules: everything
 * of that kind hangs on one object behind a global symbol. Nothing else may use module-level state.
 */
import { join } from 'node:path';

const KEY = Symbol.for('whetstone.shared');

type Holder = typeof globalThis & { [KEY]?: Map<string, unknown> };

/** The process-wide value called `name`, made by `make` when it is first asked for. */
export function shared<T>(name: string, make: () => T): T {
  const holder = globalThis as Holder;
  holder[KEY] ??= new Map();
  const values = holder[KEY];
  if (!values.has(name)) values.set(name, make());
  return values.get(name) as T;
}

// Where the program's own files are (migrations, documentation assets), also from inside of a bundle.

/**
 * The project's folder. A bundler leaves no `import.meta.dirname`; Next is always started in the project's
 * folder.
 */
export function projectRoot(): string {
  const here: string | undefined = import.meta.dirname;
  return here === undefined ? process.cwd() : join(here, '../..');
}
