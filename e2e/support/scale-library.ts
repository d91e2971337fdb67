/**
 * The rows of a large library: skills of one rule, and changesets of every risk on them, half of which are
 * decided.
 */
import type { Dialect } from './databases.ts';

/**
 * Rows by the thousand, made inside the database by statements that both engines understand: in a second or
 * two, where inserting them one by one would take minutes. A row's number, `at`, decides all it says.
 */

/** An SQL expression for each column. */
type Columns = Record<string, string>;
/** An expression for the moment so many seconds (an expression too) after the first row's. */
type Moment = (seconds: string) => string;

const BEGIN_SECONDS = Date.parse('2026-01-01T00:00:00.000Z') / 1000;

const WORDS = ['refund', 'invoice', 'rollout', 'voucher', 'address', 'return', 'ticket', 'handover'];

function momentIn(dialect: Dialect): Moment {
  return dialect === 'sqlite'
    ? (seconds) => `strftime('%Y-%m-%dT%H:%M:%f+00:00', ${BEGIN_SECONDS} + ${seconds}, 'unixepoch')`
    : (seconds) => `to_timestamp(${BEGIN_SECONDS} + ${seconds}) AT TIME ZONE 'UTC'`;
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** A number as text. */
const text = (number: string) => `CAST(${number} AS TEXT)`;

/** One of these texts, in turn. */
const pick = (from: readonly string[], of = 'at') =>
  `CASE (${of}) % ${from.length} ${from.map((one, at) => `WHEN ${at} THEN ${quoted(one)}`).join(' ')} END`;

/** Ids sort as they were made, as the service's own do. */
const sortableId = (prefix: string, at = 'at') =>
  `${quoted(`${prefix}_01K000000`)} || ${text(`10000000000000000 + ${at}`)}`;

/** A value where a condition holds, else null. */
const where = (condition: string, value: string) => `CASE WHEN ${condition} THEN ${value} END`;

/** The statement that inserts `count` rows of a tenant. */
function insertRows(table: string, tenant: string, { count, columns }: { count: number; columns: Columns }) {
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

/** The statements that write it all. */
export function libraryStatements(
  tenant: string,
  { skills, changesets }: Library,
  dialect: Dialect,
): string[] {
  const moment = momentIn(dialect);
  const targets = { skill_id: sortableId('sk', `(at % ${skills})`), changeset_id: sortableId('cs') };
  return [
    insertRows('skill', tenant, { count: skills, columns: skillColumns(moment) }),
    insertRows('skill_version', tenant, { count: skills, columns: versionColumns(moment) }),
    insertRows('bullet', tenant, { count: skills, columns: ruleColumns(moment) }),
    insertRows('changeset', tenant, { count: changesets, columns: changesetColumns(moment, skills) }),
    insertRows('changeset_target', tenant, { count: changesets, columns: targets }),
  ];
}

/** The rows of a long history: runs, the audit log, memories, canaries and failed jobs. */

/** How much there is of each kind. */
export interface History {
  episodes: number;
  audit: number;
  memories: number;
  canaries: number;
  jobs: number;
}

const AGENTS = ['support', 'support', 'support', 'billing', 'warehouse'];
const OUTCOMES = ['success', 'success', 'failure', 'partial', 'unknown'];
const ACTIONS = ['changeset.proposed', 'changeset.applied', 'skill.rollback', 'memory.add', 'apikey.created'];
const RESOURCES = ['changeset:cs_', 'changeset:cs_', 'skill:sk_', 'memory:mem_', 'apikey:key_'];
const KINDS = ['fact', 'preference', 'lesson'];
/** What a run says and does besides its task: as long as an ordinary short one. */
const TRANSCRIPT = JSON.stringify([
  { role: 'user', content: 'The customer wrote twice and waits for an answer. '.repeat(4) },
  { role: 'assistant', content: 'I looked the case up, told the customer and closed the ticket. '.repeat(4) },
]);

function episodeColumns(moment: Moment): Columns {
  return {
    id: sortableId('ep'),
    agent_id: pick(AGENTS),
    user_id: where('at % 3 > 0', `'u_' || ${text('at % 997')}`),
    session_id: `'session-' || ${text('at / 3')}`,
    task: `'Handle the ' || ${pick(WORDS)} || ' of order number ' || ${text('at')}`,
    ...{ messages: quoted(TRANSCRIPT), tool_calls: "'[]'", outcome: pick(OUTCOMES, 'at / 2') },
    ...{ duration_ms: '1000 + at % 9000', skills_loaded: "'[]'", metadata: "'{}'", holdout: 'at % 10 = 0' },
    reward: where('at / 2 % 5 < 3', 'at % 2'),
    reward_strength: where('at / 2 % 5 < 3', '1'),
    reward_source: where('at / 2 % 5 < 3', "'outcome'"),
    ...{ reflected: 'at % 50 <> 7', reflect_attempts: '0', created_at: moment('at * 60') },
  };
}

function auditColumns(moment: Moment): Columns {
  return {
    id: sortableId('au'),
    actor: `'key:key_' || ${text('at % 40')}`,
    action: pick(ACTIONS),
    resource: `${pick(RESOURCES)} || ${text('at')}`,
    details: `'{"agent_id":"support","note":"the ' || ${pick(WORDS)} || ' of order number ' || ${text('at')} || '"}'`,
    at: moment('at * 60'),
  };
}

/** Of five memories one was replaced; of a hundred, about, one is held. */
function memoryColumns(moment: Moment): Columns {
  const replaced = 'at % 5 = 1';
  const status = `CASE WHEN at % 101 = 50 THEN 'pending' WHEN ${replaced} THEN 'superseded' ELSE 'active' END`;
  return {
    id: sortableId('mem'),
    agent_id: pick(AGENTS),
    user_id: where('at % 4 > 0', `'u_' || ${text('at % 997')}`),
    kind: pick(KINDS),
    content: `'The ' || ${pick(WORDS)} || ' of order number ' || ${text('at')} || ' was urgent'`,
    text_key: `'key-' || ${text('at')}`,
    ...{ confidence: '0.8', status, hold_reasons: "'[]'", sources: "'[]'", created_by: "'key:key_1'" },
    valid_from: moment('at * 300'),
    invalid_at: where(replaced, moment('at * 300 + 90')),
    superseded_by: where(replaced, sortableId('mem', 'at + 1')),
    created_at: moment('at * 300'),
    activated_at: where('at % 101 <> 50', moment('at * 300')),
    closed_at: where(replaced, moment('at * 300 + 90')),
  };
}

/** Canaries of as many skills, every tenth of which still runs. */
function canaryColumns(moment: Moment): Columns {
  const running = 'at % 10 = 0';
  return {
    ...{
      id: sortableId('ex'),
      agent_id: "'support'",
      skill_id: sortableId('sk'),
      changeset_id: sortableId('cs'),
    },
    status: `CASE WHEN ${running} THEN 'running' WHEN at % 3 = 0 THEN 'promoted' ELSE 'rejected' END`,
    ...{ rule: "'posterior'", floor: '0.1', threshold: '0.95', min_samples: '20', max_samples: '300' },
    ...{ base_version: '1', candidate: quoted(JSON.stringify({ description: '', tags: [], bullets: [] })) },
    ...{ incumbent_evidence: '24', incumbent_reward: '12 + at % 5', credits: '48', looks: '0' },
    ...{ candidate_evidence: '24', candidate_reward: '12 + at % 11', started_at: moment('at * 3600') },
    ended_at: where(`NOT (${running})`, moment('at * 3600 + 86400')),
    reason: where(`NOT (${running})`, "'the evidence was enough'"),
  };
}

function jobColumns(moment: Moment): Columns {
  return {
    ...{
      id: sortableId('job'),
      kind: "'reflect'",
      key: `'reflect:' || ${text('at')}`,
      agent_id: "'support'",
    },
    ...{ items: "'[]'", status: "'failed'", attempts: '5', last_error: "'the learning model answered 503'" },
    ...{ run_at: moment('at * 60'), created_at: moment('at * 60'), updated_at: moment('at * 60') },
  };
}

/** The statements that write it all. */
export function historyStatements(tenant: string, size: History, dialect: Dialect): string[] {
  const moment = momentIn(dialect);
  const rows = (table: string, count: number, columns: Columns) =>
    insertRows(table, tenant, { count, columns });
  return [
    rows('episode', size.episodes, episodeColumns(moment)),
    rows('audit_entry', size.audit, auditColumns(moment)),
    rows('memory', size.memories, memoryColumns(moment)),
    rows('experiment', size.canaries, canaryColumns(moment)),
    rows('job', size.jobs, jobColumns(moment)),
  ];
}
