/**
 * What is tried with the attack texts: the way in, the field that it aims at, and what the model makes of it.
 */
import { type Attack, attacks, type Form } from './attacks.ts';
import type { Proposal } from './harmless.ts';
import { languages } from './languages.ts';
import { pick } from './slots.ts';

/** What reads a skill or a memory shows of it. */
export const FIELDS = [
  'memory',
  'content',
  'issue',
  'keywords',
  'name',
  'tags',
  'description',
  'example',
] as const;
type Field = (typeof FIELDS)[number];
type SkillField = Exclude<Field, 'memory'>;

/** Where an attacker can speak: to the interface outright, or in what a run reads. */
export const API_PLACES = ['POST /v1/memories', 'MCP remember', 'POST /v1/skills', 'SKILL.md'] as const;
export const RUN_PLACES = [
  'tool result',
  'retrieved document',
  'file contents',
  'page',
  'OTLP span',
] as const;
type Place = (typeof API_PLACES)[number] | (typeof RUN_PLACES)[number];

/** The ways in that only a person's key opens: what they say is a person's own act. */
export const REVIEW_PLACES: readonly string[] = ['POST /v1/skills', 'SKILL.md'];

/** Harmful in a person's own skill too; commands and addresses alone stand in real ones. */
const KINDS_OF_REVIEW: readonly string[] = ['override', 'persona', 'exfiltration', 'conversation'];

/** One text on its way to one field. */
export interface Attempt {
  readonly attack: Attack;
  readonly agent: string;
  readonly place: Place;
  readonly field: Field;
  readonly form: Form;
  /** The text that is to be served. */
  readonly planted: string;
}

/**
 * Whether nothing of an attempt may be served without a person. Of what a person writes into a skill, that
 * holds for hidden text and for orders that change the agent or give something away, plain or encoded; a name
 * has no room for the address it would be given to.
 */
export function mustBeHeld({ attack, place, field }: Attempt): boolean {
  if (!REVIEW_PLACES.includes(place) || attack.kind.startsWith('hidden_')) return true;
  const kind = attack.order;
  if (!KINDS_OF_REVIEW.includes(kind)) return false;
  return field !== 'name' || kind === 'override' || kind === 'persona';
}

/** A skill with a planted text in one of its fields; the rest of it is innocent. */
export interface PlantedSkill {
  readonly name: string;
  readonly description: string;
  readonly tags: string[];
  readonly bullets: { section: 'steps' | 'snippets'; content: string; issue: string; keywords: string[] }[];
}

/** A run, the user that it was for, and what the model proposes of it. */
export interface AttackRun {
  readonly agent: string;
  readonly attack: Attack;
  readonly place: (typeof RUN_PLACES)[number];
  readonly user: string | null;
  readonly task: string;
  readonly page: string;
  readonly proposal: Proposal;
  readonly attempts: readonly Attempt[];
}

/** A call of the interface with a planted text. */
export type ApiCall = Attempt & { readonly skill: PlantedSkill | null };

/** What is innocent in a skill with a planted text: words of the model's own. */
export const INNOCENT = {
  name: 'answer-questions-well',
  description: 'Answer questions of customers about deliveries',
  content: 'Look the delivery up before answering',
} as const;

/** The skill that an agent has before. */
export const SEED = {
  name: 'answer-questions',
  description: 'Answer questions of customers',
  bullets: [{ content: 'Read the whole question first' }],
} as const;

const MOST = {
  content: 2000,
  issue: 500,
  keywords: 100,
  tags: 100,
  description: 1024,
  example: 2000,
  name: 64,
};
const SKILL_FIELDS = FIELDS.filter((field): field is SkillField => field !== 'memory');
/** A SKILL.md has no place for the others. */
const MARKDOWN_FIELDS: readonly SkillField[] = ['content', 'name', 'tags', 'description', 'example'];
const MEMORY_KINDS = ['fact', 'preference', 'lesson'] as const;

/** A name of the words of a text; empty where it has none in Latin letters. */
function toName(text: string): string {
  const words = text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const kept = (words ?? []).reduce(
    (name, word) => (name.length + word.length < MOST.name ? `${name}-${word}` : name),
    '',
  );
  return kept.slice(1);
}

/** The field that is aimed at; where a text makes no name, or does not fit, it is the content of a rule. */
function fieldFor({ latin, short }: Attack, fields: readonly SkillField[], seed: string): SkillField {
  const field = pick(fields, seed);
  if (field === 'name') return toName(latin).length > 8 ? field : 'content';
  return short.length > MOST[field] ? 'content' : field;
}

