import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../testing/property.ts';
import { characterCount } from '../../characters.ts';
import { SECTIONS } from '../skill.ts';
import { parseSkillMd, readSkillMd } from './parse.ts';
import { renderSkillMd, type SkillToRender } from './render.ts';
import type { BulletDraft } from './rule-forms.ts';

const rule = (
  section: BulletDraft['section'],
  content: string,
  more: Partial<BulletDraft> = {},
): BulletDraft => ({
  section,
  content,
  issue: '',
  keywords: [],
  ...more,
});

const skillOf = (bullets: BulletDraft[]): SkillToRender => ({
  name: 'my-skill',
  description: 'Does things',
  tags: [],
  bullets,
});

/** The rules that an import of the export gives. */
function roundTrip(skill: SkillToRender): BulletDraft[] {
  const parsed = parseSkillMd(renderSkillMd(skill));
  if (!parsed.ok) throw new Error(parsed.problems.map((problem) => problem.message).join(' '));

  return parsed.skill.bullets;
}

const FRAGMENT = fc.constantFrom(
  ...['\n', '\n\n', '\n\n\n', ' ', '  ', '    ', '\t', '  \n', '\r\n', '\r', '\\', '\\\n'],
  ...['text', 'a b c', 'Ünï😀', '日本語', '\u2028', '\u00a0', '\u{10FFFF}', '&amp;', '&lt;'],
  ...[
    '- ',
    '* ',
    '+ ',
    '1. ',
    '2) ',
    '1986. ',
    '> ',
    '>',
    '#',
    '# ',
    '###### ',
    '- - -',
    '***',
    '___',
    '---',
    '- [ ] ',
  ],
  ...[
    '===',
    '=',
    '--',
    ':',
    '|',
    '| a | b |',
    '|---|---|',
    ':-:',
    '```',
    '````',
    '~~~',
    '```json rule',
    '`',
    '``',
  ],
  ...[
    '<!--',
    '-->',
    '<!-- rule {"issue":"x"} -->',
    '<div>',
    '</div>',
    '<pre>',
    '<?',
    '<![CDATA[',
    '<script>',
    '<b>',
  ],
  ...[
    '[a]: b',
    '[a]:',
    '[^1]: note',
    '![x](y)',
    '[x](y)',
    '**',
    '**Title**\n\n',
    '__',
    '*',
    '_',
    '~~',
    '{"content":"x"}',
  ],
  ...[
    'name: x',
    '...',
    '%',
    '@',
    '## Steps',
    '### Step 2: Check',
    'Notes',
    '›',
    'http://example.com',
    'x\n===\n',
  ],
);

const CONTENT = fc
  .array(fc.oneof({ weight: 6, arbitrary: FRAGMENT }, fc.string({ unit: 'grapheme', maxLength: 12 })), {
    maxLength: 14,
  })
  .map((parts) => parts.join('').replaceAll('\0', ''))
  .filter((content) => characterCount(content) >= 3 && characterCount(content) <= 2000);

const SHORT = fc.string({ unit: 'grapheme', maxLength: 20 });
const RULE = fc.record({
  section: fc.constantFrom(...SECTIONS),
  content: CONTENT,
  issue: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, SHORT, FRAGMENT),
  keywords: fc.oneof(
    { weight: 3, arbitrary: fc.constant<string[]>([]) },
    fc.array(fc.oneof(SHORT, FRAGMENT), { maxLength: 3 }),
  ),
});

const GLOB = fc
  .oneof(SHORT, FRAGMENT, fc.constantFrom('git push*', 'src/**', 'a`b'))
  .map((glob) => glob.replaceAll('\0', ''))
  .filter((glob) => glob !== '' && glob.length <= 200);
const CONDITION = fc
  .record(
    { tool: GLOB, path: GLOB, command: GLOB, argument: fc.record({ name: GLOB, value: GLOB }), error: GLOB },
    { requiredKeys: [] },
  )
  .filter((condition) => Object.keys(condition).length > 0);
const TRIGGERED = fc
  .tuple(RULE, fc.array(CONDITION, { minLength: 1, maxLength: 5 }), fc.boolean())
  .map(([drawn, conditions, blocks]) => ({
    ...{ ...drawn, applies_when: conditions },
    ...(blocks ? { blocks } : {}),
  }));

