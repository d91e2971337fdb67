/** Runs what the first run's page tells people to copy, as they would: in a shell, with Node, with Python. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openClientFolder, runShell } from '../../client/testing/installed-client.ts';

export function has(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

const COMMANDS = {
  curl: { file: 'run.sh', command: 'sh run.sh' },
  typescript: { file: 'run.mts', command: 'node run.mts' },
  python: { file: 'run.py', command: 'python3 run.py' },
};

/** What the snippet printed, run after the page's lines of environment; throws where it fails. */
export async function runSnippet(
  way: keyof typeof COMMANDS,
  { environment, snippet }: { environment: string; snippet: string },
): Promise<string> {
  const folder = openClientFolder();
  try {
    const { file, command } = COMMANDS[way];
    writeFileSync(join(folder.path, file), snippet);
    return await runShell(`${environment}\n${command}`, folder.path);
  } finally {
    folder.remove();
  }
}
