/** What is known, fetched while nobody waits: a prompt whose own recall comes late takes it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { redact } from '../../../../server/domain/safety/redact.ts';
import type { RecallRequest } from '../../generated/api.ts';
import { CircuitBreaker, resolveSettings } from '../../options.ts';
import { type Recall, recallOrNothing } from '../../recall.ts';
import { excludedPaths } from './excluded-paths.ts';
import type { HookEvent } from './hook-event.ts';
import type { HookOptions, ToolName } from './hook-options.ts';
import { agentFor, agentOf, repositoryRoot } from './repository.ts';
import { changeState, readState } from './session-state.ts';
import { syncedSkills } from './synced-skills.ts';

const PREFETCH_MS = 10_000;
const MAX_HEADING = 200;
/** The tools that keep in their conversation what a hook adds to a prompt. Gemini CLI has it for that turn only. */
const KEEPS_CONTEXT: readonly ToolName[] = ['claude-code', 'codex'];

/** Asks once what is known for a task. Never rejects. */
export async function recallFor(
  options: HookOptions,
  event: HookEvent,
  task: string,
  timeoutMs: number,
): Promise<Recall> {
  const files = syncedSkills(options.tool, repositoryRoot(event.folder));
  const shown = KEEPS_CONTEXT.includes(options.tool) ? readState(options.tool, event.sessionId)?.shown : [];
  const request = {
    ...{ query: redact(task), session_id: event.sessionId },
    ...(shown === undefined || shown.length === 0 ? {} : { skip_served: true, skip_served_by: shown }),
    ...(files.length === 0 ? {} : { skill_files: files }),
  };
  return await askOnce(options, event, request, timeoutMs);
}

/** Asks the gateway once, for the agent of the session. Never rejects. */
export async function askOnce(
  options: HookOptions,
  event: HookEvent,
  request: RecallRequest,
  timeoutMs: number,
): Promise<Recall> {
  const settings = resolveSettings({
    url: options.url,
    agentId: agentFor(options, event),
    ...(options.user === null ? {} : { userId: options.user }),
    ...(options.tenant === null ? {} : { tenantId: options.tenant }),
    onError: () => undefined,
  });
  return await recallOrNothing({ settings, quiet: new CircuitBreaker() }, request, { timeoutMs });
}

/** Keeps what is known for a task until the session's next prompt. */
export async function prefetch(options: HookOptions, event: HookEvent, task: string): Promise<void> {
  const { recall_id: recallId, instructions, triggers } = await recallFor(options, event, task, PREFETCH_MS);
  if (recallId === null) return;
  const agentId = agentFor(options, event);
  changeState(options.tool, event.sessionId, event.at, (state) => {
    state.prefetched =
      instructions === ''
        ? null
        : { agentId, recallId, instructions, ...(triggers === undefined ? {} : { triggers }) };
  });
}

/** What a first task is likely to be about: the repository, by its name and the heading of its README. */
export function aboutRepository(options: HookOptions, event: HookEvent): string {
  const root = repositoryRoot(event.folder);
  return [agentOf(root), headingOf(join(root, 'README.md'), options)].join(' ').trim();
}

function headingOf(path: string, { exclude }: HookOptions): string {
  if (excludedPaths(exclude, path)(path)) return '';
  try {
    return (/^# (.+)$/m.exec(readFileSync(path, 'utf8'))?.[1] ?? '').slice(0, MAX_HEADING);
  } catch {
    // No README: the name has to do.
    return '';
  }
}
