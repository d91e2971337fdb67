/** Three kinds of task in which what is learned changes how long runs take, or only how they end. */
import { type Kind, makeWorld, type Step, type World } from '../../server/sample/world/index.ts';

/** What a candidate is in truth: cheaper and as good, better but slow, or better and about as fast. */
export type Case = 'cheaper' | 'slow' | 'better';

const PLANTED: readonly { case: Case; kind: Kind }[] = [
  {
    case: 'cheaper',
    kind: {
      ...{ part: 'shortcut', base: 0.96, haste: 0.2, skill: 'archive-letters', act: 'archive_letter' },
      description: 'Archive a letter of a citizen in the registry of the town hall',
      rules: [
        'Wait for `stamp_pages` before the letter is archived',
        'File the letter in the registry with `archive_letter`',
      ],
      tasks: [
        'Archive letter {n} of a citizen in the registry of the town hall',
        'A citizen sent letter {n}, archive it in the registry',
        'The town hall wants letter {n} archived in the registry today',
      ],
      // It changes nothing in how a run ends, and takes most of its time.
      steps: [{ tool: 'stamp_pages', gain: 0, seconds: 40, error: 'E_STAMP: a page has no stamp' }],
    },
  },
  {
    case: 'slow',
    kind: {
      ...cure({ skill: 'quote-machines', act: 'send_quote' }),
      description: 'Send a price quote for spare parts of a machine to a buyer',
      rules: ['Read the list price of the spare parts with `read_prices`', 'Offer them with `send_quote`'],
      tasks: [
        'Send a price quote for {n} spare parts of the machine to the buyer',
        'A buyer asks for the price of spare part {n}, send a quote',
        'Quote the price of {n} spare parts to the buyer of the machine',
      ],
      steps: [read('read_prices'), missing('ask_supplier', 40, 'E_PRICE: the price is of last year')],
    },
  },
  {
    case: 'better',
    kind: {
      ...cure({ skill: 'book-trucks', act: 'book_truck' }),
      description: 'Book a truck for freight from the harbour to the depot',
      rules: ['Weigh the freight in the harbour with `weigh_freight`', 'Order the truck with `book_truck`'],
      tasks: [
        'Book a truck for {n} tons of freight from the harbour to the depot',
        'Freight {n} waits in the harbour, book a truck to the depot',
        'The depot expects freight {n} from the harbour, book a truck',
      ],
      steps: [read('weigh_freight'), missing('reserve_gate', 1, 'E_GATE: the gate of the harbour is closed')],
    },
  },
];

function cure(of: Pick<Kind, 'skill' | 'act'>): Pick<Kind, 'part' | 'base' | 'haste' | 'skill' | 'act'> {
  return { part: 'cure', base: 0.55, haste: 0, ...of };
}

/** A step that the skill tells. */
function read(tool: string): Step {
  return { tool, gain: 0.1, seconds: 5, error: 'E_UNKNOWN: nothing was found' };
}

/** A step that no rule tells; the error names it. */
function missing(tool: string, seconds: number, error: string): Step {
  return { tool, gain: 0.25, seconds, error: `${error}; ${tool} has to come first` };
}

/** The world of a seed, with these kinds of task and nothing else. */
export function makeGuardedWorld(seed: number): World {
  return { ...makeWorld(seed), kinds: PLANTED.map(({ kind }) => kind) };
}

/** What the candidate of a skill is. */
export function caseOf(skill: string): Case | null {
  return PLANTED.find(({ kind }) => kind.skill === skill)?.case ?? null;
}
