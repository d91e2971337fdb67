/** `whetstone skills import`: many SKILL.md files at once, with what became of each. */
import { Command } from 'commander';
import { toWhetstoneError, WhetstoneError } from '../errors.ts';
import { action, type CommandContext, PATIENT } from './command-context.ts';
import { clipped, EXIT, table } from './output.ts';
import { findSkillFiles, nameIn, type SkillFile } from './skill-sync/skill-files.ts';

type Status = 'applied' | 'unchanged' | 'pending' | 'namesake' | 'refused' | 'failed';

interface ImportResult {
  file: string;
  status: Status;
  name: string | null;
  skill_id: string | null;
  version: number | null;
  changeset_id: string | null;
  findings: string[];
  /** How the document was changed to be imported. */
  changes: string[];
  /** Other files of its folder, which an import leaves out. */
  not_kept: string[];
  /** Why it was held or not imported; empty otherwise. */
  reason: string;
}

interface PlannedImport extends SkillFile {
  /** The file of the same name that comes first, where this one is left out for it. */
  namesakeOf: string | null;
}

const AT_ONCE = 4;

/** Importing two files of one name would leave only the second. */
function planImports(files: readonly SkillFile[]): PlannedImport[] {
  const firstPaths = new Map<string, string>();
  return files.map((file) => {
    const name = nameIn(file.text) ?? file.path;
    const namesakeOf = firstPaths.get(name) ?? null;
    if (namesakeOf === null) firstPaths.set(name, file.path);
    return { ...file, namesakeOf };
  });
}

function notImported({ path, text, notKept }: PlannedImport, status: Status, reason: string): ImportResult {
  const nothing = { skill_id: null, version: null, changeset_id: null, findings: [], changes: [] };
  return { file: path, status, name: nameIn(text), ...nothing, not_kept: notKept, reason };
}

/** What does not fit, said in one line. */
export function describeProblem({ detail, message }: WhetstoneError): string {
  if (!Array.isArray(detail)) return message;
  return detail.map((item: { msg?: unknown } | null) => String(item?.msg ?? '')).join('; ');
}

/** An error of this file alone. Any other would meet every file, so the work ends with it. */
export function isOfFile({ kind, status }: WhetstoneError): boolean {
  return kind === 'status' && status !== 401 && status !== 403 && status !== 429;
}

async function importOne({ call, settings }: CommandContext, file: PlannedImport): Promise<ImportResult> {
  if (file.namesakeOf !== null) return notImported(file, 'namesake', `has the name of ${file.namesakeOf}`);
  if (file.text === null) return notImported(file, 'refused', 'too large for a skill');
  try {
    const body = { agent_id: settings.agentId, markdown: file.text };
    const written = await call('importSkill', { body }, PATIENT);
    const { name, skill_id, version, changeset_id, status, safety_findings: findings, changes } = written;
    const known = {
      file: file.path,
      name,
      skill_id,
      version,
      changeset_id,
      findings,
      changes,
      not_kept: file.notKept,
    };
    if (status !== 'applied') return { ...known, status: 'pending', reason: written.reason ?? '' };
    return { ...known, status: changeset_id === null ? 'unchanged' : 'applied', reason: '' };
  } catch (thrown) {
    const error = toWhetstoneError(thrown);
    if (!isOfFile(error)) throw error;
    return notImported(file, (error.status ?? 0) < 500 ? 'refused' : 'failed', describeProblem(error));
  }
}

/** A few at a time, in order; the first error that is not of a file ends it. */
async function importAll(context: CommandContext, files: readonly PlannedImport[]): Promise<ImportResult[]> {
  const results: ImportResult[] = [];
  const waiting = files.entries();
  const worker = async () => {
    for (const [index, file] of waiting) results[index] = await importOne(context, file);
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  } catch (error) {
    const done = results.filter(() => true).length;
    context.out.note(`whetstone: ended after ${done} of ${files.length} files`);
    throw error;
  }
  return results;
}

function countByStatus(imported: readonly ImportResult[]): Record<Status, number> {
  const counts = { applied: 0, unchanged: 0, pending: 0, namesake: 0, refused: 0, failed: 0 };
  for (const { status } of imported) counts[status] += 1;
  return counts;
}

function describe(imported: readonly ImportResult[], counts: Record<Status, number>): string {
  const rows = imported.map(({ file, status, name, findings, changes, reason }) => [
    status,
    clipped(file, 70),
    name ?? '',
    clipped(reason || [...changes, ...findings].join(', '), 90),
  ]);
  const sum = Object.entries(counts).map(([status, count]) => `${count} ${status}`);
  const left = imported.flatMap(({ file, not_kept }) =>
    not_kept.length === 0 ? [] : [`${file}: not imported: ${clipped(not_kept.join(', '), 200)}`],
  );
  const parts = [
    table(['status', 'file', 'skill', 'why'], rows),
    ...(left.length > 0 ? [left.join('\n')] : []),
  ];
  return `${parts.join('\n\n')}\n\n${imported.length} files: ${sum.join(', ')}`;
}

async function importFiles(context: CommandContext, files: readonly SkillFile[]): Promise<void> {
  const imported = await importAll(context, planImports(files));
  const counts = countByStatus(imported);
  context.out.result({ counts, files: imported }, () => describe(imported, counts));
  if (counts.refused + counts.failed + counts.namesake > 0) context.exitWith(EXIT.failed);
}

export function copyCommand(): Command {
  return new Command('copy')
    .description("copy another agent's skills to the agent that --agent names (`*`: to all agents)")
    .argument('<from>', 'the agent that has them')
    .action(
      action(async (context, _options, from = '') => {
        const { call } = context;
        const skills = await call('listSkills', { query: { agent_id: from } });
        const own = skills.filter(({ agent_id }) => agent_id === from);
        const files = await Promise.all(
          own.map(async ({ id, name }) => {
            const input = { path: { ref: id }, query: { agent_id: from } };
            return { path: name, text: await call('exportSkill', input, PATIENT), notKept: [] };
          }),
        );
        await importFiles(context, files);
      }),
    );
}

export function importCommand(): Command {
  return new Command('import')
    .description('import the SKILL.md files of a folder, a git checkout or a zip file, or one file')
    .argument('<path>')
    .option('--every-md', 'every Markdown file is a skill, whatever its name')
    .action(
      action<{ everyMd?: boolean }>(async (context, { everyMd }, path) => {
        const files = await findSkillFiles(path ?? '', everyMd === true);
        if (files.length === 0) throw new WhetstoneError('invalid', `${path}: no SKILL.md in it`);
        await importFiles(context, files);
      }),
    );
}
