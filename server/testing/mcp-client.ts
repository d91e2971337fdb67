/** A client of the MCP endpoint for tests. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { TestGateway } from './test-gateway.ts';

/** The SDK's client, connected to a gateway with `headers` on each request. */
export async function mcpClient(gateway: TestGateway, headers: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(`${gateway.url}/mcp`), {
    requestInit: { headers },
  });
  // The transport's optional session id is typed without exactOptionalPropertyTypes in mind.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return client;
}

/** Calls a tool: whether it failed, its text blocks and its structured content. */
export async function callTool(client: Client, name: string, args: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: args });
  const content = result.content as { type: string; text: string }[];
  return {
    isError: result.isError === true,
    texts: content.map(({ text }) => text),
    structured: result.structuredContent as Record<string, unknown> | undefined,
  };
}
