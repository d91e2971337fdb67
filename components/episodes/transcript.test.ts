import { describe, expect, it } from 'vitest';
import { type Turn, transcriptOf } from './transcript.ts';

const said = (role: string, content: string) => ({ role, content });
const call = (name: string, result: string) => ({ name, arguments: null, result, error: null });
const inShort = (turns: readonly Turn[]) =>
  turns.map((turn) => ('call' in turn ? turn.call.name : turn.message.role));

describe('a transcript', () => {
  it('shows a call where its answer stands, and the answer once', () => {
    const messages = [said('user', 'Q'), said('tool', 'one'), said('assistant', 'A'), said('tool', 'two')];
    const toolCalls = [call('first', 'one'), call('second', ' two ')];
    const { turns, unplaced } = transcriptOf({ messages, toolCalls });
    expect([inShort(turns), unplaced]).toEqual([['user', 'first', 'assistant', 'second'], 0]);
  });

  it('shows calls that no message tells of before the last answer', () => {
    const messages = [said('user', 'Q'), said('assistant', 'A')];
    const { turns, unplaced } = transcriptOf({ messages, toolCalls: [call('first', 'one')] });
    expect([inShort(turns), unplaced]).toEqual([['user', 'first', 'assistant'], 1]);
  });

  it('keeps calls in their order: a later answer brings the earlier ones along', () => {
    const messages = [said('user', 'Q'), said('tool', 'two'), said('assistant', 'A')];
    const toolCalls = [call('first', 'one'), call('second', 'two')];
    expect(inShort(transcriptOf({ messages, toolCalls }).turns)).toEqual([
      ...['user', 'first', 'second', 'assistant'],
    ]);
  });

  it('keeps a tool’s message that answers no call', () => {
    const messages = [said('tool', 'something else'), said('user', 'Q')];
    expect(inShort(transcriptOf({ messages, toolCalls: [] }).turns)).toEqual(['tool', 'user']);
  });
});
