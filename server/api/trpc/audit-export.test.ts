import { expect, it } from 'vitest';
import { createKey } from '../../admin/keys/index.ts';
import { insertAudit } from '../../testing/database/rows.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { answerAuditExport } from './audit-export.ts';

describeOnOne(
  'an export of the audit log',
  (runtime) => {
    const download = async (rt: TestRuntime, key: string, query: string) => {
      const headers = { authorization: `Bearer ${key}` };
      const response = await answerAuditExport(
        rt,
        new Request(`http://gw/api/audit-export?${query}`, { headers }),
      );
      return { status: response.status, text: await response.text() };
    };

    it('is the slice that was asked for, safe to open in a spreadsheet', async () => {
      const who = freshPrincipal();
      const { key } = await createKey(runtime(), who, { name: '=HYPERLINK("x")', scopes: ['admin'] });
      await insertAudit(runtime().db.read, [`au_${who.tenant}`], {
        tenant: who.tenant,
        at: runtime().clock(),
      });
      const filter = encodeURIComponent(JSON.stringify({ actions: ['apikey.created'] }));
      const csv = await download(runtime(), key, `format=csv&filter=${filter}`);
      expect(csv.text.split('\r\n')).toHaveLength(3);
      expect(csv.text).toContain('""name"":""=HYPERLINK');
      const lines = await download(runtime(), key, 'format=ndjson');
      expect(lines.text.trim().split('\n')).toHaveLength(2);
      expect((await download(runtime(), key, 'filter=%7B%22actions%22%3A%5B%22no%22%5D%7D')).status).toBe(
        400,
      );
    });

    it('is for administrators', async () => {
      const { key } = await createKey(runtime(), freshPrincipal(), {
        name: 'x',
        scopes: ['learn', 'review'],
      });
      expect((await download(runtime(), key, 'format=csv')).status).toBe(403);
    });
  },
  { SERVICE_BOOTSTRAP_ADMIN_KEY: 'operator-key-0123456789' },
);
