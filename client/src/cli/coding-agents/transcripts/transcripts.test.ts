/** What is read from the transcripts of coding tools, made in their documented forms. */
import { describe, expect, it } from 'vitest';
import { ClaudeCodeSession, CodexSession } from '../../../../testing/coding-sessions.ts';
import { readClaudeCodeTranscript } from './claude-code.ts';
import { readCodexTranscript } from './codex.ts';

const STARTED = Date.parse('2026-11-23T10:00:00Z');
const lines = (entries: readonly unknown[]) => entries.map((entry) => JSON.stringify(entry));

describe('a transcript of Claude Code', () => {
  it('is read as turns with their messages, calls, tokens and times', () => {
    const session = new ClaudeCodeSession('s-1', STARTED);
    const { turns, unknown } = readClaudeCodeTranscript(
      lines([
        session.prompt('Fix the failing test'),
        session.answer([{ type: 'thinking', thinking: 'Let me look.', signature: 'x' }]),
        ...session.call('Read', { file_path: '/home/ann/shop/cart.ts' }, 'export const total = 1;'),
        ...session.bash('npm test', '1 failed', 1),
        session.says('The test expects 2.'),
        session.prompt('Thanks, now commit'),
        ...session.bash('git commit -am "Fix the total"', 'committed'),
        session.says('Done.'),
      ]),
    );
    expect(unknown).toEqual({});
    expect(turns).toHaveLength(2);
    expect(turns[0]).toMatchObject({
      ...{ id: 's-1-1', startedAt: STARTED + 1000, endedAt: STARTED + 7000, model: 'claude-fable-5' },
      messages: [
        { role: 'user', content: 'Fix the failing test' },
        { role: 'assistant', content: 'The test expects 2.' },
      ],
      calls: [
        { name: 'Read', result: 'export const total = 1;', error: null, command: null },
        { command: 'npm test', exitCode: 1, error: 'Exit code 1\n1 failed', result: null },
      ],
      usage: { input_tokens: 4 * 1210, output_tokens: 4 * 50 },
    });
    expect(turns[1]).toMatchObject({ prompt: 'Thanks, now commit', usage: { output_tokens: 2 * 50 } });
  });

  it('counts the tokens of an answer once, in how many lines it may be written', () => {
    const session = new ClaudeCodeSession('s-1', STARTED);
    const first = session.prompt('Say it');
    const answer = session.says('It.');
    const { turns } = readClaudeCodeTranscript(lines([first, answer, answer]));
    expect(turns[0]?.usage).toEqual({ input_tokens: 1210, output_tokens: 50 });
  });

  it('takes for a prompt only what a user wrote', () => {
    const session = new ClaudeCodeSession('s-1', STARTED);
    const { turns, unknown } = readClaudeCodeTranscript(
      lines([
        session.bookkeeping('file-history-snapshot'),
        session.prompt('<command-name>/clear</command-name><command-args></command-args>'),
        session.prompt('<local-command-stdout>cleared</local-command-stdout>'),
        session.prompt(
          '<command-message>review</command-message><command-name>/review</command-name>\n<command-args>12</command-args>',
        ),
        session.prompt('Review pull request 12 with care.', { isMeta: true }),
        session.says('It is fine.'),
        session.prompt('A subagent asks', { isSidechain: true }),
        session.prompt('This session is being continued …', { isCompactSummary: true }),
        session.prompt('<task-notification>done</task-notification>'),
        session.prompt([
          { type: 'text', text: 'And this?' },
          { type: 'image', source: {} },
        ]),
        session.says('That too.'),
        session.prompt([{ type: 'text', text: '[Request interrupted by user]' }]),
      ]),
    );
    expect(turns.map(({ prompt, isInterrupted }) => [prompt, isInterrupted])).toEqual([
      ['/review 12', false],
      ['And this?\n[image]', true],
    ]);
    expect(unknown).toEqual({});
  });

  it('takes the result of a subagent that went on by itself, wherever it stands', () => {
    const session = new ClaudeCodeSession('s-1', STARTED);
    const started = 'Async agent launched successfully. agentId: a1';
    const ended = (id: string, status: string, said: string) =>
      `<task-notification>\n<task-id>a1</task-id>\n<tool-use-id>${id}</tool-use-id>\n<status>${status}</status>\n<summary>Agent ended</summary>\n${said}</task-notification>`;
    const { turns, unknown } = readClaudeCodeTranscript(
      lines([
        session.prompt('Look around'),
        ...session.call('Agent', { prompt: 'Look' }, started),
        ...session.call('Agent', { prompt: 'Look there' }, started),
        ...session.call('Agent', { prompt: 'Look here' }, started),
        session.says('Launched.'),
        session.bookkeeping('queue-operation', {
          content: ended('toolu_1', 'completed', '<result>Found.</result>'),
        }),
        session.prompt(ended('toolu_3', 'failed', '')),
        session.says('Found it.'),
      ]),
    );
    expect([turns.length, unknown]).toEqual([1, {}]);
    expect(turns[0]?.calls).toMatchObject([
      { result: 'Found.', error: null, isPending: false },
      { result: null, error: 'Agent ended', isPending: false },
      { result: started, isPending: true },
    ]);
  });

  it('tells an error of the model, unless it answered after all', () => {
    const session = new ClaudeCodeSession('s-1', STARTED);
    const error = [{ type: 'text', text: 'API Error: 529 overloaded' }];
    const { turns } = readClaudeCodeTranscript(
      lines([
        session.prompt('First'),
        session.answer(error, { isApiErrorMessage: true }),
        session.prompt('Second'),
        session.answer(error, { isApiErrorMessage: true }),
        session.says('Done.'),
      ]),
    );
    expect(turns.map((turn) => turn.error)).toEqual(['API Error: 529 overloaded', null]);
  });

  it('counts what it does not know, and reads on', () => {
    const session = new ClaudeCodeSession('s-1', STARTED);
    const { turns, unknown } = readClaudeCodeTranscript([
      ...lines([
        session.bookkeeping('something-new'),
        session.bookkeeping('something-new'),
        session.prompt([{ type: 'text', text: 'Go' }, { type: 'hologram' }]),
        session.answer([
          { type: 'song', notes: 'la' },
          { type: 'text', text: 'Gone.' },
        ]),
        session.prompt([{ type: 'tool_result', tool_use_id: 'nobody', content: 'x' }]),
      ]),
      '42',
      '{"type":"assistant","message":{"content":[{"type":"te',
    ]);
    expect(turns.map(({ messages }) => messages.at(-1)?.content)).toEqual(['Gone.']);
    expect(unknown).toEqual({
      'something-new': 2,
      'user block hologram': 1,
      'answer block song': 1,
      'result without a call': 1,
      'no JSON object': 2,
    });
  });
});

