import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../testing/property.ts';
import {
  DRAWN_RULE,
  DRAWN_TEXT,
  draftRule,
  roundTrip,
  skillOfRules,
} from '../../../testing/samples/drawn-rules.ts';
import { parseSkillMd } from './parse.ts';
import { groupBySection, renderSkillMd } from './render.ts';

describe('exporting and importing again', () => {
  it('gives the same rules, each section in its order, no matter what they say', () => {
    fc.assert(
      fc.property(fc.array(DRAWN_RULE, { maxLength: 6 }), (bullets) => {
        expect(roundTrip(skillOfRules(bullets))).toEqual(groupBySection(bullets));
      }),
      { numRuns: cases(400) },
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
            renderSkillMd({ ...skillOfRules([]), description, tags: clean, metadata: fields, extra }),
          );
          expect(parsed).toEqual({
            ok: true,
            changes: [],
            skill: {
              ...skillOfRules([]),
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
  it('carries issue and keywords out of sight', () => {
    const document = renderSkillMd(
      skillOfRules([draftRule('steps', 'Do it', { issue: 'It broke', keywords: ['k'] })]),
    );
    expect(document).toContain('- Do it\n  <!-- rule {"issue":"It broke","keywords":["k"]} -->\n');
  });

  it('has one heading for each section, whatever the order in which rules were learned', () => {
    const learned = [draftRule('steps', 'One'), draftRule('pitfalls', 'Two'), draftRule('steps', 'Three')];
    const document = renderSkillMd(skillOfRules(learned));
    expect(document).toMatch(/## Steps\n\n- One\n- Three\n\n## Pitfalls\n\n- Two\n$/);
  });

  it('stays bounded where thousands of rules are odd', () => {
    const bullets = Array.from({ length: 4000 }, () => draftRule('steps', '- - -'));
    expect(roundTrip(skillOfRules(bullets))).toEqual(bullets);
  });
});
