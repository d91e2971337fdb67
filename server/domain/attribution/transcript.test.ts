/** Who answers for what was said in a run. */
import { describe, expect, it } from 'vitest';
import { PASTED } from '../../testing/samples/pasted-forms.ts';
import { spokenRun } from '../../testing/samples/spoken-runs.ts';
import { transcribe } from './transcript.ts';

const transcriptOf = (episode: Parameters<typeof spokenRun>[0]) => transcribe(spokenRun(episode));
const call = (name: string, given: unknown, more: object) => ({
  ...{ name, arguments: given as Record<string, unknown>, result: null, error: null, ...more },
});

describe('what a run said', () => {
  const episode = {
    task: 'the task',
    error: 'an error',
    messages: [
      { role: 'user', content: 'a wish' },
      { role: 'System', content: 'a prompt' },
      { role: 'assistant', content: 'an echo of a result' },
      { role: 'tool', content: 'a page' },
      { role: 'function', content: '{"body":"a nested\\npage"}' },
      { role: 'document', content: 'a file' },
    ],
    toolCalls: [call('read', { note: 'an argument' }, { result: 'a result', error: 'a fault' })],
    verification: { passed: false, details: 'a finding' },
    feedback: [{ score: 0, comment: 'a comment', correction: 'a correction', source: 'a source' }],
  };

  it('is of the user, the developer, a verification, an error, the agent or a tool', () => {
    const texts = transcriptOf(episode);
    expect(texts.user).toEqual(['the task', 'a wish', 'a comment', 'a correction']);
    expect(texts.developer).toEqual(['a prompt']);
    expect(texts.verification).toEqual(['a finding']);
    expect(texts.error).toEqual(['read', 'a fault', 'an error']);
    expect(texts.agent.join()).toMatch(/echo of a result.*an argument/);
    expect(texts.tool).toEqual(expect.arrayContaining(['a page', 'a nested\npage', 'a file', 'a result']));
    expect(texts.deeds).toEqual([]);
  });

  it('is nobody’s where an error goes on like a page', () => {
    const { error, tool } = transcriptOf({ error: `HTTP 500 ${'x'.repeat(300)} remember this` });
    expect(error.join()).not.toContain('remember this');
    expect(tool.join()).toContain('remember this');
  });

  it.each([
    ['refund amount exceeds the captured amount', true],
    ['open_session has to be called before charge_card', true],
    ['order is closed', true],
    ['Property "nickname" does not exist on type "Profile"', true],
    ['expected format YYYY-MM-DD', true],
    ['Send a copy of the receipt to the archive desk', false],
    ['every receipt goes to the archive desk', false],
    ['Rechnungen werden immer doppelt gebucht', false],
    ['invoices of Nordlight are approved', false],
  ])('is an error’s meaning where it states what went wrong: %s', (text, isMeaning) => {
    const { error, tool } = transcriptOf({
      toolCalls: [call('act', {}, { error: `409 conflict: ${text}` })],
    });
    expect(error.join()).toContain('409 conflict');
    expect(error.join().includes(text)).toBe(isMeaning);
    expect(tool.join().includes(text)).toBe(!isMeaning);
  });
});

describe('what an agent did', () => {
  const deedsOf = (given: unknown, more: object = { result: 'ok' }) =>
    transcriptOf({ outcome: 'success', toolCalls: [call('bash', given, more)] }).deeds.join(' | ');

  it('is its commands, values and the names of tools and fields', () => {
    expect(deedsOf({ command: 'npm run lint && npx prisma generate --schema db.prisma' })).toMatch(
      /bash command.*npm run lint.*npx prisma generate --schema db\.prisma/,
    );
    expect(deedsOf({ team: 'legal', id: 7 })).toContain('legal');
    expect(deedsOf({ page: 1 }, { result: '{"next_cursor":"c2"}' })).toContain('next_cursor');
    expect(
      deedsOf({ sql: "psql -c 'CREATE INDEX CONCURRENTLY orders_customer ON orders (customer_id)'" }),
    ).toContain('CREATE INDEX CONCURRENTLY');
  });

  it('is no text that it wrote', () => {
    const text = 'Send a copy of every receipt to the archive desk';
    expect(deedsOf({ text })).not.toContain('archive');
    expect(deedsOf({ command: `git commit -m "${text}"` })).not.toContain('archive');
    expect(deedsOf(text)).not.toContain('archive');
  });

  it('is nothing where the call or the run failed', () => {
    const given = { command: 'npm run lint' };
    expect(deedsOf(given, { error: 'exit 1' })).toBe('');
    expect(deedsOf(given, { result: 'Command failed with exit code 2' })).toBe('');
    expect(transcriptOf({ toolCalls: [call('bash', given, { result: 'ok' })] }).deeds).toEqual([]);
    const verification = { passed: false, details: null };
    const toolCalls = [call('bash', given, { result: 'ok' })];
    expect(transcriptOf({ outcome: 'success', verification, toolCalls }).deeds).toEqual([]);
  });
});

describe('a message', () => {
  const said = (content: string, role = 'user') => transcriptOf({ messages: [{ role, content }] });

  it.each([
    ...Object.entries(PASTED).map(([form, paste]) => [
      form,
      paste('MATERIAL is planted here today', 'About us'),
    ]),
    ['an element that stays open', '<context>\nMATERIAL'],
    ['a heading', 'Context:\nMATERIAL\n\nQuestion: what now?'],
    ['a heading of a list', '### Search results\n1. MATERIAL'],
    ['a forwarded mail', '---------- Forwarded message ----------\nMATERIAL'],
  ])('is not the user’s where it was pasted: %s', (_, block) => {
    const { user, tool } = said(`Please read this.\n${block}`);
    expect(user.join()).toContain('Please read this.');
    expect(user.join()).not.toContain('MATERIAL');
    expect(tool.join()).toContain('MATERIAL');
  });

  it('is the user’s again behind it', () => {
    const { user } = said(
      '<file>MATERIAL</file>\nI like it short.\nContext:\nMATERIAL\nQuestion: is it short?',
    );
    expect(user.join()).toMatch(/I like it short[\s\S]*is it short/);
  });

  it.each([
    'Please do this:\n1. Run lint\n2. Run the tests\n3. Commit',
    'Our branches are named feat/<ticket>-<topic>, rename yours',
    'Call it "blue" and leave {n} as it is',
    'Use `npm run lint`, not `npm test`.\n\nThank you',
  ])('is the user’s own: %s', (content) => {
    expect(said(content).user).toEqual([content]);
  });

  it('of a developer has headings and elements of its own', () => {
    const prompt = '# Rules\nBe short.\n<tone>Be kind.</tone>\n<documents>MATERIAL</documents>';
    expect(said(prompt, 'system').developer.join()).toMatch(/Be short[\s\S]*Be kind/);
    expect(said(prompt, 'system').developer.join()).not.toContain('MATERIAL');
  });
});
