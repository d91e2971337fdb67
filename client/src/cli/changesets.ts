/** `whetstone changesets`: what was proposed, and the decision on it. */
import { Command, Option } from 'commander';
import { toWhetstoneError } from '../errors.ts';
import type { Changeset, Operations, ReviewResult } from '../generated/api.ts';
import { action, type CommandContext, PATIENT } from './command-context.ts';
import { clipped, EXIT, table, wholeNumber } from './output.ts';

type Query = Operations['listChangesets']['query'];

/** At most what the gateway gives at once. */
const PAGE = 1000;

const STATUSES = ['pending', 'approved', 'canary', 'applied', 'rejected', 'failed', 'all'];

interface ListOptions {
  status?: NonNullable<Query['status']>;
  limit?: number;
}

async function changesets({ call, namedAgent }: CommandContext, options: ListOptions): Promise<Changeset[]> {
  const { status = 'pending', limit = PAGE } = options;
  return await call('listChangesets', {
    query: {
      ...(namedAgent === null ? {} : { agent_id: namedAgent }),
      status,
      limit: Math.min(limit, PAGE),
    },
  });
}

function listCommand(): Command {
  return new Command('list')
    .description('what waits for a decision, or was decided, of all agents or of the one of --agent')
    .addOption(new Option('--status <status>', 'only these (pending)').choices(STATUSES))
    .option('--limit <n>', `most that are shown, ${PAGE} at most`, wholeNumber)
    .action(
      action<ListOptions>(async (context, options) => {
        const found = await changesets(context, options);
        const rows = found.map((changeset) => [
          changeset.id,
          changeset.agent_id,
          changeset.status,
          changeset.risk,
          changeset.source,
          changeset.safety_findings.join(','),
          clipped(changeset.rationale, 60),
        ]);
        const head = ['id', 'agent', 'status', 'risk', 'source', 'findings', 'rationale'];
        context.out.result(found, () => table(head, rows));
      }),
    );
}

function describe(changeset: Changeset): string {
  const { id, agent_id, status, risk, source, rationale, safety_findings, ops } = changeset;
  const operations = ops.map((operation) => JSON.stringify(operation, null, 2));
  return [
    `${id}  ${status}  ${risk} risk  by ${source}  for ${agent_id}`,
    rationale,
    ...safety_findings.map((finding) => `finding: ${finding}`),
    ...operations,
  ].join('\n');
}

function showCommand(): Command {
  return new Command('show')
    .description('one changeset with its operations')
    .argument('<id>')
    .action(
      action(async ({ call, out }, _options, id) => {
        const changeset = await call('getChangeset', { path: { cs_id: id ?? '' } });
        out.result(changeset, () => describe(changeset));
      }),
    );
}

interface ReviewOptions {
  comment?: string;
  skipCanary?: boolean;
}

type ReviewReport = ReviewResult | { id: string; status: 'not reviewed'; reason: string };

async function review(
  context: CommandContext,
  id: string,
  body: Operations['reviewChangeset']['body'],
): Promise<ReviewReport> {
  try {
    return await context.call('reviewChangeset', { path: { cs_id: id }, body }, PATIENT);
  } catch (error) {
    const { kind, status, message } = toWhetstoneError(error);
    // The others would meet the same; what concerns this changeset alone does not keep them from being
    // reviewed.
    if (kind !== 'status' || status === 401 || status === 403) throw error;
    context.exitWith(EXIT.failed);
    return { id, status: 'not reviewed', reason: message };
  }
}

function reviewCommand(name: 'approve' | 'reject'): Command {
  const command = new Command(name).argument('<id...>').option('--comment <text>', 'why, for the audit log');
  if (name === 'approve')
    command.option('--skip-canary', 'apply at once instead of trying it on live traffic');
  return command.description(`${name} changesets`).action(
    action<ReviewOptions>(async (context, { comment, skipCanary }, ids) => {
      const body = {
        approve: name === 'approve',
        comment: comment ?? null,
        skip_canary: skipCanary === true,
      };
      const results: ReviewReport[] = [];
      for (const id of [ids ?? []].flat()) results.push(await review(context, id, body));
      const rows = results.map(({ id, status, reason }) => [id, status, reason ?? '']);
      context.out.result(results, () => table(['id', 'status', 'reason'], rows));
    }),
  );
}

export function changesetsCommand(): Command {
  return new Command('changesets')
    .description('list, show, approve and reject changes to skills')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(reviewCommand('approve'))
    .addCommand(reviewCommand('reject'));
}
