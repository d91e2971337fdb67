/** A skill and its rules as the interface shows them. */
import { z } from 'zod';
import type { CamelCased } from '../camel-case.ts';
import { triggerFields } from '../moments/applies-when.ts';
import { BULLET_STATUSES, SECTIONS, SKILL_STATUSES } from './skill-state.ts';

export {
  type BulletStatus,
  DEFAULT_SECTION,
  isInUse,
  SECTIONS,
  type Section,
  SKILL_STATUSES,
  type SkillStatus,
  statusAfterChange,
} from './skill-state.ts';

const count = () => z.number().int().min(0).max(2_147_483_647);

/** A rule with what is known about it. `helpful`, `harmful` and `neutral` count verdicts, `used` episodes. */
const bulletSchema = z
  .object({
    id: z.string(),
    section: z.enum(SECTIONS),
    content: z.string(),
    issue: z.string().describe('The problem that the rule answers; empty where none was named'),
    keywords: z.array(z.string()),
    helpful: count(),
    harmful: count(),
    neutral: count(),
    used: count().describe('Recorded episodes whose recall served the rule'),
    followed: count().optional().describe('Runs that followed the rule where it was shown before a call'),
    broken: count().optional().describe('Runs that did not'),
    followed_failed: count().optional().describe('Of the runs that followed it, those that failed'),
    status: z.enum(BULLET_STATUSES),
    sources: z.array(z.string()).describe('Episodes that taught the rule'),
    ...triggerFields,
  })
  .meta({ id: 'Bullet' });
export type Bullet = z.infer<typeof bulletSchema>;

/** Rules have the names of the interface in code too: they are one shape with the operations that write them. */
const asWritten = <Rule extends z.ZodType>(rule: Rule) => z.lazy(() => rule);

/** A skill with its rules in reading order. */
export const skillSchema = z
  .object({
    id: z.string(),
    agent_id: z.string(),
    name: z.string(),
    description: z.string(),
    version: z.number().int().min(1).max(2_147_483_647),
    status: z.enum(SKILL_STATUSES),
    pinned: z.boolean().describe('Exempt from becoming stale or archived'),
    tags: z.array(z.string()),
    uses: count().describe('Recorded episodes whose recall served the skill'),
    success_rate: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('Mean reward of those episodes, weighted by its strength; null without evidence'),
    bullets: z.array(asWritten(bulletSchema)),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Skill' });
export type Skill = CamelCased<typeof skillSchema>;

/** A rule as a version keeps it: its wording, without evidence. */
const versionBulletSchema = bulletSchema
  .pick({
    id: true,
    section: true,
    content: true,
    issue: true,
    keywords: true,
    applies_when: true,
    blocks: true,
  })
  .meta({ id: 'SkillVersionBullet' });
export type VersionBullet = z.infer<typeof versionBulletSchema>;

/** One entry of a skill's history. */
export const skillVersionSchema = z
  .object({
    version: z.number().int().min(1).max(2_147_483_647),
    source: z.string().describe("The changeset's source, or `rollback:v<N>`"),
    changeset_id: z.string().nullable().describe('null for a rollback'),
    created_by: z.string().describe('Who proposed the change or rolled back'),
    created_at: z.iso.datetime(),
    description: z.string(),
    tags: z.array(z.string()),
    bullets: z.array(asWritten(versionBulletSchema)).describe('The rules that were active'),
  })
  .meta({ id: 'SkillVersion' });
export type SkillVersion = CamelCased<typeof skillVersionSchema>;
