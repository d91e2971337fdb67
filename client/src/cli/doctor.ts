/** `whetstone doctor`: whether an agent here could learn, and what is in its way. */
import { statSync } from 'node:fs';
import { Argument, Command } from 'commander';
import { toWhetstoneError, type WhetstoneError } from '../errors.ts';
import type { Insights, LearningLift } from '../generated/api.ts';
import { type Settings, VERSION } from '../options.ts';
import { type Reply, send } from '../transport.ts';
import { type HookCall, lastCalls } from './coding-agents/hook-log.ts';
import { TOOL_NAMES, type ToolName } from './coding-agents/hook-options.ts';
import { CODING_TOOLS, placeOf } from './coding-agents/settings/tool-settings.ts';
import { action, type CommandContext } from './command-context.ts';
import { counted, EXIT, percent, table, toExitCode } from './output.ts';

type Grade = 'ok' | 'warning' | 'fault';

interface Finding {
  check: string;
  grade: Grade;
  says: string;
}

interface Examination {
  findings: Finding[];
  /** The first error that keeps agents from learning. */
  error: WhetstoneError | null;
}

/** Above this, signatures, tokens and times in records stop making sense. */
const MAX_SKEW_MS = 30_000;

const SCOPES = [
  { scope: 'learn', path: '/v1/skills', grade: 'fault' },
  { scope: 'review', path: '/v1/changesets?limit=1', grade: 'ok' },
  { scope: 'admin', path: '/v1/admin/audit?limit=1', grade: 'ok' },
] as const;

async function get(settings: Settings, path: string): Promise<Reply | WhetstoneError> {
  const request = { method: 'GET', path, timeoutMs: settings.requestTimeoutMs, maxReplyBytes: 64_000_000 };
  return await send(settings, request).catch((error: unknown) => toWhetstoneError(error));
}

function clockFinding(reply: Reply, sent: number, received: number): Finding {
  const date = Date.parse(reply.headers.get('date') ?? '');
  if (Number.isNaN(date)) return { check: 'clock', grade: 'warning', says: 'the gateway sends no date' };
  // The header has whole seconds, cut off: its middle is half a second later.
  const skew = Math.round((date + 500 - (sent + received) / 2) / 1000);
  const says =
    skew === 0 ? 'the same' : `the gateway is ${Math.abs(skew)} s ${skew > 0 ? 'ahead' : 'behind'}`;
  return { check: 'clock', grade: Math.abs(skew) * 1000 > MAX_SKEW_MS ? 'warning' : 'ok', says };
}

function versionFinding(document: Reply | WhetstoneError): Finding {
  const info = 'json' in document ? (document.json as { info?: { version?: unknown } } | null)?.info : null;
  const version = typeof info?.version === 'string' ? info.version : 'unknown';
  const says = `gateway ${version}, client ${VERSION}`;
  return { check: 'version', grade: version === VERSION ? 'ok' : 'warning', says };
}

async function examineAddress(settings: Settings): Promise<Examination> {
  const sent = Date.now();
  const health = await get(settings, '/healthz');
  const received = Date.now();
  const address = settings.url ?? 'none';
  const isGateway =
    'json' in health && (health.json as { status?: unknown } | null | undefined)?.status === 'ok';
  if (!('json' in health) || !isGateway) {
    const error = 'json' in health ? toWhetstoneError('something else answers there', 'malformed') : health;
    return { findings: [{ check: 'address', grade: 'fault', says: `${address}: ${error.message}` }], error };
  }
  const ready = await get(settings, '/readyz');
  const isReady = 'json' in ready;
  const findings: Finding[] = [
    { check: 'address', grade: 'ok', says: `${address} answers in ${received - sent} ms` },
    { check: 'ready', grade: isReady ? 'ok' : 'fault', says: isReady ? 'yes' : ready.message },
    clockFinding(health, sent, received),
    versionFinding(await get(settings, '/openapi.json')),
  ];
  return { findings, error: isReady ? null : ready };
}

async function examineKey(settings: Settings): Promise<Examination> {
  const findings: Finding[] = [];
  let error: WhetstoneError | null = null;
  for (const { scope, path, grade } of SCOPES) {
    const reply = await get(settings, path);
    if ('json' in reply) {
      findings.push({ check: `scope ${scope}`, grade: 'ok', says: 'yes' });
    } else if (reply.status === 403) {
      findings.push({ check: `scope ${scope}`, grade, says: `no: ${reply.message}` });
      if (grade === 'fault') error ??= reply;
    } else {
      return { findings: [...findings, { check: 'key', grade: 'fault', says: reply.message }], error: reply };
    }
  }
  return { findings: [{ check: 'key', grade: 'ok', says: 'accepted' }, ...findings], error };
}

function liftFinding({ learning_lift: lift }: Insights): Finding {
  return { check: 'lift', grade: 'ok', says: describeLift(lift) };
}

function faultFindings({ learning_faults: faults }: Insights): Finding[] {
  if (faults.length === 0) return [{ check: 'learning', grade: 'ok', says: 'nothing fails' }];
  return faults.map(({ kind, message, times, first_at: first, last_at: last }) => ({
    check: 'learning',
    grade: 'warning',
    says: `${kind} failed ${counted(times, 'time')} since ${first}, last at ${last}: ${message}`,
  }));
}

