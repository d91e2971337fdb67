/**
 * The archive of published SKILL.md files through the client's command line: a folder of them is imported, what the
 * scan held is approved, each agent's skills are exported to a folder, and that folder is imported for another agent.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { readArchive } from './archive.ts';
import { type Whetstone, whetstoneAt } from './command.ts';
import { difference, type Skill } from './import-file.ts';
import type { Context, Figure, Section } from './section.ts';
import { clipped, textTable } from './text-table.ts';

type Status = 'applied' | 'unchanged' | 'pending' | 'namesake' | 'refused' | 'failed';

interface Imported {
  counts: Record<Status, number>;
  files: {
    file: string;
    agent: string;
    status: Status;
    changeset_id: string | null;
    findings: string[];
    reason: string;
  }[];
}

type Listed = Skill & { name: string; agent_id: string };

/** Writes the archive as the folder that a person would import. */
async function unpack({ data, lab }: Context): Promise<string> {
  const folder = lab.file('archive');
  for (const { path, text } of await readArchive(data.path('skills', data.split, 'raw-skill-md.tar.gz'))) {
    const file = join(folder, path);
    if (relative(folder, file).startsWith('..')) throw new Error(`${path} leads out of the archive`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return folder;
}

/** Approves what the scan held; throws where that does not make it a skill. */
async function approveHeld(whetstone: Whetstone, { files }: Imported): Promise<void> {
  const held = files.flatMap(({ status, changeset_id }) =>
    status === 'pending' ? [changeset_id ?? ''] : [],
  );
  if (held.length === 0) return;
  const { code } = await whetstone('changesets', 'approve', ...held);
  if (code !== 0) throw new Error('a held skill could not be approved');
}

async function skillsOf(whetstone: Whetstone, agent: string): Promise<Map<string, Listed>> {
  const { output } = await whetstone<Listed[]>('skills', 'list', '--agent', agent);
  return new Map(output.filter((skill) => skill.agent_id === agent).map((skill) => [skill.name, skill]));
}

interface Comparison {
  agent: string;
  name: string;
  bullets: number;
  difference: string;
}

/** Exports an agent's skills, imports them for another agent and compares. */
async function roundTrip(whetstone: Whetstone, folder: string, agent: string): Promise<Comparison[]> {
  const again = `${agent}-again`;
  await whetstone('skills', 'export', folder, '--agent', agent);
  const { output } = await whetstone<Imported>('skills', 'import', folder, '--agent', again);
  await approveHeld(whetstone, output);
  const [before, after] = [await skillsOf(whetstone, agent), await skillsOf(whetstone, again)];
  return [...before].map(([name, skill]) => {
    const other = after.get(name);
    const differs = other === undefined ? 'not there after export and import' : difference(skill, other);
    return { agent, name, bullets: skill.bullets.length, difference: differs };
  });
}

function printResults({ say }: Context, { files }: Imported, compared: readonly Comparison[]): void {
  const refused = files
    .filter(({ status }) => status !== 'applied')
    .map(({ status, file, findings, reason }) => [
      status,
      clipped(file, 62),
      clipped(reason || findings.join(', '), 100),
    ]);
  if (refused.length > 0) say(textTable(['status', 'file', 'reason'], refused));
  const differing = compared
    .filter(({ difference }) => difference !== '')
    .map(({ agent, name, difference }) => [agent, name, clipped(difference, 120)]);
  if (differing.length > 0) say(textTable(['agent', 'skill', 'difference'], differing));
}

function figuresOf({ counts, files }: Imported, compared: readonly Comparison[], seconds: number): Figure[] {
  const accepted = counts.applied + counts.unchanged + counts.pending;
  const identical = compared.filter(({ difference }) => difference === '').length;
  return [
    { what: 'files with a result', measured: files.length, unit: 'count' },
    { what: 'applied at once', measured: counts.applied, unit: 'count' },
    { what: 'held, then approved', measured: counts.pending, unit: 'count' },
    { what: 'refused with a reason', measured: counts.refused, unit: 'count' },
    { what: 'failed', measured: counts.failed, target: { at: 'most', value: 0 }, unit: 'count' },
    {
      what: 'accepted files that became skills',
      measured: compared.length / Math.max(1, accepted),
      target: { at: 'least', value: 1 },
      unit: 'share',
    },
    {
      what: 'identical after export and import',
      measured: identical / Math.max(1, compared.length),
      target: { at: 'least', value: 1 },
      unit: 'share',
    },
    { what: 'first import of all', measured: seconds * 1000, unit: 'ms' },
  ];
}

export const cliImport: Section = async (context) => {
  const { lab, say, keep, ending } = context;
  const folder = await unpack(context);
  const gateway = await lab.gateway('cli');
  const whetstone = whetstoneAt(gateway.url);
  const start = performance.now();
  const { output: imported } = await whetstone<Imported>(
    ...['skills', 'import', folder, '--every-md', '--namesakes', 'separate', '--agent', 'cli'],
  );
  const seconds = (performance.now() - start) / 1000;
  await approveHeld(whetstone, imported);
  const agents = [...new Set(imported.files.map(({ agent }) => agent))];
  const compared: Comparison[] = [];
  for (const agent of agents) {
    ending.throwIfAborted();
    compared.push(...(await roundTrip(whetstone, lab.file(`exported-${agent}`), agent)));
  }
  await gateway.stop();
  printResults(context, imported, compared);
  const bullets = compared.reduce((sum, skill) => sum + skill.bullets, 0);
  say(
    `\n${imported.files.length} files in ${seconds.toFixed(1)} s, ${agents.length} agents, ${bullets} rules`,
  );
  keep('cli', { imported, compared });
  return figuresOf(imported, compared, seconds);
};
