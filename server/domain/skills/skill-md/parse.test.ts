import { describe, expect, it } from 'vitest';
import { parseSkillBody, parseSkillMd } from './parse.ts';

const rules = (markdown: string) =>
  parseSkillBody(markdown).map(({ section, content }) => [section, content]);

const DOCUMENT = `---
name: release-notes
description: Write release notes from merged changes
tags: [writing]
license: MIT
---

# Release notes

Read the whole list first.

## Workflow

1. Collect the merged changes
   - since the last tag
2. Group them

### Check the tone

Say what changed for the reader.

## Gotchas

- Never name internal tickets
- [ ] No promises

## Best practices

One sentence each.

## Checklist

| what | who |
|---|---|
| links | author |

## Commands

\`\`\`sh
git log
\`\`\`

## Background

> Quoted.

\`\`\`
plain
\`\`\`
`;

describe('reading a SKILL.md', () => {
  it('reads front matter and rules', () => {
    const parsed = parseSkillMd(DOCUMENT);
    expect(parsed).toMatchObject({
      ok: true,
      skill: {
        name: 'release-notes',
        description: 'Write release notes from merged changes',
        tags: ['writing'],
        metadata: {},
        extra: { license: 'MIT' },
      },
    });
    expect(parsed.ok && parsed.skill.bullets.map(({ section, content }) => [section, content])).toEqual([
      ['notes', 'Read the whole list first.'],
      ['steps', 'Collect the merged changes\n- since the last tag'],
      ['steps', 'Group them'],
      ['steps', '**Check the tone**\n\nSay what changed for the reader.'],
      ['pitfalls', 'Never name internal tickets'],
      ['pitfalls', '[ ] No promises'],
      ['heuristics', 'One sentence each.'],
      ['verification', '| what | who |\n|---|---|\n| links | author |'],
      ['snippets', '```sh\ngit log\n```'],
      ['notes', '**Background**\n\n> Quoted.'],
      ['snippets', '```\nplain\n```'],
    ]);
  });

  it('reads the same with a byte order mark and Windows line ends', () => {
    expect(parseSkillMd(`\uFEFF${DOCUMENT.replaceAll('\n', '\r\n')}`)).toEqual(parseSkillMd(DOCUMENT));
  });

  it('says why a document cannot be imported', () => {
    expect(parseSkillMd('# No front matter')).toMatchObject({ ok: false, problems: [{ field: 'markdown' }] });
    expect(parseSkillMd('---\nname: "!"\n---\n')).toMatchObject({
      ok: false,
      problems: [{ field: 'name' }, { field: 'description' }],
    });
  });
});

describe('reading the body of a SKILL.md', () => {
  it.each(['', ' \n\n', '---', '# \n', '- \n- ab'])('finds no rule in %j', (body) =>
    expect(rules(body)).toEqual([]),
  );

  it('files code as a snippet, unless a heading put it among other rules', () => {
    expect(rules('```\ntop\n```')).toEqual([['snippets', '```\ntop\n```']]);
    expect(rules('## Notes\n\n```\ncode\n```')).toEqual([['snippets', '```\ncode\n```']]);
    expect(rules('## Steps\n\n```\ncode\n```')).toEqual([['steps', '```\ncode\n```']]);
    expect(rules('## Notes\n\n- ```\n  code\n  ```')).toEqual([['notes', '```\ncode\n```']]);
  });

  it('loses no comment, quote, definition or raw HTML', () => {
    expect(
      rules('<!-- hidden -->\n\n<b>x</b>\n\n> q\n\n[r]: u\n\n- [x] done').map(([, content]) => content),
    ).toEqual(['<!-- hidden -->', '<b>x</b>', '> q', '[r]: u', '[x] done']);
  });
});

describe('headings', () => {
  it('introduce the block below, with those above that had no text', () => {
    expect(rules('## Setup\n\n### Linux\n\nText\n\nMore')).toEqual([
      ['notes', '**Setup › Linux**\n\nText'],
      ['notes', 'More'],
    ]);
  });

  it('stand by themselves before a list, all of which they introduce', () => {
    expect(
      rules('## When not to use\n\n- Prototypes\n- Generated code').map(([, content]) => content),
    ).toEqual(['**When not to use**', 'Prototypes', 'Generated code']);
  });
});

/** Longer ones, flat and deep, are measured by `npm run bench -- --scenario linear`. */
const FLAT_LENGTH = 30_000;

describe('hostile bodies', () => {
  const fill = (unit: string, length = 80_000) => unit.repeat(Math.floor(length / unit.length));
  const flat = (unit: string) => fill(unit, FLAT_LENGTH);
  const indented = (unit: string) =>
    Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}${unit}`).join('\n');

  it.each([
    ['quotes in quotes', fill('>')],
    ['lists in lists, line by line', indented('- a')],
    ['open brackets', fill('[')],
    ['backticks', Array.from({ length: 600 }, (_, index) => '`'.repeat(index)).join(' ')],
    ['underlined headings in a quote', flat('> a\n> =\n')],
    ['a wide table', `${'|a'.repeat(50_000)}|\n${'|-'.repeat(50_000)}|`],
    ['deep lists and blank lines', `${'- '.repeat(40_000)}\n${'\n'.repeat(10_000)}`],
  ])('are read to their end without running out of stack: %s', (_, body) => {
    const found = parseSkillBody(body);
    expect(found.every(({ content }) => content.length >= 3 && content.length <= 2000)).toBe(true);
  });
});
