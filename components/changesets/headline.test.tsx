import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Headline } from '../../server/domain/skills/changesets/wording/headline.ts';
import { HeadlineText } from './headline.tsx';
import { headlineWords } from './headline-words.ts';

const same = (text: string) => ({ kind: 'same' as const, text });
const REWORDED = [
  same('Always '),
  { kind: 'removed' as const, text: 'confirm' },
  { kind: 'added' as const, text: 'restart' },
  same(' the worker'),
];
const headline = (more: Partial<Headline>): Headline => ({
  ...{ kind: 'changed', label: null, parts: REWORDED, more: 0, counts: '1 rule changed' },
  ...more,
});
const markup = (more: Partial<Headline>, most?: number) =>
  renderToStaticMarkup(<HeadlineText headline={headline(more)} {...(most === undefined ? {} : { most })} />);
const read = (more: Partial<Headline>) => markup(more).replaceAll(/<[^>]*>/g, '');

describe('a headline on a page', () => {
  it('marks the words that go and come, apart from each other', () => {
    expect(markup({})).toMatch(/<del[^>]*>.*confirm<\/del> <ins[^>]*>.*restart<\/ins> the worker/);
    expect(read({})).toBe('Always removed: confirm added: restart the worker');
  });

  it.each<[string, Partial<Headline>]>([
    ['New skill alerts: Reads', { kind: 'new skill', label: 'alerts', parts: [same('Reads')] }],
    ['Merged: Check', { kind: 'merged', parts: [same('Check')] }],
    ['Tags: ops', { kind: 'description', label: 'tags', parts: [same('ops')] }],
    ['Check … and 2 more', { kind: 'added', parts: [same('Check')], more: 2 }],
    ['Nothing changed', { parts: [], counts: 'Nothing changed' }],
  ])('reads "%s"', (words, more) => {
    expect(read(more)).toBe(words);
    expect(headlineWords(headline(more))).toBe(words);
  });

  it('strikes a removed text through, and says so', () => {
    const more = { kind: 'removed' as const, parts: [{ kind: 'removed' as const, text: 'Say goodbye' }] };
    expect(markup(more)).toMatch(/^<span class="sr-only">Removed: <\/span>.*<del.*Say goodbye<\/del>/);
    expect(headlineWords(headline(more))).toBe('Removed: Say goodbye');
  });

  it('draws hidden characters as marks and writes them out in strings', () => {
    const more = { kind: 'added' as const, parts: [same('pay\u202eload')] };
    expect(markup(more)).toContain('>U+202E</span>load');
    expect(headlineWords(headline(more))).toBe('pay[U+202E]load');
  });

  it('shows code as code, and without backticks where only a string can stand', () => {
    const more = { kind: 'added' as const, parts: [same('Run `npm ci` first')] };
    expect(markup(more)).toMatch(/Run <code [^>]*>npm ci<\/code> first/);
    expect(headlineWords(headline(more))).toBe('Run npm ci first');
  });

  it('is cut at a length, around what changes', () => {
    const long = [same('look at the graph '.repeat(20)), ...REWORDED];
    expect(markup({ parts: long }, 100)).toMatch(/<bdi dir="auto">… .*confirm<\/del>/);
    const words = headlineWords(headline({ kind: 'added', parts: long, more: 1 }), 60);
    expect(words).toMatch(/^look at the graph .*… … and 1 more$/);
    expect(words.length).toBeLessThan(80);
  });
});
