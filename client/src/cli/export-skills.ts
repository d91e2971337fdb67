/** `whetstone skills export`: an agent's skills as files, in the form that `import` reads. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { WhetstoneError } from '../errors.ts';
import { table } from './output.ts';
import { action, PATIENT } from './session.ts';

/** A name becomes a folder's, so it is checked here whatever the gateway promises. */
const SAFE_NAME = /^[a-z0-9][a-z0-9-]{1,63}$/;

interface Exported {
  name: string;
  file: string;
  status: 'written' | 'unchanged';
}

/** Writes only what differs, so that a checkout shows no change where there is none. */
async function writeChanged(file: string, text: string): Promise<Exported['status']> {
  // A file that is not there differs like any other; a folder in its place makes the writing fail.
  const before = await readFile(file, 'utf8').catch(() => null);
  if (before === text) return 'unchanged';
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return 'written';
}

export function exportCommand(): Command {
  return new Command('export')
    .description(
      "write the agent's own skills to <folder>/<name>/SKILL.md (--agent '*' writes the shared ones)",
    )
    .argument('<folder>')
    .action(
      action(async ({ call, settings, out }, _options, folder) => {
        const skills = await call('listSkills', { query: { agent_id: settings.agentId } });
        const exported: Exported[] = [];
        for (const { id, name, agent_id } of skills) {
          if (agent_id !== settings.agentId) continue;
          if (!SAFE_NAME.test(name))
            throw new WhetstoneError('malformed', `${name}: not a name for a folder`);
          const file = join(folder ?? '', name, 'SKILL.md');
          const markdown = await call('exportSkill', { path: { ref: id }, query: { agent_id } }, PATIENT);
          exported.push({ name, file, status: await writeChanged(file, markdown) });
        }
        const rows = exported.map(({ name, file, status }) => [status, name, file]);
        out.result(
          exported,
          () => `${table(['status', 'skill', 'file'], rows)}\n\n${exported.length} skills`,
        );
      }),
    );
}
