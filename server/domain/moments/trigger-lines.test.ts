import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../testing/property.ts';
import { DRAWN_RULE, DRAWN_TEXT, FRAGMENT } from '../../testing/samples/drawn-rules.ts';
import { parseSkillMd, readSkillMd } from '../skills/skill-md/parse.ts';
import { renderSkillMd, type SkillToRender } from '../skills/skill-md/render.ts';
import type { BulletDraft } from '../skills/skill-md/rule-forms.ts';

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

  it('says below a rule when it applies', () => {
    const trigger = { applies_when: [{ tool: 'Bash', command: 'git push*' }] };
    const document = renderSkillMd(skillOf([rule('steps', 'Test first', { keywords: ['k'], ...trigger })]));
    expect(document).toContain(
      '- Test first\n  Applies when: tool `Bash`, command `git push*`\n  <!-- rule {"keywords":["k"]} -->\n',
    );
  });
});
