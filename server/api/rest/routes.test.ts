import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { operation, router } from '../operations/operation.ts';
import { buildRoutes, findRoute } from './routes.ts';

const declare = (method: 'GET' | 'POST', path: `/${string}`) =>
  operation({ method, path, scope: 'learn', tag: 'Skills', summary: path })
    .input(z.object({}))
    .output(z.object({}))
    .query(() => ({}));

const routes = buildRoutes(
  router({
    byId: declare('GET', '/v1/episodes/{id}'),
    latest: declare('GET', '/v1/episodes/latest'),
    record: declare('POST', '/v1/episodes'),
    batch: declare('POST', '/v1/episodes:batch'),
    markdown: declare('GET', '/v1/skills/{ref}/SKILL.md'),
  })._def.procedures,
);

function found(method: string, target: string): unknown {
  const match = findRoute(routes, method, target);
  if (match === null) return null;
  return 'allow' in match ? match : { name: match.route.name, ...match.parameters };
}

describe('finding a route', () => {
  it('prefers a literal segment to a parameter', () => {
    expect(found('GET', '/v1/episodes/latest?session_id=s')).toEqual({ name: 'latest' });
    expect(found('GET', '/v1/episodes/ep_1')).toEqual({ name: 'byId', id: 'ep_1' });
  });

  it('keeps an encoded slash inside of its segment and decodes each segment once', () => {
    expect(found('GET', '/v1/episodes/team%2Fbot%3A1@x')).toEqual({ name: 'byId', id: 'team/bot:1@x' });
    expect(found('GET', '/v1/episodes/a%252Fb')).toEqual({ name: 'byId', id: 'a%2Fb' });
    expect(found('POST', '/v1/episodes%3Abatch')).toEqual({ name: 'batch' });
  });

  it('names the methods that a path allows', () => {
    expect(found('DELETE', '/v1/episodes')).toEqual({ allow: ['POST'] });
  });

  it.each(['/v1/%zz', '/v1/episodes/', '/V1/episodes', '/v1/episodes//'])(
    'knows nothing of malformed escapes, empty segments, another case or a trailing slash: %j',
    (target) => {
      expect(found('GET', target)).toBeNull();
    },
  );
});
