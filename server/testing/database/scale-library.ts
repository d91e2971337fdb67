/**
 * The rows of a large library: skills of one rule, and changesets of every risk on them, half of which are
 * decided.
 */
import type { Dialect } from '../../platform/db/migrations/migrations.ts';

// Rows by the thousand, made inside the database by statements that both engines understand: in a second or
// two, where inserting them one by one would take minutes. A row's number, `at`, decides all it says.

/** An SQL expression for each column. */
export type Columns = Record<string, string>;
/** An expression for the moment so many seconds (an expression too) after the first row's. */
export type Moment = (seconds: string) => string;

const BEGIN = new Date('2026-01-01T00:00:00.000Z');

export const WORDS = ['refund', 'invoice', 'rollout', 'voucher', 'address', 'return', 'ticket', 'handover'];

export function momentIn(dialect: Dialect, begin: Date = BEGIN): Moment {
  const first = Math.floor(begin.getTime() / 1000);
  return dialect === 'sqlite'
    ? (seconds) => `strftime('%Y-%m-%dT%H:%M:%f+00:00', ${first} + ${seconds}, 'unixepoch')`
    : (seconds) => `to_timestamp(${first} + ${seconds}) AT TIME ZONE 'UTC'`;
}

export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** A number as text. */
export const text = (number: string) => `CAST(${number} AS TEXT)`;

/** One of these texts, in turn. */
export const pick = (from: readonly string[], of = 'at') =>
  `CASE (${of}) % ${from.length} ${from.map((one, at) => `WHEN ${at} THEN ${quoted(one)}`).join(' ')} END`;

/** Ids sort as they were made, as the service's own do. */
export const sortableId = (prefix: string, at = 'at') =>
  `${quoted(`${prefix}_01K000000`)} || ${text(`10000000000000000 + ${at}`)}`;

/** A value where a condition holds, else null. */
export const where = (condition: string, value: string) => `CASE WHEN ${condition} THEN ${value} END`;

/** The statement that inserts `count` rows of a tenant. */
export function insertRows(
  table: string,
  tenant: string,
  { count, columns }: { count: number; columns: Columns },
) {
  const all = { tenant: quoted(tenant), ...columns };
  return `INSERT INTO ${table} (${Object.keys(all).join(', ')})
    WITH RECURSIVE n(at) AS (SELECT 0 UNION ALL SELECT at + 1 FROM n WHERE at < ${count - 1})
    SELECT ${Object.values(all).join(', ')} FROM n`;
}

/** How much there is of each kind. */
export interface Library {
  skills: number;
  changesets: number;
}

const RISKS = ['low', 'medium', 'high'];
const SOURCES = ['reflection', 'curation', 'evolution'];
const DESCRIPTION = `'What to do about a ' || ${pick(WORDS)}`;

const skillName = (at: string) => `${pick(WORDS, at)} || '-' || ${text(at)}`;

function skillColumns(moment: Moment): Columns {
  return {
    ...{ id: sortableId('sk'), agent_id: "'support'", name: skillName('at'), description: DESCRIPTION },
    ...{ version: '1', status: "'active'", pinned: 'at % 500 = 3', uses: 'at % 90' },
    tags: `'["tag-' || ${text('at % 50')} || '"]'`,
    ...{ evidence: 'at % 40', reward: 'at % 40 * 0.6', created_at: moment('0'), updated_at: moment('0') },
  };
}

function versionColumns(moment: Moment): Columns {
  return {
    ...{ skill_id: sortableId('sk'), version: '1', source: "'api'", created_by: "'key:somebody'" },
    ...{ created_at: moment('0'), description: DESCRIPTION, tags: "'[]'", bullets: "'[]'" },
  };
}

function ruleColumns(moment: Moment): Columns {
  return {
    ...{ id: sortableId('bl'), skill_id: sortableId('sk'), position: '0', section: "'steps'" },
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
  return [quoted(before), skillName(skill), quoted(between), content, quoted(after)].join(' || ');
}

function changesetColumns(moment: Moment, skills: number): Columns {
  const decided = 'at % 2 = 0';
  const skill = `(at % ${skills})`;
  return {
    ...{ id: sortableId('cs'), agent_id: "'support'", ops: operations(skill) },
    status: `CASE WHEN ${decided} THEN 'rejected' ELSE 'pending' END`,
    ...{ rationale: `'Run ' || ${text('at')} || ' failed.'`, source: pick(SOURCES) },
    ...{ human_authored: 'FALSE', proposed_by: "'system:reflection'", risk: pick(RISKS, 'at / 7') },
    ...{ eval_score: 'at % 100 * 0.01', baseline_score: '0.5', episode_ids: "'[]'", skip_canary: 'FALSE' },
    safety_findings: `CASE WHEN at % 11 = 0 THEN '["lint:too_long"]' ELSE '[]' END`,
    base_versions: `'{"' || ${sortableId('sk', skill)} || '":1}'`,
    ...{ reviewer: where(decided, "'key:somebody'"), rejection_reason: where(decided, "'duplicate'") },
    ...{ created_at: moment('at * 60'), decided_at: where(decided, moment('at * 60 + 60')) },
  };
}

/** The statements that write it all, the first row at `begin`. */
export function libraryStatements(
  tenant: string,
  { skills, changesets }: Library,
  dialect: Dialect,
  begin?: Date,
): string[] {
  const moment = momentIn(dialect, begin);
  const targets = { skill_id: sortableId('sk', `(at % ${skills})`), changeset_id: sortableId('cs') };
  return [
    insertRows('skill', tenant, { count: skills, columns: skillColumns(moment) }),
    insertRows('skill_version', tenant, { count: skills, columns: versionColumns(moment) }),
    insertRows('bullet', tenant, { count: skills, columns: ruleColumns(moment) }),
    insertRows('changeset', tenant, { count: changesets, columns: changesetColumns(moment, skills) }),
    insertRows('changeset_target', tenant, { count: changesets, columns: targets }),
  ];
}
