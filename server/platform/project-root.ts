/** Where the program's own files are (migrations, documentation assets), also from inside of a bundle. */
import { join } from 'node:path';

/** The project's folder. A bundler leaves no `import.meta.dirname`; Next is always started in the project's folder. */
export function projectRoot(): string {
  const here: string | undefined = import.meta.dirname;
  return here === undefined ? process.cwd() : join(here, '../..');
}
