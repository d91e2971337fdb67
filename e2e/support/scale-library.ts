/** The rows of a large library: skills of one rule, and changesets of every risk on them, half of which are decided. */
import type { Dialect } from './databases.ts';
import {
  type Columns,
  idOf,
  insertRows,
  type Moment,
  momentIn,
  pick,
  quoted,
  text,
  WORDS,
  where,
} from './scale-sql.ts';

/** How much there is of each kind. */
export interface Library {
  skills: number;
  changesets: number;
}

const RISKS = ['low', 'medium', 'high'];
const SOURCES = ['reflection', 'curation', 'evolution'];
const DESCRIPTION = `'What to do about a ' || ${pick(WORDS)}`;

const nameOf = (at: string) => `${pick(WORDS, at)} || '-' || ${text(at)}`;

function skillColumns(moment: Moment): Columns {
  return {
    ...{ id: idOf('sk'), agent_id: "'support'", name: nameOf('at'), description: DESCRIPTION },
    ...{ version: '1', status: "'active'", pinned: 'at % 500 = 3', uses: 'at % 90' },
    tags: `'["tag-' || ${text('at % 50')} || '"]'`,
    ...{ evidence: 'at % 40', reward: 'at % 40 * 0.6', created_at: moment('0'), updated_at: moment('0') },
  };
}

function versionColumns(moment: Moment): Columns {
  return {
    ...{ skill_id: idOf('sk'), version: '1', source: "'api'", created_by: "'key:somebody'" },
    ...{ created_at: moment('0'), description: DESCRIPTION, tags: "'[]'", bullets: "'[]'" },
  };
}

function ruleColumns(moment: Moment): Columns {
  return {
    ...{ id: idOf('bl'), skill_id: idOf('sk'), position: '0', section: "'steps'" },
    ...{ content: "'Read the whole ticket first'", issue: "''", keywords: "'[]'", status: "'active'" },
    ...{ helpful: '0', harmful: '0', neutral: '0', used: '0', sources: "'[]'" },
    ...{ created_at: moment('0'), updated_at: moment('0') },
  };
}

/** The one operation of a changeset, as JSON with its skill and its wording put in. */
function operations(skill: string): string {
  const op = { op: 'add', skill: '|skill|', section: 'steps', content: '|content|', issue: '', keywords: [] };
  const [before = '', , between = '', , after = ''] = JSON.stringify([op]).split('|');
  const content = `'Check the ' || ${pick(WORDS)} || ' number ' || ${text('at')} || ' before replying'`;
  return [quoted(before), nameOf(skill), quoted(between), content, quoted(after)].join(' || ');
}

function changesetColumns(moment: Moment, skills: number): Columns {
  const decided = 'at % 2 = 0';
  const skill = `(at % ${skills})`;
  return {
    ...{ id: idOf('cs'), agent_id: "'support'", ops: operations(skill) },
    status: `CASE WHEN ${decided} THEN 'rejected' ELSE 'pending' END`,
    ...{ rationale: `'Run ' || ${text('at')} || ' failed.'`, source: pick(SOURCES) },
    ...{ human_authored: 'FALSE', proposed_by: "'system:reflection'", risk: pick(RISKS, 'at / 7') },
    ...{ eval_score: 'at % 100 * 0.01', baseline_score: '0.5', episode_ids: "'[]'", skip_canary: 'FALSE' },
    safety_findings: `CASE WHEN at % 11 = 0 THEN '["lint:too_long"]' ELSE '[]' END`,
    base_versions: `'{"' || ${idOf('sk', skill)} || '":1}'`,
    ...{ reviewer: where(decided, "'key:somebody'"), rejection_reason: where(decided, "'duplicate'") },
    ...{ created_at: moment('at * 60'), decided_at: where(decided, moment('at * 60 + 60')) },
  };
}

/** The statements that write it all. */
export function libraryStatements(
  tenant: string,
  { skills, changesets }: Library,
  dialect: Dialect,
): string[] {
  const moment = momentIn(dialect);
  const targets = { skill_id: idOf('sk', `(at % ${skills})`), changeset_id: idOf('cs') };
  return [
    insertRows('skill', tenant, { count: skills, columns: skillColumns(moment) }),
    insertRows('skill_version', tenant, { count: skills, columns: versionColumns(moment) }),
    insertRows('bullet', tenant, { count: skills, columns: ruleColumns(moment) }),
    insertRows('changeset', tenant, { count: changesets, columns: changesetColumns(moment, skills) }),
    insertRows('changeset_target', tenant, { count: changesets, columns: targets }),
  ];
}
