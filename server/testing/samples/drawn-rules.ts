/** Rules for property tests of documents. */
import fc from 'fast-check';
import { characterCount } from '../../domain/characters.ts';
import { SECTIONS } from '../../domain/skills/skill.ts';
import { parseSkillMd } from '../../domain/skills/skill-md/parse.ts';
import { renderSkillMd, type SkillToRender } from '../../domain/skills/skill-md/render.ts';
import type { BulletDraft } from '../../domain/skills/skill-md/rule-forms.ts';

export const FRAGMENT = fc.constantFrom(
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

/** A few characters of any script. */
export const DRAWN_TEXT = fc.string({ unit: 'grapheme', maxLength: 20 });
/** A rule of any text, most of which Markdown has a meaning for. */
export const DRAWN_RULE = fc.record({
  section: fc.constantFrom(...SECTIONS),
  content: CONTENT,
  issue: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, DRAWN_TEXT, FRAGMENT),
  keywords: fc.oneof(
    { weight: 3, arbitrary: fc.constant<string[]>([]) },
    fc.array(fc.oneof(DRAWN_TEXT, FRAGMENT), { maxLength: 3 }),
  ),
});

/** A rule of a document, without issue and keywords. */
export function draftRule(
  section: BulletDraft['section'],
  content: string,
  more: Partial<BulletDraft> = {},
): BulletDraft {
  return { section, content, issue: '', keywords: [], ...more };
}

export function skillOfRules(bullets: BulletDraft[]): SkillToRender {
  return { name: 'my-skill', description: 'Does things', tags: [], bullets };
}

/** The rules that an import of the export gives. */
export function roundTrip(skill: SkillToRender): BulletDraft[] {
  const parsed = parseSkillMd(renderSkillMd(skill));
  if (!parsed.ok) throw new Error(parsed.problems.map((problem) => problem.message).join(' '));

  return parsed.skill.bullets;
}
