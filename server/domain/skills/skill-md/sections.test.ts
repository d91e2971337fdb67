import { describe, expect, it } from 'vitest';
import { SECTIONS } from '../skill.ts';
import { Outline, readHeading } from './sections.ts';

describe('the words of a heading', () => {
  it.each([
    ['steps', ['Steps', 'Workflow', 'Instructions', 'Quick start', 'Usage']],
    ['pitfalls', ['Pitfalls', 'Gotchas', 'Common mistakes', 'Anti-patterns', 'Troubleshooting']],
    ['heuristics', ['Heuristics', 'Tips', 'Guidelines', 'Principles', 'Best practices', 'Rules']],
    ['verification', ['Verification', 'Testing', 'Checklist', 'Validation', 'Quality']],
    ['snippets', ['Snippets', 'Examples', 'Code', 'Commands']],
  ] as const)('choose %s', (section, titles) => {
    for (const title of titles) expect([title, readHeading(title).section]).toEqual([title, section]);
  });

  it.each([
    ['Usage examples', 'snippets'],
    ['Validation rules', 'heuristics'],
    ['Step 3: Validation', 'steps'],
    ['See [the docs](https://example.com/testing)', null],
  ])('follow the head of the phrase in "%s"', (title, section) =>
    expect(readHeading(title).section).toBe(section),
  );

  it.each(SECTIONS)('name each section by its own name, so that an export reads back: %j', (section) => {
    expect(readHeading(section)).toEqual({ section, exhausted: true });
  });
});

describe('the outline', () => {
  it('hands a section down to headings that name none, and lets one that names another win', () => {
    const outline = new Outline();
    outline.enter(2, 'pitfalls');
    outline.enter(3, null);
    expect(outline.section).toBe('pitfalls');
    outline.enter(4, 'snippets');
    expect(outline.section).toBe('snippets');
    outline.enter(3, null);
    expect(outline.section).toBe('pitfalls');
    outline.enter(2, null);
    expect(outline.section).toBe('notes');
  });
});
