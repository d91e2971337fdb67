/** The hook of coding tools as they call it: a process with an event on its standard input. */
import { fileURLToPath } from 'node:url';
import { type Ended, runNode } from './agent-process.ts';
import type { Work } from './coding-sessions.ts';

export const HOOK = fileURLToPath(new URL('../src/cli/coding-agents/hook.ts', import.meta.url));
/** Time enough for a busy machine. */
export const PATIENT = '--timeout=60000';
/** How the hook ends that has nothing to say. */
export const NOTHING = { code: 0, stdout: '', stderr: '' };

interface Called {
  tool?: string;
  options?: string[];
  url: string | undefined;
}

/** Calls the hook with an event of the session. */
export async function callHook(
  at: Work,
  event: Record<string, unknown>,
  { tool = 'claude-code', options = [PATIENT], url }: Called,
): Promise<{ ended: Omit<Ended, 'ms'>; ms: number }> {
  const about = { session_id: at.session, cwd: at.repository, transcript_path: at.transcript };
  const { ms, ...ended } = await runNode([HOOK, tool, `--url=${url}`, ...options], {
    env: { HOME: at.home },
    input: JSON.stringify({ ...about, ...event }),
  });
  return { ended, ms };
}

export const prompted = (prompt: string) => ({ hook_event_name: 'UserPromptSubmit', prompt });
export const stopped = (fields: Record<string, unknown> = {}) => ({ hook_event_name: 'Stop', ...fields });