describe('exporting and importing again', () => {
  it('gives the same rules in the same order, no matter what they say', () => {
    fc.assert(
      fc.property(fc.array(RULE, { maxLength: 6 }), (bullets) => {
        expect(roundTrip(skillOf(bullets))).toEqual(bullets);
      }),
      { numRuns: cases(400) },
    );
  });

  it('gives the same triggers', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(TRIGGERED, RULE), { maxLength: 4 }), (bullets) => {
        expect(roundTrip(skillOf(bullets))).toEqual(bullets);
      }),
      { numRuns: cases(400) },
    );
  });

  it('gives the same triggers in an imported document', () => {
    const source =
      '---\nname: my-skill\ndescription: Does things\n---\n# My skill\n\n1. Run the tests\n2. Push\n';
    const read = readSkillMd(source);
    const [first, second] = read.ok ? read.skill.bullets : [];
    const layout = read.ok ? read.layout : null;
    const triggered = { ...rule('notes', 'Push'), ...second, applies_when: [{ command: 'git push*' }] };
    const bullets = [rule('notes', 'Run the tests', first), triggered];
    const document = renderSkillMd({ ...skillOf(bullets), layout });
    expect(document).toBe(`${source.trim()}\n   Applies when: command \`git push*\`\n`);
    const again = parseSkillMd(document);
    expect(again).toMatchObject({ ok: true, skill: { bullets } });
  });

  it('keeps prose that only begins like a trigger', () => {
    const prose = '- Deploy slowly\n  Applies when: you deploy on a Friday\n- Applies when: tool `Bash`\n';
    const read = parseSkillMd(`---\nname: my-skill\ndescription: Does things\n---\n${prose}`);
    expect(read).toMatchObject({
      skill: {
        bullets: [
          { content: 'Deploy slowly\nApplies when: you deploy on a Friday' },
          { content: 'Applies when: tool `Bash`' },
        ],
      },
    });
    expect(JSON.stringify(read)).not.toContain('applies_when');
  });

  it('gives the same rules for trimmed text without the exact form, but for text that is no list item', () => {
    fc.assert(
      fc.property(RULE, (drawn) => {
        const content = drawn.content.replaceAll(/\r\n?/g, '\n').trim();
        fc.pre(
          characterCount(content) >= 3 &&
            !/json rule|<!-- rule|^[-*_ \t]+(\n|$)|^ {0,3}[-+*]?\s*$|[\u2028\f\v]/.test(content),
        );
        expect(renderSkillMd(skillOf([{ ...drawn, content }]))).not.toContain('- ```json rule\n');
      }),
      { numRuns: cases(200) },
    );
  });

  it('keeps name, description, tags and the other fields', () => {
    const json = fc
      .jsonValue({ maxDepth: 3 })
      .filter((value) => value !== null)
      .map((value) => JSON.parse(JSON.stringify(value)));
    fc.assert(
      fc.property(
        SHORT,
        fc.array(SHORT),
        fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), json),
        (text, tags, fields) => {
          const description = text.trim();
          const clean = [...new Set(tags.map((tag) => tag.trim()))].filter((tag) => tag !== '');
          const { name: _, description: __, tags: ___, metadata: ____, ...extra } = fields;
          const parsed = parseSkillMd(
            renderSkillMd({ ...skillOf([]), description, tags: clean, metadata: fields, extra }),
          );
          expect(parsed).toEqual({
            ok: true,
            skill: {
              ...skillOf([]),
              description,
              tags: clean,
              metadata: fields,
              extra: extra,
            },
          });
        },
      ),
      { numRuns: cases(200) },
    );
  });
});

describe('the document', () => {
  it('has front matter, a heading for each section and a line for each rule', () => {
    const skill = {
      ...skillOf([
        rule('steps', 'First'),
        rule('steps', 'Second\nline'),
        rule('pitfalls', 'Beware'),
        rule('notes', 'Note'),
      ]),
      tags: ['one'],
      extra: { license: 'MIT' },
      metadata: { author: 'me' },
    };
    expect(renderSkillMd(skill)).toBe(`---
name: my-skill
description: Does things
tags:
  - one
license: MIT
metadata:
  author: me
---

## Steps

- First

- Second
  line

## Pitfalls

- Beware

## Notes

- Note
`);
  });

  it('writes code and tables as such, and the headings of an import as headings', () => {
    const bullets = [
      rule('notes', '**Setup**\n\nInstall it.'),
      rule('snippets', '```sh\nnpm i\n```'),
      rule('notes', '| a |\n|---|\n| 1 |'),
      rule('snippets', '**Run**\n\n```sh\nnpm start\n```'),
    ];
    expect(renderSkillMd(skillOf(bullets)).split('---\n\n')[1]).toBe(`## Notes

### Setup

Install it.

\`\`\`sh
npm i
\`\`\`

| a |
|---|
| 1 |

### Run

\`\`\`sh
npm start
\`\`\`
`);
    expect(roundTrip(skillOf(bullets))).toEqual(bullets);
  });

  it('repeats a heading where the order of the rules goes back', () => {
    const document = renderSkillMd(
      skillOf([rule('steps', 'One'), rule('notes', 'Two'), rule('steps', 'Three')]),
    );
    expect(document.match(/^## .+$/gm)).toEqual(['## Steps', '## Notes', '## Steps']);
  });

  it('carries issue and keywords out of sight', () => {
    const document = renderSkillMd(skillOf([rule('steps', 'Do it', { issue: 'It broke', keywords: ['k'] })]));
    expect(document).toContain('- Do it\n  <!-- rule {"issue":"It broke","keywords":["k"]} -->\n');
  });

  it('says below a rule when it applies', () => {
    const trigger = { applies_when: [{ tool: 'Bash', command: 'git push*' }] };
    const document = renderSkillMd(skillOf([rule('steps', 'Test first', { keywords: ['k'], ...trigger })]));
    expect(document).toContain(
      '- Test first\n  Applies when: tool `Bash`, command `git push*`\n  <!-- rule {"keywords":["k"]} -->\n',
    );
  });

  it('writes what no list item can hold in the exact form, alone', () => {
    const bullets = [
      rule('steps', 'Plain'),
      rule('steps', '- - -'),
      rule('steps', ' spaced '),
      rule('steps', 'Plain too'),
    ];
    const document = renderSkillMd(skillOf(bullets));
    expect(document).toContain('- Plain\n');
    expect(document).toContain('- ```json rule\n  {"content":"- - -"}\n  ```');
    expect(document).toContain('{"content":" spaced "}');
    expect(document).toContain('- Plain too\n');
  });

  it('stays bounded where thousands of rules are odd', () => {
    const bullets = Array.from({ length: 4000 }, () => rule('steps', '- - -'));
    expect(roundTrip(skillOf(bullets))).toEqual(bullets);
  });

  it('is front matter alone where there are no rules', () => {
    expect(renderSkillMd(skillOf([]))).toBe('---\nname: my-skill\ndescription: Does things\n---\n');
  });
});
