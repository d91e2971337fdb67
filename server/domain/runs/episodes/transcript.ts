/** What a run consisted of: the messages and the tool calls, as they are sent and as they are shown again. */
import { z } from 'zod';
import { freeObject, freeText } from '../../fields.ts';

export const messageSchema = z.object({ role: freeText(), content: freeText() }).meta({ id: 'Message' });

/** `arguments` is the object that the tool was called with, or its text where that is no object. */
export const toolCallSchema = z
  .object({
    name: freeText(),
    arguments: z.union([freeObject(), freeText()]).nullish(),
    result: freeText().nullish(),
    error: freeText().nullish(),
  })
  .meta({ id: 'ToolCall' });
export type ToolCall = z.infer<typeof toolCallSchema>;
