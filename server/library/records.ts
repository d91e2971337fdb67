/** Skills, rules and versions as the store hands them out. */
import type { Bullet, VersionBullet } from '../domain/skills/skill.ts';
import type { SkillStatus } from '../domain/skills/status.ts';

/** Fields of an imported SKILL.md that the service does not use, kept for the next export. */
export type FrontMatter = Record<string, unknown>;

/** A skill without its rules. `evidence` is Σ strength and `reward` Σ strength × reward of its episodes. */
export interface SkillRecord {
  id: string;
  agentId: string;
  name: string;
  description: string;
  version: number;
  status: SkillStatus;
  pinned: boolean;
  tags: string[];
  frontMatter: FrontMatter;
  uses: number;
  evidence: number;
  reward: number;
  createdAt: Date;
  updatedAt: Date;
}

/** A rule, active or removed, with its place in its skill. */
export interface BulletRecord extends Bullet {
  skillId: string;
  position: number;
}

/** The wording of a rule with its place, written without touching what was counted for it. */
export type BulletWording = Omit<BulletRecord, 'helpful' | 'harmful' | 'neutral' | 'used'>;

/** One immutable version. */
export interface VersionRecord {
  skillId: string;
  version: number;
  source: string;
  changesetId: string | null;
  createdBy: string;
  createdAt: Date;
  description: string;
  tags: string[];
  frontMatter: FrontMatter;
  bullets: VersionBullet[];
}
