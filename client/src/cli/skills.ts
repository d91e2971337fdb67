/** `whetstone skills`: the procedures of an agent. */
import { Command } from 'commander';
import type { Skill } from '../generated/api.ts';
import { exportCommand } from './export-skills.ts';
import { importCommand } from './import-skills.ts';
import { clipped, table } from './output.ts';
import { action } from './session.ts';

const percent = (share: number | null) => (share === null ? '–' : `${Math.round(share * 100)} %`);

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

export function skillsCommand(): Command {
  return new Command('skills')
    .description('list, show, import and export skills')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(importCommand())
    .addCommand(exportCommand());
}
