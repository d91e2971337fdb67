/** Lists of what is large: pages that end early, and headers that say where they go on. */
import { expect, it } from 'vitest';
import { clientOf } from '../../platform/db/prisma.ts';
import { describeGatewayOnBoth } from '../../testing/test-gateway.ts';

const SETTINGS = { SERVICE_RATE_LIMIT_PER_MINUTE: '0', SERVICE_IP_RATE_LIMIT_PER_MINUTE: '0' };

interface Item {
  id: string;
  /** Of a version, which has no id. */
  version?: number;
}

describeGatewayOnBoth(
  'a list',
  (gateway) => {
    /** The ids of every page, as a client finds them that follows `link`. */
    async function pages(path: string): Promise<string[][]> {
      const found: string[][] = [];
      for (let next: string | undefined = path; next !== undefined; ) {
        const { status, json, headers } = await gateway().call('GET', next);
        expect(status).toBe(200);
        found.push((json as Item[]).map(({ id, version }) => id ?? String(version)));
        const link: string | null = headers.get('link');
        expect(headers.has('x-next-cursor')).toBe(link !== null);
        next = link?.match(/^<([^>]+)>; rel="next"$/)?.[1];
        const cursor = new URL(next ?? '/', gateway().url).searchParams.get('cursor');
        expect(cursor).toBe(headers.get('x-next-cursor'));
      }
      return found;
    }

    async function putChangesets(agentId: string, sizes: number[]): Promise<string[]> {
      const ids = sizes.map((_, place) => `cs_${agentId}_${String(place).padStart(4, '0')}`);
      const data = sizes.map((size, place) => ({
        ...{
          tenant: 'dev',
          id: ids[place] ?? '',
          agentId,
          status: 'pending',
          ops: '[]',
          source: 'reflection',
        },
        ...{ rationale: 'ü'.repeat(size / 2), humanAuthored: false, proposedBy: 'dev', risk: 'low' },
        ...{ safetyFindings: '[]', episodeIds: '[]', baseVersions: '{}' },
        // Three of one moment each.
        createdAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(place / 3)),
      }));
      for (const one of data) await clientOf(gateway().runtime.db.read).changeset.create({ data: one });
      return ids.toReversed();
    }

    it('of large changesets goes on where the page before ended, each once and in order', async () => {
      const ids = await putChangesets('large', Array(50).fill(100_000));
      const found = await pages('/v1/changesets?agent_id=large&limit=1000');
      expect(found.flat()).toEqual(ids);
      expect(found.map(({ length }) => length)).toEqual([19, 19, 12]);
    });

    it('holds one item at least, however large', async () => {
      const ids = await putChangesets('huge', [2_500_000, 100, 2_500_000]);
      const found = await pages('/v1/changesets?agent_id=huge');
      expect(found).toEqual([[ids[0]], [ids[1]], [ids[2]]]);
    });

    it('of small ones ends at its limit, by cursor as by `before`', async () => {
      const ids = await putChangesets('small', Array(250).fill(100));
      const found = await pages('/v1/changesets?agent_id=small&limit=100');
      expect(found).toEqual([ids.slice(0, 100), ids.slice(100, 200), ids.slice(200)]);
      const { json, headers } = await gateway().call(
        'GET',
        `/v1/changesets?agent_id=small&before=${ids[199]}`,
      );
      expect((json as Item[]).map(({ id }) => id)).toEqual(ids.slice(200));
      expect(headers.has('link')).toBe(false);
      expect(await pages('/v1/changesets?agent_id=nobody')).toEqual([[]]);
    });

    it('of skills goes on by name, an own one before the shared one of its name', async () => {
      const ids: string[] = [];
      for (const name of ['alpha', 'alpha-2', 'beta', 'gamma']) {
        for (const agent_id of ['pages', '*']) {
          const body = { agent_id, name, description: 'x' };
          const { json } = await gateway().call('POST', '/v1/skills', { body });
          ids.push((json as { skill_id: string }).skill_id);
        }
      }
      const found = await pages('/v1/skills?agent_id=pages&limit=3');
      expect(found).toEqual([ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)]);
      expect(await pages('/v1/skills?agent_id=pages')).toEqual([ids]);
    });

    it.each(['/v1/changesets', '/v1/memories', '/v1/skills'])(
      'refuses a cursor that it did not give: %j',
      async (path) => {
        const { status, json } = await gateway().call('GET', `${path}?cursor=nonsense`);
        expect(status).toBe(422);
        expect(json).toMatchObject({ detail: [{ loc: ['query', 'cursor'] }] });
      },
    );
  },
  SETTINGS,
);
