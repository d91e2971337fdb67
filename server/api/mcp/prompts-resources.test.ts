/** Prompts and resources as a host uses them, through the SDK's client. */
import { expect, it } from 'vitest';
import { deprecateSkill } from '../../skills/index.ts';
import { mcpClient } from '../../testing/mcp-client.ts';
import { describeGateway, TEST_BOOTSTRAP_KEY } from '../../testing/test-gateway.ts';

const SETTINGS = {
  SERVICE_BOOTSTRAP_ADMIN_KEY: TEST_BOOTSTRAP_KEY,
  SERVICE_RATE_LIMIT_PER_MINUTE: '0',
  SERVICE_IP_RATE_LIMIT_PER_MINUTE: '0',
};
const operator = (tenant: string) => ({
  authorization: `Bearer ${TEST_BOOTSTRAP_KEY}`,
  'x-tenant-id': tenant,
});

describeGateway(
  'over MCP',
  (gateway) => {
    const author = async (tenant: string, skill: Record<string, unknown>) => {
      const bullets = [{ content: 'Check the order before the refund.' }];
      const body = { description: `How to ${String(skill.name)}`, bullets, ...skill };
      const { status } = await gateway().call('POST', '/v1/skills', { body, headers: operator(tenant) });
      expect(status).toBe(200);
    };
    const textOf = async (
      headers: Record<string, string>,
      name: string,
      args: Record<string, string> = {},
    ) => {
      const client = await mcpClient(gateway(), headers);
      const { messages } = await client.getPrompt({ name, arguments: args });
      const texts = messages.map(({ content }) => (content.type === 'text' ? content.text : ''));
      expect(texts).toHaveLength(1);
      return texts.join();
    };

    it('the two prompts are listed to everyone, with their arguments', async () => {
      const { prompts } = await (await mcpClient(gateway(), {})).listPrompts();
      expect(prompts.map(({ name, arguments: args }) => [name, args?.map((one) => one.name)])).toEqual([
        ['before-a-task', ['task', 'user_id']],
        ['after-a-task', ['outcome', 'correction']],
      ]);
    });

    it('before a task, a prompt brings what is known and how to record', async () => {
      await author('prompts', { name: 'refund-orders', agent_id: 'clerk' });
      const clerk = { ...operator('prompts'), 'x-agent-id': 'clerk' };
      const text = await textOf(clerk, 'before-a-task', { task: 'How to refund-orders' });
      expect(text).toMatch(/^How to refund-orders\n/);
      expect(text).toContain('Check the order before the refund.');
      const recallId = /recall_id "(rc_\w+)"/.exec(text)?.[1];
      const { json } = await gateway().call('GET', `/v1/recalls/${recallId}`, { headers: clerk });
      expect(json).toMatchObject({ agent_id: 'clerk', query: 'How to refund-orders' });
      const elsewhere = await textOf(operator('prompts-other'), 'before-a-task', { task: 'knit' });
      expect(elsewhere).toContain('Nothing is known yet');
    });

    it('after a task, a prompt asks to record it', async () => {
      const text = await textOf(operator('prompts'), 'after-a-task', { correction: 'ask first' });
      expect(text).toContain('`record`');
      expect(text).toContain('with this correction: ask first');
    });

    it('skills are listed and read as SKILL.md, with the bounds of tenant and agent', async () => {
      await author('library', { name: 'bind-book', agent_id: 'binder' });
      await author('library', { name: 'bind-book', agent_id: '*', description: 'The shared one' });
      await author('library', { name: 'any-book', agent_id: '*' });
      await author('library', { name: 'secret-book', agent_id: 'other' });
      await author('neighbours', { name: 'their-book', agent_id: 'binder' });
      const binder = { ...operator('library'), 'x-agent-id': 'binder' };
      const client = await mcpClient(gateway(), binder);
      const { resources } = await client.listResources();
      expect(resources).toEqual([
        {
          uri: 'skill://any-book',
          name: 'any-book',
          description: 'How to any-book',
          mimeType: 'text/markdown',
        },
        {
          uri: 'skill://bind-book',
          name: 'bind-book',
          description: 'How to bind-book',
          mimeType: 'text/markdown',
        },
      ]);
      const { contents } = await client.readResource({ uri: 'skill://bind-book' });
      const rest = await gateway().call('GET', '/v1/skills/bind-book/SKILL.md?agent_id=binder', {
        headers: binder,
      });
      expect(contents).toEqual([{ uri: 'skill://bind-book', mimeType: 'text/markdown', text: rest.text }]);
      for (const uri of ['skill://secret-book', 'skill://their-book', 'skill://', 'file:///etc/passwd']) {
        await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32_002 });
      }
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates).toMatchObject([{ uriTemplate: 'skill://{name}' }]);
    });

    it('a skill that a reviewer took out of use is not listed', async () => {
      await author('retired', { name: 'old-way' });
      const headers = operator('retired');
      const client = await mcpClient(gateway(), headers);
      expect((await client.listResources()).resources).toHaveLength(1);
      const { json } = await gateway().call('GET', '/v1/skills/old-way', { headers });
      const { id } = json as { id: string };
      const principal = {
        tenant: 'retired',
        actor: 'reviewer',
        bucket: 'reviewer',
        scopes: new Set(['review' as const]),
      };
      await deprecateSkill(gateway().runtime, principal, { id, deprecated: true });
      expect((await client.listResources()).resources).toEqual([]);
    });

    it('a large library is listed in pages', async () => {
      const names = Array.from({ length: 55 }, (_, at) => `page-${String(at).padStart(2, '0')}`);
      for (const name of names) await author('pages', { name });
      const client = await mcpClient(gateway(), operator('pages'));
      const first = await client.listResources();
      expect(first.resources).toHaveLength(50);
      const next = await client.listResources({ cursor: first.nextCursor });
      expect([...first.resources, ...next.resources].map(({ name }) => name)).toEqual(names);
      expect(next.nextCursor).toBeUndefined();
      await expect(client.listResources({ cursor: 'elsewhere' })).rejects.toMatchObject({ code: -32_602 });
    });

    it('a name is listed once, also where the agent’s own and the shared skill end one page and begin the next', async () => {
      const names = Array.from({ length: 52 }, (_, at) => `name-${String(at).padStart(2, '0')}`);
      for (const name of names) await author('namesakes', { name, agent_id: 'binder', description: 'Own' });
      for (const name of ['name-49', 'name-51', 'other']) {
        await author('namesakes', { name, agent_id: '*', description: 'Shared' });
      }
      const client = await mcpClient(gateway(), { ...operator('namesakes'), 'x-agent-id': 'binder' });
      const first = await client.listResources();
      // What comes in between moves nothing to the next page.
      await author('namesakes', { name: 'a-new-one', agent_id: 'binder' });
      const next = await client.listResources({ cursor: first.nextCursor });
      const listed = [...first.resources, ...next.resources];
      expect(listed.map(({ name }) => name)).toEqual([...names, 'other']);
      expect(listed.map(({ description }) => description)).toEqual([...names.map(() => 'Own'), 'Shared']);
    });

    it('nobody without a credential of the scope gets either', async () => {
      const made = await gateway().call('POST', '/v1/admin/api-keys', {
        body: { name: 'reviewer', scopes: ['review'] },
        headers: operator('library'),
      });
      const { key } = made.json as { key: string };
      const refused: [Record<string, string>, string][] = [
        [{}, 'missing bearer token'],
        [{ authorization: 'Bearer service_wrong' }, 'invalid api key'],
        [{ authorization: `Bearer ${key}` }, "missing scope 'learn'"],
        [{ ...operator('library'), 'x-agent-id': 'two words' }, 'X-Agent-Id'],
      ];
      for (const [headers, reason] of refused) {
        const client = await mcpClient(gateway(), headers);
        await expect(client.listResources()).rejects.toThrow(reason);
        await expect(client.readResource({ uri: 'skill://any-book' })).rejects.toThrow(reason);
        await expect(client.getPrompt({ name: 'after-a-task' })).rejects.toThrow(reason);
      }
    });

    it('an unknown prompt and a missing argument are said', async () => {
      const client = await mcpClient(gateway(), operator('prompts'));
      await expect(client.getPrompt({ name: 'during-a-task' })).rejects.toThrow('prompt not found');
      await expect(client.getPrompt({ name: 'before-a-task' })).rejects.toThrow('argument task is missing');
    });

    it('announces no changes, since no stream stays open', async () => {
      const client = await mcpClient(gateway(), {});
      expect(client.getServerCapabilities()).toEqual({ tools: {}, prompts: {}, resources: {} });
    });
  },
  SETTINGS,
);
