import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../testing/property.ts';
import {
  DRAWN_RULE,
  DRAWN_TEXT,
  draftRule,
  FRAGMENT,
  roundTrip,
  skillOfRules,
} from '../../testing/samples/drawn-rules.ts';
import { parseSkillMd, readSkillMd } from '../skills/skill-md/parse.ts';
import { groupBySection, renderSkillMd } from '../skills/skill-md/render.ts';

const GLOB = fc
  .oneof(DRAWN_TEXT, FRAGMENT, fc.constantFrom('git push*', 'src/**', 'a`b'))
  .map((glob) => glob.replaceAll('\0', ''))
  .filter((glob) => glob !== '' && glob.length <= 200);
const CONDITION = fc
  .record(
    { tool: GLOB, path: GLOB, command: GLOB, argument: fc.record({ name: GLOB, value: GLOB }), error: GLOB },
    { requiredKeys: [] },
  )
  .filter((condition) => Object.keys(condition).length > 0);
const TRIGGERED = fc
  .tuple(DRAWN_RULE, fc.array(CONDITION, { minLength: 1, maxLength: 5 }), fc.boolean())
  .map(([drawn, conditions, blocks]) => ({
    ...{ ...drawn, applies_when: conditions },
    ...(blocks ? { blocks } : {}),
  }));

describe('the triggers of a document', () => {
  it('gives the same triggers', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(TRIGGERED, DRAWN_RULE), { maxLength: 4 }), (bullets) => {
        expect(roundTrip(skillOfRules(bullets))).toEqual(groupBySection(bullets));
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
    const triggered = { ...draftRule('notes', 'Push'), ...second, applies_when: [{ command: 'git push*' }] };
    const bullets = [draftRule('notes', 'Run the tests', first), triggered];
    const document = renderSkillMd({ ...skillOfRules(bullets), layout });
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
});
