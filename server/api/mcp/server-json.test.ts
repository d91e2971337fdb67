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

const input = {
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
  value: z.string().optional(),
  default: z.string().optional(),
  placeholder: z.string().optional(),
};
const variables = z.record(z.string(), z.strictObject(input)).optional();

/** The parts of SCHEMA that a server without packages can have: ServerDetail and RemoteTransport. */
const serverSchema = z.strictObject({
  $schema: z.literal(SCHEMA),
  name: z
    .string()
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
    .min(3)
    .max(200),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().max(255),
  remotes: z.array(
    z.strictObject({
      type: z.enum(['streamable-http', 'sse']),
      url: z.string().regex(/^(https?:\/\/[^\s]+|\{[a-zA-Z_][a-zA-Z0-9_]*\}[^\s]*)$/),
      variables,
      headers: z.array(z.strictObject({ name: z.string(), ...input, variables })),
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

  it('names every variable that it uses, and keeps the key secret', () => {
    for (const { url, variables: ofUrl = {}, headers } of server.remotes) {
      expect([...url.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).toEqual(Object.keys(ofUrl));
      for (const { value = '', variables: own = {} } of headers) {
        expect([...value.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).toEqual(Object.keys(own));
      }
      expect(headers.find(({ name }) => name === 'Authorization')?.isSecret).toBe(true);
    }
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
