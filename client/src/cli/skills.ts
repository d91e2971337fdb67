/** `whetstone skills`: the procedures of an agent. */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { WhetstoneError } from '../errors.ts';
import type { Skill } from '../generated/api.ts';
import { action, PATIENT } from './command-context.ts';
import { copyCommand, importCommand } from './import-skills.ts';
import { clipped, percent, table } from './output.ts';
import { isSafeName } from './skill-sync/skill-files.ts';
import { syncCommand } from './skill-sync/sync-skills.ts';

interface ExportResult {
  name: string;
  file: string;
  status: 'written' | 'unchanged';
}

/** Writes only what differs, so that a checkout shows no change where there is none. */
async function writeChanged(file: string, text: string): Promise<ExportResult['status']> {
  // A file that is not there differs like any other; a folder in its place makes the writing fail.
  const before = await readFile(file, 'utf8').catch(() => null);
  if (before === text) return 'unchanged';
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return 'written';
}

function exportCommand(): Command {
  return new Command('export')
    .description(
      "write the agent's own skills to <folder>/<name>/SKILL.md (--agent '*' writes the shared ones)",
    )
    .argument('<folder>')
    .action(
      action(async ({ call, settings, out }, _options, folder) => {
        const skills = await call('listSkills', { query: { agent_id: settings.agentId } });
        const exported: ExportResult[] = [];
        for (const { id, name, agent_id } of skills) {
          if (agent_id !== settings.agentId) continue;
          if (!isSafeName(name)) throw new WhetstoneError('malformed', `${name}: not a name for a folder`);
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

function listCommand(): Command {
  return new Command('list').description("the agent's own skills and the shared ones").action(
    action(async ({ call, settings, out }) => {
      const skills = await call('listSkills', { query: { agent_id: settings.agentId } });
      const rows = skills.map((skill) => [
        skill.name,
        skill.agent_id,
        `v${skill.version}`,
        skill.status,
        String(skill.uses),
        percent(skill.success_rate),
        clipped(skill.description, 60),
      ]);
      out.result(skills, () =>
        table(['name', 'agent', 'version', 'status', 'uses', 'success', 'description'], rows),
      );
    }),
  );
}

function describe(skill: Skill): string {
  const head = `${skill.name} v${skill.version}  ${skill.status}  ${skill.id}\n${skill.description}`;
  const rules = skill.bullets.map(
    ({ id, section, content, helpful, harmful }) =>
      `[${section}] ${content}\n    ${id}  +${helpful} −${harmful}`,
  );
  return [head, ...rules].join('\n\n');
}

function showCommand(): Command {
  return new Command('show')
    .description('one skill by its name or id')
    .argument('<ref>')
    .option('--markdown', 'as a SKILL.md')
    .action(
      action<{ markdown?: boolean }>(async ({ call, settings, out }, { markdown }, ref) => {
        const input = { path: { ref: ref ?? '' }, query: { agent_id: settings.agentId } };
        if (markdown === true) {
          process.stdout.write(await call('exportSkill', input));
          return;
        }
        const skill = await call('getSkill', input);
        out.result(skill, () => describe(skill));
      }),
    );
}

/** `whetstone skills export`: an agent's skills as files, in the form that `import` reads. */
export function skillsCommand(): Command {
  return new Command('skills')
    .description('list, show, import, copy, export and sync skills')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(importCommand())
    .addCommand(copyCommand())
    .addCommand(exportCommand())
    .addCommand(syncCommand());
}
