/** What an export of an imported skill keeps of its document: everything, but for what was edited. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../testing/property.ts';
import { wholeText } from './document-layout.ts';
import { readSkillMd, type SkillDocument } from './parse.ts';
import { renderSkillMd } from './render.ts';
import type { BulletDraft } from './rule-forms.ts';

const FRONT = `---
# kept by hand
name:   web-testing
description: >-
  Test local
  web applications
license: "MIT"
---
`;

const DOCUMENT = `${FRONT}
# Web testing

Start the server first.

## Workflow

1. Open the page
   - wait for it
2.  Look at it


3. Click

***

Common pitfalls
---------------

* Never wait for a fixed time
* Never guess

### Shell

\`\`\`sh
# not a heading
npm start
\`\`\`

Then stop it.

## Best practices

- Close the browser  
- Use roles

## Reference
See \`docs\`.
`;

function read(markdown: string) {
  const document = readSkillMd(markdown);
  if (!document.ok) throw new Error(document.problems.map(({ message }) => message).join(' '));

  return document;
}

/** The export after an edit of the rules or the description, which must read back as it. */
function exportAfter(markdown: string, edit: (skill: SkillDocument) => Partial<SkillDocument>): string {
  const { skill, layout } = read(markdown);
  const edited = { ...skill, ...edit(skill) };
  const text = renderSkillMd({ ...edited, layout });
  expect(read(text).skill).toEqual(edited);

  return text;
}

const withRules = (edit: (bullets: BulletDraft[]) => BulletDraft[]) => (skill: SkillDocument) => ({
  bullets: edit(skill.bullets),
});

const indexOf = (bullets: BulletDraft[], start: string) =>
  bullets.findIndex(({ content }) => content.startsWith(start));

const reworded = (start: string, content: string) =>
  withRules((bullets) => bullets.with(indexOf(bullets, start), { ...rule(bullets, start), content }));

const without = (...starts: string[]) =>
  withRules((bullets) => bullets.filter(({ content }) => !starts.some((start) => content.startsWith(start))));

const added = (place: number, more: Partial<BulletDraft>) =>
  withRules((bullets) =>
    bullets.toSpliced(place, 0, { section: 'notes', content: '', issue: '', keywords: [], ...more }),
  );

function rule(bullets: BulletDraft[], start: string): BulletDraft {
  const found = bullets[indexOf(bullets, start)];
  if (!found) throw new Error(`no rule begins with ${start}`);

  return found;
}

describe('the export of an imported skill', () => {
  it.each([
    ['as it is', DOCUMENT],
    ['with Windows line ends and a byte order mark', `\uFEFF${DOCUMENT.replaceAll('\n', '\r\n')}`],
    ['with old Mac line ends', DOCUMENT.replaceAll('\n', '\r')],
    ['without a last line end', DOCUMENT.trimEnd()],
    ['with a body that is empty', FRONT],
    ['with rules that are split', `${FRONT}\n## Steps\n\n- ${'word '.repeat(1000)}\n- two\n`],
  ])('is the document, %s', (_, markdown) => {
    expect(exportAfter(markdown, () => ({}))).toBe(markdown);
  });

  it('puts a new wording in the place and the form of the old one', () => {
    const edits: [start: string, content: string, before: string, after: string][] = [
      ['Look at it', 'Look at it\ntwice', '2.  Look at it\n', '2. Look at it\n   twice\n'],
      ['Never guess', 'Never assume', '* Never guess\n', '* Never assume\n'],
      ['Then stop', 'Then stop the server.', 'Then stop it.', 'Then stop the server.'],
      [
        '**Reference**',
        '**Reference**\n\nSee the pages.',
        '## Reference\nSee `docs`.',
        '## Reference\nSee the pages.',
      ],
      ['**Shell**', '**Shell**\n\n```sh\nnpm ci\n```', '# not a heading\nnpm start', 'npm ci'],
    ];
    for (const [start, content, before, after] of edits) {
      expect(exportAfter(DOCUMENT, reworded(start, content))).toBe(DOCUMENT.replace(before, after));
    }
  });

  it('leaves out what was removed, and keeps what stands around it', () => {
    expect(exportAfter(DOCUMENT, without('Never guess'))).toBe(DOCUMENT.replace('* Never guess\n', ''));
    expect(exportAfter(DOCUMENT, without('Use roles'))).toBe(DOCUMENT.replace('- Use roles\n', ''));
    const all = exportAfter(DOCUMENT, without('Close the', 'Use roles'));
    expect(all).toBe(DOCUMENT.replace('- Close the browser  \n- Use roles\n\n', ''));
    const first = exportAfter(DOCUMENT, without('Open the page'));
    expect(first).toBe(DOCUMENT.replace('1. Open the page\n   - wait for it\n', ''));
  });

  it('brings what was added as an item, under the heading of its section where it is another', () => {
    const after = exportAfter(DOCUMENT, added(4, { section: 'steps', content: 'Look again' }));
    expect(after).toBe(DOCUMENT.replace('3. Click\n', '3. Click\n- Look again\n'));
    const last = exportAfter(DOCUMENT, added(99, { section: 'pitfalls', content: 'Beware' }));
    expect(last).toBe(`${DOCUMENT}\n### Pitfalls\n\n- Beware\n`);
  });

  it('changes of the front matter what changed alone', () => {
    const text = exportAfter(DOCUMENT, () => ({ description: 'Test web applications', tags: ['web'] }));
    expect(text).toContain('# kept by hand\nname: web-testing\n');
    expect(text).toContain('license: "MIT"\n');
    expect(text).toContain(DOCUMENT.slice(DOCUMENT.indexOf('Start the server')));
  });
});