describe('a transcript of Codex', () => {
  it('is read as turns with their messages, calls, tokens and times', () => {
    const session = new CodexSession(STARTED);
    const { turns, unknown } = readCodexTranscript(
      lines([
        session.begin(),
        ...session.prompt('turn-1', 'Fix the failing test'),
        session.item('reasoning', { summary: [], encrypted_content: 'x' }),
        ...session.shell('npm test', '1 failed', 1),
        ...session.patch('*** Begin Patch\n*** End Patch'),
        ...session.shell('npm test', 'all passed'),
        ...session.says('Fixed.'),
        session.tokens(100, 10),
        session.tokens(200, 20),
        session.event('task_complete', { turn_id: 'turn-1' }),
        ...session.prompt('turn-2', 'Go on'),
        ...session.says('I went on.'),
        session.event('turn_aborted', { reason: 'interrupted' }),
      ]),
    );
    expect(unknown).toEqual({});
    expect(turns.map(({ id, prompt, isInterrupted }) => [id, prompt, isInterrupted])).toEqual([
      ['turn-1', 'Fix the failing test', false],
      ['turn-2', 'Go on', true],
    ]);
    expect(turns[0]).toMatchObject({
      messages: [
        { role: 'user', content: 'Fix the failing test' },
        { role: 'assistant', content: 'Fixed.' },
      ],
      calls: [
        {
          name: 'exec_command',
          command: 'npm test',
          exitCode: 1,
          error: expect.stringContaining('1 failed'),
        },
        { name: 'apply_patch', command: null, editsFiles: true, result: expect.stringContaining('Success') },
        { name: 'exec_command', command: 'npm test', exitCode: 0, result: 'all passed' },
      ],
      model: 'gpt-6-codex',
      usage: { input_tokens: 300, output_tokens: 30 },
      toolVersion: '0.159.3',
    });
  });

  it('is read in the form of older versions, and a prompt in both forms once', () => {
    const session = new CodexSession(STARTED);
    const call = { name: 'shell', arguments: '{"command":["bash","-lc","npm test"]}', call_id: 'c' };
    const { turns, unknown } = readCodexTranscript(
      lines([
        ...session.prompt('turn-1', 'Test'),
        session.event('user_message', { message: 'Test' }),
        session.item('function_call', call),
        session.event('exec_command_end', {
          call_id: 'c',
          exit_code: 1,
          aggregated_output: 'exited with code 0',
        }),
        session.item('function_call_output', { call_id: 'c', output: 'exited with code 0' }),
        session.event('task_started', { turn_id: 'turn-2' }),
        session.event('user_message', { message: 'Again' }),
        session.item('function_call', { ...call, call_id: 'd' }),
        session.item('function_call_output', { call_id: 'd', output: 'Exit code: 0\nok' }),
        session.event('agent_message', { message: 'Passed.' }),
        session.item('message', { role: 'assistant', content: [{ type: 'output_text', text: 'Passed.' }] }),
      ]),
    );
    expect(turns.map(({ prompt }) => prompt)).toEqual(['Test', 'Again']);
    expect(turns[0]?.calls).toMatchObject([
      { command: 'npm test', exitCode: 1, error: 'exited with code 0', result: null },
    ]);
    expect(turns[1]).toMatchObject({
      calls: [{ exitCode: 0, error: null }],
      messages: [{ content: 'Again' }, { content: 'Passed.' }],
    });
    expect(unknown).toEqual({});
  });
});
