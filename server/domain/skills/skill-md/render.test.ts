import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../testing/property.ts';
import { DRAWN_RULE, DRAWN_TEXT } from '../../../testing/samples/drawn-rules.ts';
import { characterCount } from '../../characters.ts';
import { parseSkillMd } from './parse.ts';
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

describe('exporting and importing again', () => {
  it('gives the same rules in the same order, no matter what they say', () => {
    fc.assert(
      fc.property(fc.array(DRAWN_RULE, { maxLength: 6 }), (bullets) => {
        expect(roundTrip(skillOf(bullets))).toEqual(bullets);
      }),
      { numRuns: cases(400) },
    );
  });

  it('gives the same rules for trimmed text without the exact form, but for text that is no list item', () => {
    fc.assert(
      fc.property(DRAWN_RULE, (drawn) => {
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
        DRAWN_TEXT,
        fc.array(DRAWN_TEXT),
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

  it('writes code and tables as the items of a list', () => {
    const bullets = [
      rule('notes', '**Setup**\n\nInstall it.'),
      rule('snippets', '```sh\nnpm i\n```'),
      rule('snippets', '| a |\n|---|\n| 1 |'),
    ];
    expect(renderSkillMd(skillOf(bullets)).split('---\n\n')[1]).toBe(`## Notes

- **Setup**

  Install it.

## Snippets

- \`\`\`sh
  npm i
  \`\`\`
- | a |
  |---|
  | 1 |
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
