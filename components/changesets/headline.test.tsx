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
const _read = (more: Partial<Headline>) => markup(more).replaceAll(/<[^>]*>/g, '');

describe('a headline on a page', () => {
  it('draws hidden characters as marks and writes them out in strings', () => {
    const more = { kind: 'added' as const, parts: [same('pay\u202eload')] };
    expect(markup(more)).toContain('>U+202E</span>load');
    expect(headlineWords(headline(more))).toBe('pay[U+202E]load');
  });
});
