import { expect, it } from 'vitest';
import { saidText } from '../words.ts';

it('says where the words of a change were said, or that they are the model’s', () => {
  expect(saidText(['user_message', 'tool_output'])).toBe('Said in user messages and tool output');
  expect(saidText(['retrieved_text'])).toBe('Said in retrieved text');
  expect(saidText([])).toBe('Not said in its runs: the model’s conclusion');
});
