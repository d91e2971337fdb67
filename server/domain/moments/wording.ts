/**
 * A trigger as a line that people read, and that a SKILL.md has below its rule. Only a line that reads back as itself is
 * one; any other that begins alike is prose.
 */
import type { Condition, Trigger } from './trigger.ts';

const FIELDS = ['tool', 'path', 'command', 'argument', 'error'] as const;

/** For example "Applies when: tool `Bash`, command `git push*`; or error `409`". Empty without conditions. */
export function describeTrigger({ applies_when: conditions, blocks }: Trigger): string {
  if (conditions === undefined) return '';
  return `${blocks ? 'Blocks' : 'Applies'} when: ${describeConditions(conditions)}`;
}

function describeConditions(conditions: readonly Condition[]): string {
  return conditions.map(describeCondition).join('; or ');
}

function describeCondition(condition: Condition): string {
  const parts = FIELDS.flatMap((field) => {
    const value = condition[field];
    if (value === undefined) return [];
    if (typeof value === 'string') return [`${field} ${quote(value)}`];
    return [`argument ${quote(value.name)} is ${quote(value.value)}`];
  });
  return parts.join(', ');
}

/** In backticks; what these cannot hold is written as JSON. */
function quote(text: string): string {
  return /^[^\s`](?:[^`\r\n]*[^\s`])?$/.test(text) ? `\`${text}\`` : JSON.stringify(text);
}

const QUOTED = '(`[^`\\r\\n]+`|"(?:[^"\\\\\\r\\n]|\\\\.)*")';
const PART = new RegExp(
  `(?:(tool|path|command|error) ${QUOTED}|argument ${QUOTED} is ${QUOTED})(, |; or |$)`,
  'y',
);

/** What a line says, null where it is no trigger's. Lengths and numbers are the reader's to check. */
export function readTrigger(line: string): Trigger | null {
  const [, verb, rest] = /^(Applies|Blocks) when: (.+)$/.exec(line) ?? [];
  if (rest === undefined) return null;
  const conditions: Condition[] = [{}];
  PART.lastIndex = 0;
  for (
    let part = PART.exec(rest);
    part !== null;
    part = PART.lastIndex < rest.length ? PART.exec(rest) : null
  ) {
    const [, field, value, name, argument, next] = part;
    const condition = conditions.at(-1) ?? {};
    if (field !== undefined && value !== undefined) Object.assign(condition, { [field]: unquote(value) });
    else condition.argument = { name: unquote(name ?? ''), value: unquote(argument ?? '') };
    if (next === '; or ') conditions.push({});
  }
  const trigger = { applies_when: conditions, ...(verb === 'Blocks' ? { blocks: true } : {}) };
  return describeTrigger(trigger) === line ? trigger : null;
}

function unquote(text: string): string {
  if (text.startsWith('`')) return text.slice(1, -1);
  try {
    return String(JSON.parse(text));
  } catch {
    return '';
  }
}
