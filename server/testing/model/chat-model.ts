/**
 * A stand-in for the model of somebody's agent: it asks for the weather, then for a coat, then says what it
 * heard.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { listen } from '../../api/socket/lifecycle.ts';

interface Message {
  role: string;
  content: unknown;
}

export interface ChatModel {
  /** The base address of an OpenAI-compatible interface. */
  readonly url: string;
  close(): Promise<void>;
}

const FINAL = 'It rains in Bern and the cloakroom is closed.';

function call(id: string, name: string, sent: unknown) {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(sent) } };
}

function answerTo(messages: readonly Message[]) {
  const answered = messages.filter(({ role }) => role === 'tool').length;
  if (answered === 0) return { tool_calls: [call('call_1', 'weather', { city: 'Bern' })] };
  if (answered === 1) return { tool_calls: [call('call_2', 'cloakroom', { coats: 1 })] };
  return { content: FINAL };
}

async function read(request: IncomingMessage): Promise<{ messages: Message[] }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as { messages: Message[] };
}

/** Starts the model on loopback. A conversation that says "fail" is answered with 503. */
export async function startChatModel(): Promise<ChatModel> {
  const server = createServer((request, response) => {
    void read(request).then(({ messages }) => {
      const failing = JSON.stringify(messages).includes('fail');
      const answer = answerTo(messages);
      const body = failing
        ? { error: { message: 'the model is overloaded', type: 'server_error', code: null, param: null } }
        : {
            id: 'chatcmpl-1',
            object: 'chat.completion',
            created: 1_790_000_000,
            model: 'stand-in',
            choices: [
              {
                index: 0,
                message: { role: 'assistant', content: null, ...answer },
                finish_reason: 'tool_calls' in answer ? 'tool_calls' : 'stop',
              },
            ],
            usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
          };
      response.writeHead(failing ? 503 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
  });
  const url = await listen(server, '127.0.0.1', 0);
  return {
    url: `${url}/v1`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
