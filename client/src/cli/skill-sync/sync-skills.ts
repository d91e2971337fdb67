/** `whetstone skills sync`: keeps a folder of SKILL.md files and the gateway equal, in both directions. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { Command } from 'commander';
import { WhetstoneError } from '../../errors.ts';
import { isReadByTools } from '../coding-agents/synced-skills.ts';
import { action, type CommandContext } from '../command-context.ts';
import { clipped, EXIT, table } from '../output.ts';
import { type Outcome, readLock, SyncedFolder } from './carry-out.ts';
import { type Choice, pathOf } from './compare.ts';
import { openGitTree, SyncBranch } from './git-tree.ts';
import { type PlannedSkill, planSync, type Step } from './plan-sync.ts';
import { threeWayDiff } from './three-way-diff.ts';

interface Options {
  branch?: string;
  check?: boolean;
  dryRun?: boolean;
  takeFile?: string[];
  takeGateway?: string[];
}

type Status = Step | Outcome;

/** What became of a skill, or would. */
interface Synced {
  name: string;
  file: string;
  status: Status;
  /** The gateway's version as it was when the sync began. */
  version: number | null;
  changeset_id: string | null;
  commit: string | null;
  reason: string;
  /** Of a conflict: the lines that both sides changed. */
  diff: string[];
}

/** What a person has to look at: the two sides stay different. */
const UNSETTLED: ReadonlySet<Status> = new Set([
  'conflict',
  'file deleted',
  'gateway deleted',
  'rejected',
  'refused',
  'failed',
  'to file',
]);

const ADVICE: Partial<Record<Status, string>> = {
  conflict: 'both changed: --take-file or --take-gateway',
  'file deleted': 'restore it with --take-gateway, or deprecate the skill in the dashboard',
  'gateway deleted': 'delete the file with --take-gateway, or send it with --take-file',
};

/** Said where a coding tool reads the folder. */
const ALWAYS_READ =
  'Coding tools read this folder in every session, also in those that the holdout keeps without skills. Runs to which these skills apply are left out of the measured lift.';

export function syncCommand(): Command {
  return new Command('sync')
    .description('keep a folder of SKILL.md files and the skills of the agent equal, in both directions')
    .argument('<folder>')
    .option('--branch <name>', 'in a git tree: the branch that gets what the gateway has (whetstone/<agent>)')
    .option('--check', `write nothing; exit code ${EXIT.differs} where the two differ`)
    .option('--dry-run', 'show what would be done, and write nothing')
    .option('--take-file <skills...>', 'for these skills the file goes to the gateway, even in a conflict')
    .option('--take-gateway <skills...>', 'for these skills the gateway goes to the file, even in a conflict')
    .action(
      action<Options>(async (context, options, folder) => {
        await sync(context, options, folder ?? '');
      }),
    );
}

async function sync(context: CommandContext, options: Options, folder: string): Promise<void> {
  const { agentId } = context.settings;
  const lock = await readLock(folder, agentId);
  const present = existsSync(folder) ? openGitTree(folder) : null;
  const plan = await planSync(context, { folder, lock, tree: present, choices: choicesOf(options) });
  if (options.check === true || options.dryRun === true) {
    report(context, {
      folder,
      synced: plan.map((skill) => describeSync(skill, skill)),
      branch: null,
      isDry: true,
    });
    const differs = plan.some(({ step }) => step !== 'equal' && step !== 'gone');
    if (options.check === true && differs) context.exitWith(EXIT.differs);
    return;
  }
  if (plan.length > 0) await mkdir(folder, { recursive: true });
  const tree = present ?? (existsSync(folder) ? openGitTree(folder) : null);
  const branch = tree === null ? null : new SyncBranch(tree, options.branch ?? branchOf(agentId));
  const git = tree === null || branch === null ? null : { tree, branch };
  const synced = await carryOut(plan, new SyncedFolder(context, { folder, lock, git }));
  report(context, { folder, synced, branch: branch?.name ?? null, isDry: false });
  if (synced.some(({ status }) => UNSETTLED.has(status))) context.exitWith(EXIT.failed);
}

async function carryOut(plan: readonly PlannedSkill[], target: SyncedFolder): Promise<Synced[]> {
  const synced: Synced[] = [];
  try {
    // What goes to files comes last: by then the lock knows all that goes to the gateway.
    for (const skill of plan.toSorted(
      (a, b) => Number(a.step === 'to file') - Number(b.step === 'to file'),
    )) {
      const done = await target.carryOut(skill);
      synced.push(describeSync(skill, { ...done, step: done.outcome }));
    }
  } finally {
    await target.finish();
  }
  return synced.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function choicesOf({ takeFile = [], takeGateway = [] }: Options): Map<string, Choice> {
  const both = takeFile.find((name) => takeGateway.includes(name));
  if (both !== undefined)
    throw new WhetstoneError('invalid', `${both}: take the file or the gateway, not both`);
  return new Map<string, Choice>([
    ...takeFile.map((name) => [name, 'file'] as const),
    ...takeGateway.map((name) => [name, 'gateway'] as const),
  ]);
}

/** Agents may have names that no branch can have. */
function branchOf(agent: string): string {
  const name = agent.replaceAll(/[^A-Za-z0-9/_-]+/g, '-').replaceAll(/^[-/]+|[-/]+$/g, '');
  return `whetstone/${name === '' ? 'shared' : name}`;
}

function describeSync(
  { name, local, remote, base }: PlannedSkill,
  done: { step: Status; changesetId: string | null; commit?: string | null; reason: string },
): Synced {
  const isConflict = done.step === 'conflict' && local !== null && remote !== null;
  return {
    name,
    file: pathOf({ name, local }),
    status: done.step,
    version: remote?.version ?? null,
    changeset_id: done.changesetId,
    commit: done.commit ?? null,
    reason: done.reason || (ADVICE[done.step] ?? ''),
    diff: isConflict
      ? threeWayDiff({ file: local.text, before: base?.text ?? null, gateway: remote.text })
      : [],
  };
}

function report(
  { out, settings }: CommandContext,
  {
    folder,
    synced,
    branch,
    isDry,
  }: { folder: string; synced: Synced[]; branch: string | null; isDry: boolean },
): void {
  const counts = countOf(synced);
  const notes = synced.length > 0 && isReadByTools(folder) ? [ALWAYS_READ] : [];
  const result = { agent: settings.agentId, branch, written: !isDry, counts, skills: synced, notes };
  out.result(result, () => {
    const rows = synced.map(({ status, name, file, changeset_id, commit, reason }) => [
      status,
      name,
      file,
      changeset_id ?? '',
      commit?.slice(0, 8) ?? '',
      clipped(reason, 90),
    ]);
    const conflicts = synced
      .filter(({ diff }) => diff.length > 0)
      .map(({ name, diff }) =>
        [`\n${name}: both sides changed`, ...diff.map((line) => `  ${line}`)].join('\n'),
      );
    const sum = Object.entries(counts).map(([status, count]) => `${count} ${status}`);
    return [
      table(['status', 'skill', 'file', 'changeset', 'commit', 'why'], rows),
      ...conflicts,
      '',
      `${synced.length} skills: ${sum.join(', ') || 'nothing to do'}${isDry ? '; nothing was written' : ''}`,
      ...notes,
    ].join('\n');
  });
}

function countOf(synced: readonly Synced[]): Partial<Record<Status, number>> {
  const counts: Partial<Record<Status, number>> = {};
  for (const { status } of synced) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
