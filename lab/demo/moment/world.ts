/**
 * Worlds whose failures are of the moment: a tool that another one has to precede, a folder whose files are never to be
 * edited. Only the simulated agents know them.
 */
import type { Condition } from '../../../client/src/index.ts';
import { seededRandom } from '../../../server/domain/seeded-random.ts';
import { pick } from '../world/index.ts';

export interface Call {
  readonly name: string;
  readonly arguments?: { path: string };
}

/** A rule, and the place in a task where a run keeps or breaks it. */
export interface PlantedRule {
  readonly content: string;
  /** None: the rule is about the start of a task. */
  readonly applies_when?: Condition[];
  /** What an agent calls that does not think of the rule, and one that does. */
  readonly careless: readonly Call[];
  readonly careful: readonly Call[];
  /** The chance that an agent does the right thing without the rule. */
  readonly habit: number;
  /** Why a run failed that broke it. */
  readonly error: string;
}

export interface MomentWorld {
  readonly seed: number;
  readonly rules: readonly PlantedRule[];
  /** Other work between the calls that rules are about. */
  readonly chores: readonly Call[];
  /** Chores of a task, at least and at most. */
  readonly least: number;
  readonly most: number;
  /** The chance that a run fails that broke no rule. */
  readonly misfortune: number;
}

const PRECEDED = [
  ['push_branch', 'run_tests', 'The main branch is broken: a test fails'],
  ['apply_migration', 'take_backup', 'The table was lost, and there is no backup'],
  ['issue_refund', 'check_capture', 'The order was refunded twice'],
  ['restart_service', 'drain_traffic', 'Requests were cut off'],
  ['send_newsletter', 'check_consent', 'Customers without consent were written to'],
  ['delete_branch', 'list_pull_requests', 'An open pull request lost its branch'],
] as const;

const PROTECTED = [
  ['src/generated', 'client.ts', 'api/openapi.yaml', 'The build overwrote the change'],
  [
    'db/migrations',
    '0007_orders.sql',
    'db/migration-next.sql',
    'The checksum of an applied migration differs',
  ],
  ['vendor', 'parser.c', 'patches/parser.patch', 'The next update of the library removed the change'],
  ['legal', 'terms.md', 'drafts/terms.md', 'The approved text was changed without approval'],
  ['fixtures/golden', 'invoice.json', 'src/invoice.ts', 'The test compares the invoice with itself'],
] as const;

const EDITORS = ['Edit', 'write_file', 'apply_patch'] as const;

/** The world of a seed: one or two rules of each kind, and one about the start. */
export function makeMomentWorld(seed: number): MomentWorld {
  const random = seededRandom(seed);
  const editor = pick(EDITORS, random);
  const between = (low: number, high: number) => low + random() * (high - low);
  const edit = (path: string): Call => ({ name: editor, arguments: { path } });
  const read = (path: string): Call => ({ name: 'read_file', arguments: { path } });
  const preceded = draw(PRECEDED, random).map(
    ([act, first, error]): PlantedRule => ({
      content: `Call \`${first}\` before \`${act}\`.`,
      applies_when: [{ tool: act }],
      careless: [{ name: act }],
      careful: [{ name: first }, { name: act }],
      ...{ habit: between(0.1, 0.4), error },
    }),
  );
  const folders = draw(PROTECTED, random);
  const kept = folders.map(
    ([folder, file, source, error]): PlantedRule => ({
      content: `Never edit \`${folder}\`.`,
      applies_when: [{ tool: editor, path: `${folder}/**` }],
      careless: [edit(`${folder}/${file}`)],
      careful: [edit(source)],
      ...{ habit: between(0.1, 0.4), error },
    }),
  );
  const opening: PlantedRule = {
    content: 'Call `read_brief` before `write_plan`.',
    careless: [{ name: 'write_plan' }],
    careful: [{ name: 'read_brief' }, { name: 'write_plan' }],
    ...{ habit: between(0.6, 0.8), error: 'The plan misses the brief' },
  };
  return {
    ...{ seed, rules: [opening, ...preceded, ...kept], misfortune: between(0.02, 0.1) },
    // Near misses: to read such a file, and to edit another one, triggers nothing.
    chores: [...folders.map(([folder, file]) => read(`${folder}/${file}`)), edit('src/orders.ts')],
    ...{ least: 10, most: 20 + Math.floor(random() * 20) },
  };
}

/** One or two of `items`. */
function draw<T>(items: readonly T[], random: () => number): T[] {
  const first = pick(items, random);
  const others = items.filter((item) => item !== first);
  return random() < 0.5 ? [first] : [first, pick(others, random)];
}