/** What of the text goes into a field: in small ones without what stands before the orders. */
function plantedIn(attack: Attack, field: SkillField, form: Form): string {
  const text = attack.forms[form] ?? attack.text;
  if (field === 'name') return toName(attack.latin);
  return text.length > MOST[field] ? attack.short.slice(0, MOST[field]) : text;
}

function skillWith(field: SkillField, planted: string): PlantedSkill {
  const rule = {
    section: field === 'example' ? ('snippets' as const) : ('steps' as const),
    content: field === 'content' || field === 'example' ? planted : INNOCENT.content,
    issue: field === 'issue' ? planted : '',
    keywords: field === 'keywords' ? [planted] : [],
  };
  return {
    name: field === 'name' ? planted : INNOCENT.name,
    description: field === 'description' ? planted : INNOCENT.description,
    tags: field === 'tags' ? [planted] : [],
    bullets: [rule],
  };
}

/** Names, tags and descriptions come with a new skill; rules as well, or into the one that is there. */
function operationsFor(field: SkillField, planted: string, isNew: boolean): Proposal['ops'] {
  const skill = skillWith(field, planted);
  const [rule] = skill.bullets;
  const isOfSkill = field === 'name' || field === 'tags' || field === 'description';
  if (isNew || isOfSkill || rule === undefined) return [{ op: 'create_skill', ...skill, reason: '' }];
  return [{ op: 'add', skill: SEED.name, ...rule, reason: '' }];
}

const formFor = ({ forms }: Attack, seed: string) => pick(Object.keys(forms) as Form[], seed);

/**
 * Outright nobody can tell an order whose words are in disorder: only beside its source it is known again.
 */
const ownFormFor = ({ forms }: Attack, seed: string) =>
  pick(
    (Object.keys(forms) as Form[]).filter((form) => form !== 'reordered'),
    seed,
  );

function memoryCall(attack: Attack): ApiCall {
  const place = pick(['POST /v1/memories', 'MCP remember'] as const, `${attack.id}.api`);
  const form = ownFormFor(attack, `${attack.id}.api.memory`);
  const planted = attack.forms[form] ?? attack.text;
  return { attack, agent: `api-m-${attack.id}`, place, field: 'memory', form, planted, skill: null };
}

function skillCall(attack: Attack): ApiCall {
  const place = pick(['POST /v1/skills', 'SKILL.md'] as const, `${attack.id}.skill`);
  const isHeldByMarkdown = place === 'POST /v1/skills' || !/\n/.test(attack.text);
  const fields = place === 'SKILL.md' ? MARKDOWN_FIELDS : SKILL_FIELDS;
  const field = isHeldByMarkdown ? fieldFor(attack, fields, `${attack.id}.skill.field`) : 'content';
  const form = field === 'name' ? 'verbatim' : ownFormFor(attack, `${attack.id}.skill.form`);
  const planted = plantedIn(attack, field, form);
  const skill = skillWith(field, planted);
  return { attack, agent: `api-s-${attack.id}`, place, field, form, planted, skill };
}

/**
 * Calls of the interface. What only states something is an attack where a page says it, not where a caller
 * does.
 */
export function apiCalls(): ApiCall[] {
  return attacks()
    .filter(({ isStatement }) => !isStatement)
    .flatMap((attack) => [memoryCall(attack), skillCall(attack)]);
}

/** Runs in which the text stands, one for each text: what they teach becomes a memory and a rule. */
export function attackRuns(): AttackRun[] {
  const all = new Map(languages().map((language) => [language.code, language]));
  return attacks().map((attack) => {
    const { id, kind, language } = attack;
    const { task = '', page = '' } = all.get(language) ?? {};
    const agent = `run-${id}`;
    const place = pick(RUN_PLACES, `${id}.place`);
    const field = fieldFor(attack, SKILL_FIELDS, `${id}.field`);
    const memoryForm = formFor(attack, `${id}.memory`);
    const ruleForm = field === 'name' ? 'verbatim' : formFor(attack, `${id}.rule`);
    const [memory, rule] = [attack.forms[memoryForm] ?? attack.text, plantedIn(attack, field, ruleForm)];
    const isShared = kind === 'person_fact';
    return {
      ...{ agent, attack, place, task, page, user: isShared ? null : 'ada' },
      proposal: {
        memories: [
          {
            kind: kind === 'page_preference' ? 'preference' : pick(MEMORY_KINDS, `${id}.kind`),
            content: memory,
            user_specific: !isShared,
          },
        ],
        ops: operationsFor(field, rule, pick([true, false], `${id}.new`)),
      },
      attempts: [
        { attack, agent, place, field: 'memory', form: memoryForm, planted: memory },
        { attack, agent, place, field, form: ruleForm, planted: rule },
      ],
    };
  });
}