/** What the gateway says of the agent's learning; the key must hold the learn scope. */
async function examineLearning({ settings, call }: CommandContext): Promise<Finding[]> {
  try {
    const insights = await call('readInsights', { path: { agent_id: settings.agentId } });
    return [liftFinding(insights), ...faultFindings(insights)];
  } catch (error) {
    return [{ check: 'insights', grade: 'warning', says: toWhetstoneError(error).message }];
  }
}

const SHOWN_CALLS = 10;
/** What keeps a coding tool from learning, where a hook says it. */
const PROBLEMS = new Set<HookCall['result']>(['late', 'refused', 'not sent', 'not understood']);

function callFinding({ at, event, agent, result, ms, why }: HookCall): Finding {
  const says = `${new Date(at).toISOString()}  ${event}  ${agent}  ${result}, ${ms} ms${why === undefined ? '' : `: ${why}`}`;
  return { check: 'hook', grade: PROBLEMS.has(result) ? 'warning' : 'ok', says };
}

/** What is to be done where a tool has called no hook since its settings changed: changed hooks have to be trusted again. */
function untrusted(tool: ToolName, calls: readonly HookCall[]): Finding[] {
  const { scopes, trusted, afterwards } = CODING_TOOLS[tool];
  const last = calls.at(-1)?.at ?? 0;
  const place = placeOf(CODING_TOOLS[tool]);
  const files = trusted === undefined ? [] : scopes.map((scope) => trusted(scope, place));
  const changed = files.filter((file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > last);
  return changed.map((file) => ({
    check: 'hook',
    grade: 'warning',
    says: `${tool} has called no hook since ${file} was changed. ${afterwards}`,
  }));
}

/** The last calls of a tool's hook; of every tool only the last one, where it failed. */
function examineHooks(tool: ToolName | undefined): Finding[] {
  if (tool !== undefined) {
    const calls = lastCalls(tool, SHOWN_CALLS);
    const trust = CODING_TOOLS[tool].afterwards;
    const says = `${tool} has called no hook on this machine: whetstone connect ${tool}${trust === undefined ? '' : `. ${trust}`}`;
    return calls.length === 0
      ? [{ check: 'hook', grade: 'warning', says }]
      : [...calls.map(callFinding), ...untrusted(tool, calls)];
  }
  return TOOL_NAMES.flatMap((name) => lastCalls(name, 1))
    .filter(({ result }) => PROBLEMS.has(result))
    .map((call) => ({ ...callFinding(call), check: call.tool }));
}

/** In percentage points, with its sign. */
function points(share: number): string {
  const value = Math.round(share * 100);
  return `${value < 0 ? '−' : '+'}${Math.abs(value)}`;
}

/** Evidence that each group needs before the gateway lets its lift be read. */
const ENOUGH_EVIDENCE = 5;

/** The lift in words, or what is missing before it may be read. */
function describeLift(lift: LearningLift): string {
  const { treated_n: treated, holdout_n: heldOut } = lift;
  if (!lift.enough) {
    const missing = [
      { evidence: treated, runs: 'runs with skills' },
      { evidence: heldOut, runs: 'runs in the holdout' },
    ]
      .filter(({ evidence }) => evidence < ENOUGH_EVIDENCE)
      .map(({ evidence, runs }) => `${Number(evidence.toFixed(1))} of ${ENOUGH_EVIDENCE} ${runs}`);
    return `not yet: ${missing.join(', ')}`;
  }
  const [low = 0, high = 0] = lift.lift_always_valid;
  const groups = `${percent(lift.treated_success)} of ${Math.round(treated)} runs with skills, ${percent(lift.holdout_success)} of ${Math.round(heldOut)} without`;
  const verdict = low > 0 || high < 0 ? '' : ', not clear yet';
  return `${points(lift.lift)} points (90 %: ${points(low)} to ${points(high)}${verdict}): ${groups}`;
}

export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      "check the address, the key, its scopes, the clock, the version and the agent's learning; of a coding tool also what became of the last calls of its hook",
    )
    .addArgument(new Argument('[tool]').choices(TOOL_NAMES))
    .action(
      action(async (context, _options, tool) => {
        const { settings, out, exitWith } = context;
        const address = await examineAddress(settings);
        const isReached = address.findings.length > 1;
        const key = isReached ? await examineKey(settings) : { findings: [], error: null };
        const mayLearn = isReached && address.error === null && key.error === null;
        const learning = mayLearn ? await examineLearning(context) : [];
        const hooks = examineHooks(tool as ToolName | undefined);
        const findings = [...address.findings, ...key.findings, ...learning, ...hooks];
        const rows = findings.map(({ check, grade, says }) => [grade, check, says]);
        out.result({ ok: findings.every(({ grade }) => grade !== 'fault'), findings }, () =>
          table(['', '', ''], rows).trimStart(),
        );
        const error = address.error ?? key.error;
        if (error !== null) exitWith(toExitCode(error) || EXIT.failed);
      }),
    );
}
