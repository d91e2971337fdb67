import { expect, it } from 'vitest';
import { clientOf, Prisma } from '../../platform/db/prisma.ts';
import { insertRows, momentIn } from '../../testing/database/scale-library.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { previewErasure } from './index.ts';

describeOnOne('the preview of an erasure', (runtime) => {
  it('counts up to 10,001 rows of each kind', async () => {
    const who = freshPrincipal();
    const { db } = runtime();
    const columns = {
      ...{ id: `'rc_' || at`, agent_id: "'default'", user_id: "'u'", query: "'x'", holdout: 'FALSE' },
      ...{ applied: 'TRUE', memories: "'[]'", skills: "'[]'", created_at: momentIn(db.dialect)('0') },
    };
    const insert = insertRows('recall', who.tenant, { count: 10_002, columns });
    await clientOf(db.read).$executeRaw`${Prisma.raw(insert)}`;
    expect(await previewErasure(runtime(), who, 'u')).toMatchObject({ recalls: 10_001, episodes: 0 });
  });
});
