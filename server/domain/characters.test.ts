import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { characterCount, cutText, isLongerThan } from './characters.ts';
import { callerKey, freeText } from './fields.ts';
import { MemoryIn } from './memories/memory.ts';
import { RecallRequest } from './runs/recall/recall.ts';
import { skillImportSchema, skillInSchema } from './skills/skill-input.ts';
import { parseSkillMd } from './skills/skill-md/parse.ts';
import { MAX_CONTENT } from './skills/skill-md/rule-forms.ts';

/** Texts of characters of one, two, three and four bytes: half of them are two UTF-16 units each. */
const text = fc.string({ unit: fc.constantFrom('a', 'ü', '漢', '😀', '𝒳', '🇺'), maxLength: 60 });

describe('the length of a text', () => {
  it('is its number of code points', () => {
    fc.assert(
      fc.property(text, fc.nat(60), (sent, max) => {
        const length = Array.from(sent).length;
        expect(characterCount(sent)).toBe(length);
        expect(isLongerThan(sent, max)).toBe(length > max);
      }),
    );
  });

  it('is bounded by a schema as JSON Schema counts it, at both ends', () => {
    fc.assert(
      fc.property(text, fc.nat(30), fc.nat(30), (sent, min, more) => {
        const length = Array.from(sent).length;
        const fits = length >= min && length <= min + more;
        expect(
          freeText()
            .min(min)
            .max(min + more)
            .safeParse(sent).success,
        ).toBe(fits);
        expect(callerKey(more).safeParse(sent).success).toBe(length <= more);
      }),
    );
  });
});

describe('the beginning of a text', () => {
  it('does not end within an emoji, whose half would look hidden', () => {
    const family = '👩\u200d👩\u200d👧';
    for (let most = 0; most < family.length; most += 1) expect(cutText(`ab${family}`, 2 + most)).toBe('ab');
    expect(cutText(`ab${family}c`, 2 + family.length)).toBe(`ab${family}`);
    expect(cutText('plain', 3)).toBe('pla');
    expect(cutText('plain', 9)).toBe('plain');
  });
});

describe('the limits of requests', () => {
  const emoji = (count: number) => '😀'.repeat(count);
  const skill = { name: 'a-name', description: 'd' };
  const cases: [string, z.ZodType, (text: string) => unknown, number][] = [
    ['a description', skillInSchema, (description) => ({ ...skill, description }), 1024],
    ['a SKILL.md', skillImportSchema, (markdown) => ({ markdown }), 200_000],
    ['a memory', MemoryIn, (content) => ({ content }), 4000],
    ['a session', RecallRequest, (session_id) => ({ query: '', session_id }), 256],
  ];

  it.each(cases)('let %s have as many emoji as letters', (_, schema, body, max) => {
    expect(schema.safeParse(body(emoji(max))).success).toBe(true);
    expect(schema.safeParse(body(emoji(max + 1))).success).toBe(false);
  });

  it('are those of an imported SKILL.md too', () => {
    const document = (description: string, rule: string) =>
      parseSkillMd(
        `---\nname: a-name\ndescription: ${description}\n---\n\n## Steps\n\n- ${rule}\n- ${emoji(2)}\n`,
      );
    const read = document(emoji(1024), emoji(MAX_CONTENT));
    if (!read.ok) throw new Error('the document was refused');
    expect(read.skill.bullets.map(({ content }) => characterCount(content))).toEqual([MAX_CONTENT]);
    expect(document(emoji(1025), 'a rule').ok).toBe(false);
  });
});
