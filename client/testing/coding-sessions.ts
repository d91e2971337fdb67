/**
 * Transcripts of coding tools, made here in the form that docs/coding-agents.md describes, and a folder in which a tool works on
 * them.
 */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface Work {
  /** The user's own folder, where tools keep their settings. */
  home: string;
  /** A checkout of `acme/shop`. */
  repository: string;
  transcript: string;
  /** The id of a session, which is unique as those of the tools are. */
  session: string;
  remove(): void;
}

/** Folders of their own for a user and a repository. */
export function openWork(): Work {
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-coding-'));
  const [home, repository] = [join(folder, 'home'), join(folder, 'shop')];
  mkdirSync(home);
  mkdirSync(join(repository, '.git'), { recursive: true });
  writeFileSync(
    join(repository, '.git/config'),
    '[core]\n\tbare = false\n[remote "origin"]\n\turl = git@github.com:acme/shop.git\n',
  );
  return {
    ...{ home, repository, transcript: join(folder, 'session.jsonl'), session: basename(folder) },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
}

/** The same until the end of the test. */
export function work(): Work {
  const made = openWork();
  onTestFinished(() => made.remove());
  return made;
}

type Entry = Record<string, unknown>;

export function appendEntries(work: Work, entries: readonly Entry[]): void {
  appendFileSync(work.transcript, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
}

/** The entries of a transcript of Claude Code, `stepMs` after each other. */
export class ClaudeCodeSession {
  readonly id: string;
  readonly #stepMs: number;
  #at: number;
  #count = 0;

  constructor(id: string, startedAt: number, stepMs = 1000) {
    this.id = id;
    this.#stepMs = stepMs;
    this.#at = startedAt;
  }

  #entry(type: string, fields: Entry): Entry {
    this.#at += this.#stepMs;
    this.#count += 1;
    const uuid = `${this.id}-${this.#count}`;
    const parentUuid = this.#count === 1 ? null : `${this.id}-${this.#count - 1}`;
    return {
      ...{ type, uuid, parentUuid, sessionId: this.id, timestamp: new Date(this.#at).toISOString() },
      ...{
        cwd: '/home/ann/shop',
        gitBranch: 'main',
        version: '2.1.309',
        isSidechain: false,
        userType: 'external',
      },
      ...fields,
    };
  }

  prompt(content: string | Entry[], fields: Entry = {}): Entry {
    return this.#entry('user', { message: { role: 'user', content }, ...fields });
  }

  answer(content: Entry[], fields: Entry = {}): Entry {
    const usage = {
      ...{
        input_tokens: 10,
        cache_creation_input_tokens: 200,
        cache_read_input_tokens: 1000,
        output_tokens: 50,
      },
    };
    const id = `msg_${this.#count}`;
    const message = { id, type: 'message', role: 'assistant', model: 'claude-fable-5', content, usage };
    return this.#entry('assistant', { message, requestId: `req_${this.#count}`, ...fields });
  }

  says(text: string): Entry {
    return this.answer([{ type: 'text', text }]);
  }

  /** A call and its result. `failed` with an exit code, as a command tells it. */
  call(name: string, input: Entry, result: string, failed = false): Entry[] {
    const id = `toolu_${this.#count}`;
    return [
      this.answer([{ type: 'tool_use', id, name, input }]),
      this.prompt([
        { type: 'tool_result', tool_use_id: id, content: result, ...(failed ? { is_error: true } : {}) },
      ]),
    ];
  }

  bash(command: string, result: string, exitCode = 0): Entry[] {
    return this.call(
      'Bash',
      { command },
      exitCode === 0 ? result : `Exit code ${exitCode}\n${result}`,
      exitCode !== 0,
    );
  }

  bookkeeping(type: string, fields: Entry = {}): Entry {
    return this.#entry(type, fields);
  }
}

/** The entries of a transcript of Codex as 0.159.3 and 0.169.0 write it, `stepMs` after each other. */
export class CodexSession {
  readonly #stepMs: number;
  #at: number;
  #count = 0;

  constructor(startedAt: number, stepMs = 1000) {
    this.#stepMs = stepMs;
    this.#at = startedAt;
  }

  entry(type: string, payload: Entry): Entry {
    this.#at += this.#stepMs;
    return { timestamp: new Date(this.#at).toISOString(), type, payload };
  }

  event(type: string, payload: Entry = {}): Entry {
    return this.entry('event_msg', { type, ...payload });
  }

  item(type: string, payload: Entry): Entry {
    return this.entry('response_item', { type, ...payload });
  }

  completed(type: string, item: Entry): Entry {
    return this.event('item_completed', { item: { type, ...item } });
  }

  begin(): Entry {
    return this.entry('session_meta', { id: 'session', cwd: '/home/ann/shop', cli_version: '0.159.3' });
  }

  prompt(turnId: string, message: string): Entry[] {
    const content = [{ type: 'input_text', text: message }];
    return [
      this.event('task_started', { turn_id: turnId }),
      this.entry('turn_context', { turn_id: turnId, model: 'gpt-6-codex', cwd: '/home/ann/shop' }),
      this.item('message', { role: 'user', content }),
      this.completed('UserMessage', { id: `user_${turnId}`, content: [{ type: 'text', text: message }] }),
    ];
  }

  shell(cmd: string, output: string, exitCode = 0): Entry[] {
    this.#count += 1;
    const call_id = `call_${this.#count}`;
    const text = `Wall time: 0.1 seconds\nProcess exited with code ${exitCode}\nOutput:\n${output}`;
    const [command, status] = [['/bin/bash', '-lc', cmd], exitCode === 0 ? 'completed' : 'failed'];
    return [
      this.item('function_call', { name: 'exec_command', arguments: JSON.stringify({ cmd }), call_id }),
      this.completed('CommandExecution', {
        ...{ id: call_id, command, source: 'unified_exec_startup', status },
        ...{ aggregated_output: output, exit_code: exitCode },
      }),
      this.item('function_call_output', { call_id, output: text }),
    ];
  }

  patch(input: string): Entry[] {
    this.#count += 1;
    const call_id = `call_${this.#count}`;
    return [
      this.item('custom_tool_call', { name: 'apply_patch', input, call_id }),
      this.item('custom_tool_call_output', { call_id, output: 'Success. Updated the following files' }),
    ];
  }

  says(text: string): Entry[] {
    this.#count += 1;
    const id = `msg_${this.#count}`;
    return [
      this.completed('AgentMessage', { id, content: [{ type: 'Text', text }] }),
      this.item('message', { id, role: 'assistant', content: [{ type: 'output_text', text }] }),
    ];
  }

  tokens(input: number, output: number): Entry {
    return this.event('token_count', {
      info: { last_token_usage: { input_tokens: input, cached_input_tokens: 0, output_tokens: output } },
    });
  }
}
