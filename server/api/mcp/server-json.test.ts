/** What the MCP registry is given says what is so, in the form that the registry takes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { mcpClient } from '../../testing/mcp-client.ts';
import { openTestGateway } from '../../testing/test-gateway.ts';

const read = (file: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../..', file), 'utf8'));

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/** The parts of SCHEMA that lead to the endpoint. */
const serverSchema = z.looseObject({
  $schema: z.literal(SCHEMA),
  description: z.string().min(1).max(100),
  version: z.string(),
  remotes: z.array(
    z.looseObject({
      url: z.string(),
      headers: z.array(
        z.looseObject({
          name: z.string(),
          isSecret: z.boolean().optional(),
          value: z.string().optional(),
          default: z.string().optional(),
        }),
      ),
    }),
  ),
});

const filled = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

describe('server.json', () => {
  const server = serverSchema.parse(read('server.json'));

  it('has the version of the package', () => {
    expect(server.version).toBe((read('package.json') as { version: string }).version);
  });

  it('leads to the endpoint, with headers that it takes', async () => {
    const gateway = await openTestGateway('sqlite');
    const [remote] = server.remotes;
    expect(filled(remote?.url ?? '', { gateway: gateway.url })).toBe(`${gateway.url}/mcp`);
    const headers = Object.fromEntries(
      (remote?.headers ?? []).map(({ name, value, default: usual = '' }) => [
        name,
        filled(value ?? usual, { api_key: 'any' }),
      ]),
    );
    const client = await mcpClient(gateway, headers);
    expect((await client.listTools()).tools).not.toEqual([]);
    expect(client.getServerVersion()?.version).toBe(server.version);
    await client.close();
    await gateway.close();
  });
});
