/** Live updates: what is heard, by whom, from which process, and how streams end. */
import { expect, it } from 'vitest';
import { createKey, revokeKey } from '../../admin/keys/index.ts';
import { auditFeed } from '../../audit/index.ts';
import { MemoryIn } from '../../domain/memories/memory.ts';
import { addMemory } from '../../memories/index.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { createRuntime } from '../../platform/runtime.ts';
import { authorSkill, deprecateSkill } from '../../skills/index.ts';
import { skillIn } from '../../testing/samples/skill-history.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { answerLive, liveStreams } from './live-stream.ts';

describeOnOne(
  'live updates',
  (runtime) => {
    /** What another process is to this one: its own database connection and its own state. */
    const withAnotherProcess = async <T>(work: (other: TestRuntime) => Promise<T>): Promise<T> => {
      const db = openDatabase(runtime().config.database);
      try {
        return await work({ ...runtime(), ...createRuntime({ ...runtime(), db }) });
      } finally {
        await db.close();
      }
    };

    const listener = async (rt: TestRuntime, scopes: ('learn' | 'review' | 'admin')[]) => {
      const who = freshPrincipal();
      const { key, id } = await createKey(rt, who, { name: 'listener', scopes });
      const stop = new AbortController();
      const request = new Request('http://127.0.0.1:8080/api/live', {
        headers: { authorization: `Bearer ${key}` },
        signal: stop.signal,
      });
      return { who, id, stop, request };
    };

    /** The next event of a stream; null at its end. */
    const reader = (response: Response) => {
      const chunks = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      return async (): Promise<unknown> => {
        for (;;) {
          const read = await chunks?.read();
          if (read === undefined || read.done) return null;
          const data = /^data: (.*)$/m.exec(read.value)?.[1];
          if (data !== undefined) return JSON.parse(data) as unknown;
        }
      };
    };

    it('tell a listener of one process what another one changed, by id alone', async () => {
      const { who, request, stop } = await listener(runtime(), ['review']);
      const response = await answerLive(runtime(), request);
      expect(response.headers.get('content-type')).toContain('text/event-stream');
      const next = reader(response);
      const skill = await withAnotherProcess(async (other) => {
        await authorSkill(other, freshPrincipal(), skillIn());
        return await authorSkill(other, who, skillIn());
      });
      await auditFeed(runtime()).poll();
      expect(await next()).toEqual([{ type: 'changeset', id: skill.changeset_id }]);
      stop.abort();
      expect(await next()).toBeNull();
    });

    it('begin with what changed since a page was rendered', async () => {
      const { who, request, stop } = await listener(runtime(), ['review']);
      const before = runtime().clock().getTime();
      const { changeset_id: id } = await authorSkill(runtime(), who, skillIn());
      const since = (at: number) => new Request(`${request.url}?since=${at}`, request);
      const told = reader(await answerLive(runtime(), since(before)));
      expect(await told()).toEqual([{ type: 'changeset', id }]);
      const old = reader(await answerLive(runtime(), since(before - 61_000)));
      expect(await old()).toEqual([{ type: '*', id: '*' }]);
      stop.abort();
    });

    it.each<[('learn' | 'review' | 'admin')[], string[]]>([
      [['learn'], ['memory', 'skill']],
      [['review'], ['changeset', 'skill']],
      [
        ['learn', 'review'],
        ['changeset', 'memory', 'skill'],
      ],
      [['admin'], ['apikey', 'changeset', 'memory', 'skill']],
    ])('tell %j only of what such a session may read', async (scopes, types) => {
      const { who, request, stop } = await listener(runtime(), scopes);
      const next = reader(await answerLive(runtime(), request));
      await createKey(runtime(), who, { name: 'new', scopes: ['learn'] });
      const { skill_id: id } = await authorSkill(runtime(), who, skillIn());
      await deprecateSkill(runtime(), who, { id: String(id), deprecated: true });
      await addMemory(runtime(), who, MemoryIn.parse({ content: 'The depot opens at six' }));
      await auditFeed(runtime()).poll();
      stop.abort();
      // The feed also reads once a second by itself, so that there may be several events.
      const heard: { type: string }[] = [];
      for (let event = await next(); event !== null; event = await next()) {
        heard.push(...(event as typeof heard));
      }
      expect([...new Set(heard.map(({ type }) => type))].sort()).toEqual(types);
    });

    it('are bounded per principal, and all end when the process stops', async () => {
      const rt = { ...runtime(), ...createRuntime({ ...runtime() }) };
      const { request } = await listener(rt, ['review']);
      const responses: Response[] = [];
      for (let opened = 0; opened < 21; opened += 1) responses.push(await answerLive(rt, request));
      expect(responses.map(({ status }) => status)).toEqual([...Array<number>(20).fill(200), 429]);
      const [first] = responses;
      if (first === undefined) throw new Error('a stream was opened');
      const next = reader(first);
      liveStreams(rt).close();
      expect(await next()).toBeNull();
      expect((await answerLive(rt, request)).status).toBe(429);
    });

    it('are refused without a valid credential', async () => {
      const { who, id, request } = await listener(runtime(), ['review']);
      await revokeKey(runtime(), who, id);
      expect((await answerLive(runtime(), request)).status).toBe(401);
    });
  },
  { SERVICE_BOOTSTRAP_ADMIN_KEY: 'operator-key-0123456789' },
);
