/** What is read from a transcript of Gemini CLI, in the form that 0.61.0 writes. */
import { describe, expect, it } from 'vitest';
import { readGeminiCliTranscript } from './gemini-cli.ts';

const STARTED = Date.parse('2026-11-23T10:00:00Z');
const lines = (entries: readonly unknown[]) => entries.map((entry) => JSON.stringify(entry));

describe('a transcript of Gemini CLI', () => {
  const at = (seconds: number) => new Date(STARTED + 1000 * seconds).toISOString();
  const shell = (id: string, command: string, output: string, status = 'success') => ({
    ...{ id, name: 'run_shell_command', args: { command }, status },
    result: [
      {
        functionResponse: {
          response: { output: `<untrusted_context>\nOutput: ${output}\n</untrusted_context>` },
        },
      },
    ],
  });
  const answer = (id: string, seconds: number, fields: object) => ({
    ...{ id, timestamp: at(seconds), type: 'gemini', content: '', model: 'gemini-3-pro' },
    tokens: { input: 1000, output: 50 },
    ...fields,
  });

  it('is read as turns with their messages, calls, tokens and times', () => {
    const user = (id: string, seconds: number, content: unknown) => ({
      ...{ id, timestamp: at(seconds), type: 'user', content },
    });
    const { turns, unknown } = readGeminiCliTranscript(
      lines([
        { sessionId: 's', startTime: at(0), kind: 'main' },
        { $set: { messages: [user('c', 0, [{ text: '<session_context>\nLinux\n</session_context>' }])] } },
        user('p-1', 1, [{ text: 'Fix it\n\n<hook_context>known</hook_context>' }]),
        answer('a-1', 2, {}),
        answer('a-1', 2, { toolCalls: [shell('1', 'npm test', '1 failed\nExit Code: 1')] }),
        user('r-1', 3, [{ functionResponse: { id: '1' } }]),
        answer('a-2', 4, {
          toolCalls: [shell('2', 'npm test', 'all passed'), shell('3', 'rm x', 'denied', 'error')],
        }),
        answer('a-3', 5, { content: 'Fixed.' }),
        user('p-2', 6, [{ text: 'Go on' }]),
        { id: 'x', timestamp: at(7), type: 'hologram' },
        { id: 'e', timestamp: at(8), type: 'error', content: 'quota' },
      ]),
    );
    expect(unknown).toEqual({ hologram: 1 });
    expect(turns.map(({ prompt, error }) => [prompt, error])).toEqual([
      ['Fix it', null],
      ['Go on', 'quota'],
    ]);
    expect(turns[0]).toMatchObject({
      ...{ id: 'p-1', startedAt: STARTED + 1000, endedAt: STARTED + 5000, model: 'gemini-3-pro' },
      messages: [{ role: 'user' }, { role: 'assistant', content: 'Fixed.' }],
      usage: { input_tokens: 3000, output_tokens: 150 },
      calls: [
        { command: 'npm test', exitCode: 1, error: '1 failed\nExit Code: 1', result: null },
        { command: 'npm test', exitCode: 0, error: null, result: 'all passed' },
        { command: 'rm x', exitCode: null, error: 'denied' },
      ],
    });
  });
});