const LINE = fc.constantFrom(
  ...['', '---', '## Steps', '## Best practices', '## What it is', '####'],
  ...['- one', '- two  ', '* three', '1. first', '2) second', '   more', '  - nested', '\ttab', '    code'],
  ...['Text', 'Text that goes on', '**Bold**', '> quote', '[a]: b', '<!-- c -->', '<div>', '</div>', 'ab'],
  ...['```', '```sh', '| a |', '|---|', 'Steps', '===', '日本語', 'x\u2028y'],
);
const MARKDOWN = fc
  .tuple(fc.array(LINE, { maxLength: 24 }), fc.constantFrom('\n', '\n', '\r\n'), fc.boolean())
  .map(([lines, end, isEnded]) => `${FRONT}${lines.join('\n')}${isEnded ? '\n' : ''}`.replaceAll('\n', end));

describe('whatever the document', () => {
  it('an export gives it back', () => {
    fc.assert(
      fc.property(MARKDOWN, (markdown) => {
        const { skill, layout } = read(markdown);
        expect(wholeText(layout)).toBe(markdown);
        expect(renderSkillMd({ ...skill, layout })).toBe(markdown);
      }),
      { numRuns: cases(600) },
    );
  });

  it('no line of it is lost: each is in a rule or stays between rules', () => {
    fc.assert(
      fc.property(MARKDOWN, (markdown) => {
        const { skill, layout } = read(markdown);
        const kept = layout.parts.map(({ lead }) => lead).join('\n') + layout.tail;
        const text = squeeze(kept + skill.bullets.map(({ content }) => content).join('\n'));
        const body = markdown.slice(layout.front.length).split(/\r?\n/);
        for (const line of body) expect(text).toContain(squeeze(line));
      }),
      { numRuns: cases(300) },
    );
  });

  it('any edit of its rules reads back', () => {
    fc.assert(
      fc.property(
        MARKDOWN,
        fc.nat(),
        fc.constantFrom('reword', 'remove', 'add', 'move'),
        (markdown, at, kind) => {
          const { skill, layout } = read(markdown);
          const place = at % Math.max(1, skill.bullets.length);
          const bullets = edited(skill.bullets, place, kind);
          const text = renderSkillMd({ ...skill, bullets, layout });
          expect(read(text).skill.bullets).toEqual(bullets);
        },
      ),
      { numRuns: cases(300) },
    );
  });
});

/** Marks, indentation and fences are the form of a rule, not its text. */
function squeeze(text: string): string {
  return text.replace(/^[ \t]*(?:[-+*]|\d+[.)])(?=[ \t])/gm, '').replace(/^[-=#]+(?=\s|$)|[\s#*]/gm, '');
}

function edited(bullets: BulletDraft[], place: number, kind: string): BulletDraft[] {
  const own = bullets[place] ?? { section: 'steps' as const, content: 'new', issue: '', keywords: [] };
  if (kind === 'remove') return bullets.toSpliced(place, 1);
  if (kind === 'add') return bullets.toSpliced(place, 0, { ...own, content: 'A rule that was added' });
  if (kind === 'move') return [own, ...bullets.toSpliced(place, 1)];

  return bullets.length === 0
    ? []
    : bullets.with(place, { ...own, content: `Now: ${own.content.slice(0, 40)}`.trim() });
}
