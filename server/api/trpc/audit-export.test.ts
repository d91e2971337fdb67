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

    it('has every entry once where they are many', async () => {
      const who = freshPrincipal();
      const { key } = await createKey(runtime(), who, { name: 'reader', scopes: ['admin'] });
      const ids = Array.from({ length: 1100 }, (_, at) => `au_${who.tenant}_${at}`);
      await insertAudit(runtime().db.read, ids, { tenant: who.tenant, at: runtime().clock() });
      const filter = encodeURIComponent(JSON.stringify({ actions: ['feedback'] }));
      const { text } = await download(runtime(), key, `format=ndjson&filter=${filter}`);
      const told = text.match(/"id":"[^"]+"/g) ?? [];
      expect(told.toSorted()).toEqual(ids.map((id) => `"id":"${id}"`).toSorted());
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
