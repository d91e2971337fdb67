/** Texts that would act where they are read: formulas in a spreadsheet, markup where a browser would show it as a page. */
import { type Attack, attack, operatorIn, request, type Target } from './target.ts';

const TENANT = 'texts';
const FORMULAS = ['=HYPERLINK("http://evil.example")', '+1+cmd|1', '-2+3', '@SUM(1)', '\t=1', '\r=1'];
const MARKUP = '<script>alert(1)</script><img src=x onerror=alert(1)>';

/** Cells of a CSV as RFC 4180 has them. */
const cellsOf = (csv: string): string[] =>
  Array.from(csv.matchAll(/"((?:[^"]|"")*)"/g), ([, cell = '']) => cell.replaceAll('""', '"'));

/** Formulas stand in names and comments that the audit log repeats. */
async function formulas(target: Target): Promise<string[]> {
  for (const name of FORMULAS) {
    await target.as(TENANT, {
      method: 'POST',
      path: '/v1/admin/api-keys',
      body: { name, scopes: ['learn'] },
    });
    const body = {
      name: `skill-${FORMULAS.indexOf(name)}`,
      description: name,
      bullets: [{ content: `${name} first` }],
    };
    await target.as(TENANT, { method: 'POST', path: '/v1/skills', body });
    await target.as(TENANT, { method: 'DELETE', path: `/v1/admin/users/${encodeURIComponent(name)}` });
  }
  const { status, text } = await target.as(TENANT, { method: 'GET', path: '/api/audit-export?format=csv' });
  const cells = cellsOf(text);
  const read = cells.filter((cell) => /^[=+\-@\t\r]/.test(cell));
  return [
    ...(status === 200 && cells.length > FORMULAS.length ? [] : [`the export is ${status}`]),
    ...read.map((cell) => `a spreadsheet would compute ${JSON.stringify(cell)}`),
  ];
}

const READ = [
  '/v1/skills',
  '/v1/skills/marked',
  '/v1/skills/marked/SKILL.md',
  '/v1/memories',
  '/v1/episodes',
  '/v1/changesets?status=all',
  '/v1/agents/default/export',
  '/v1/admin/audit',
  '/api/audit-export?format=csv',
  '/api/audit-export?format=ndjson',
  `/v1/skills/${encodeURIComponent(MARKUP)}`,
  `/v1/episodes/${encodeURIComponent(MARKUP)}`,
  `/${encodeURIComponent(MARKUP)}`,
];

/** What people and runs said is never sent as a page; pages show it by scripts, which `e2e` tries. */
async function pages(target: Target): Promise<string[]> {
  const skill = {
    name: 'marked',
    description: MARKUP,
    bullets: [{ content: `Show ${MARKUP}` }],
    tags: [MARKUP],
  };
  await target.as(TENANT, { method: 'POST', path: '/v1/skills', body: skill });
  await target.as(TENANT, { method: 'POST', path: '/v1/memories', body: { content: MARKUP } });
  await target.as(TENANT, { method: 'POST', path: '/v1/episodes', body: { task: MARKUP, error: MARKUP } });
  const broken: string[] = [];
  for (const path of READ) {
    const response = await request(target.url + path, { headers: operatorIn(TENANT) });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    if (type.includes('html') && text.includes('<script>alert'))
      broken.push(`${path} is a page with the markup`);
    if (response.headers.get('x-content-type-options') !== 'nosniff')
      broken.push(`${path} may be taken for a page`);
  }
  return broken;
}

/** Both. */
export async function tryStoredTexts(target: Target): Promise<Attack> {
  return await attack(target, 'formulas and markup that are stored', async () => ({
    tried: 3 * FORMULAS.length + READ.length,
    broken: [...(await formulas(target)), ...(await pages(target))],
  }));
}
