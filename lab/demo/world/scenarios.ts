/**
 * What worlds are made of. In each kind of task some steps raise the chance of success; the skills that
 * people wrote tell some of them. `cure`: a step is missing from a rule, and runs fail until it is learned.
 * `shortcut`: a step looks like a waste of time and is not. `gap`: a step that no rule is about.
 */
import type { Kind, Step } from './world.ts';

/** What a kind of task is about: a step that its rules tell, and (but for shortcuts) one that they do not. */
interface TaughtTask extends Pick<Kind, 'skill' | 'act' | 'description' | 'rules' | 'tasks'> {
  told: Pick<Step, 'tool' | 'error'>;
}
interface PartlyTaughtTask extends TaughtTask {
  untold: Pick<Step, 'tool' | 'error'>;
}

const USUAL_SECONDS = 5;
/** What a shortcut spares is as slow as it looks useless. */
const SLOW_SECONDS = 600;

/** Of a step that nobody is told the error names the remedy. */
const missing = ({ tool, error }: PartlyTaughtTask['untold'], gain: number): Step => ({
  ...{ tool, gain, seconds: USUAL_SECONDS },
  error: `${error}; ${tool} has to come first`,
});

const cure = ({ told, untold, ...kind }: PartlyTaughtTask): Kind => ({
  ...kind,
  ...{ part: 'cure', base: 0.2, haste: 0 },
  steps: [{ ...told, gain: 0.15, seconds: USUAL_SECONDS }, missing(untold, 0.55)],
});

const shortcut = ({ told, ...kind }: TaughtTask): Kind => ({
  ...kind,
  ...{ part: 'shortcut', base: 0.35, haste: 0.2 },
  steps: [{ ...told, gain: 0.52, seconds: SLOW_SECONDS }],
});

const gap = ({ told, untold, ...kind }: PartlyTaughtTask): Kind => ({
  ...kind,
  ...{ part: 'gap', base: 0.3, haste: 0 },
  steps: [{ ...told, gain: 0.15, seconds: USUAL_SECONDS }, missing(untold, 0.42)],
});

const CURES: readonly Kind[] = [
  cure({
    ...{ skill: 'refund-orders', act: 'issue_refund' },
    description: 'Refund an order of a customer to the card it was paid with',
    rules: [
      'Look up the order with `find_order` and compare the captured amount',
      'Give the money back with `issue_refund`, never more than was captured',
    ],
    tasks: [
      'Refund order {n} to the card of the customer, the lamp arrived broken',
      'A customer wants a refund of order {n}, it never arrived',
      'Refund the order {n} that a customer paid twice',
    ],
    told: { tool: 'find_order', error: 'E_AMOUNT: more than was captured' },
    untold: { tool: 'unlock_order', error: 'E_LOCKED: the order is locked' },
  }),
  cure({
    ...{ skill: 'move-appointments', act: 'move_appointment' },
    description: 'Move the appointment of a patient to another day in the clinic calendar',
    rules: [
      'Find a free day in the calendar with `find_slot`',
      'Change the booking with `move_appointment` and keep the same doctor',
    ],
    tasks: [
      'Move the appointment of patient {n} to next week in the clinic calendar',
      'Patient {n} cannot come on Monday, move the appointment',
      'The doctor is away, move appointment {n} of the patient to another day',
    ],
    told: { tool: 'find_slot', error: 'E_TAKEN: the day is full' },
    untold: { tool: 'release_hold', error: 'E_HELD: a reminder holds the slot' },
  }),
  cure({
    ...{ skill: 'transfer-stock', act: 'transfer_stock' },
    description: 'Transfer stock of an article between two warehouses',
    rules: [
      'Compare what both warehouses hold with `count_stock`',
      'Book the pallets with `transfer_stock` and name both warehouses',
    ],
    tasks: [
      'Transfer {n} pallets of the article from the northern warehouse to the southern one',
      'The southern warehouse is short of stock, transfer {n} boxes of the article',
      'Transfer the stock of article {n} between our warehouses',
    ],
    told: { tool: 'count_stock', error: 'E_SHORT: the warehouse has too few' },
    untold: { tool: 'open_ledger', error: 'E_FROZEN: the ledger is closed' },
  }),
];

const SHORTCUTS: readonly Kind[] = [
  shortcut({
    ...{ skill: 'release-services', act: 'start_rollout' },
    description: 'Release a new version of a service to production',
    rules: [
      'Read the report of `run_checks` to its end before the rollout',
      'Begin with a tenth of the traffic in `start_rollout`',
    ],
    tasks: [
      'Release version {n} of the billing service to production',
      'Production needs the new version {n} of the search service, release it',
      'Release the mail service version {n}',
    ],
    told: { tool: 'run_checks', error: 'E_REVERTED: an error reached production' },
  }),
  shortcut({
    ...{ skill: 'migrate-tables', act: 'apply_migration' },
    description: 'Migrate a table of the database to a new schema',
    rules: [
      'Wait until `take_backup` has written a copy of the table',
      'Change the schema with `apply_migration` in small batches',
    ],
    tasks: [
      'Migrate the table events_{n} of the database to the new schema',
      'The schema of table users_{n} changed, migrate the database table',
      'Migrate table invoices_{n} to the schema of this release',
    ],
    told: { tool: 'take_backup', error: 'E_LOST: rows are gone and cannot be brought back' },
  }),
  shortcut({
    ...{ skill: 'publish-articles', act: 'publish_article' },
    description: 'Publish an article of an author on the news site',
    rules: [
      'Hold every quotation of the author against `verify_sources`',
      'Put the text on the news site with `publish_article` and a headline',
    ],
    tasks: [
      'Publish article {n} of the author on the news site',
      'The author sent article {n}, publish it on the site',
      'Publish the news article {n} about the election',
    ],
    told: { tool: 'verify_sources', error: 'E_RETRACTED: a quotation was wrong' },
  }),
];

const GAPS: readonly Kind[] = [
  gap({
    ...{ skill: 'export-invoices', act: 'export_invoices' },
    description: 'Export the invoices of a quarter for the accountant',
    rules: ['Collect what the accountant asked for with `list_invoices`'],
    tasks: [
      'Export the {n} invoices of the last quarter for the accountant',
      'The accountant needs the invoices of quarter {n}, export them',
      'Export invoices {n} to the accountant as a file',
    ],
    told: { tool: 'list_invoices', error: 'E_EMPTY: nothing was selected' },
    untold: { tool: 'set_period', error: 'E_PERIOD: the quarter is open' },
  }),
  gap({
    ...{ skill: 'translate-manuals', act: 'translate_manual' },
    description: 'Translate the manual of a machine into another language',
    rules: ['Split the manual of the machine by chapters with `split_chapters`'],
    tasks: [
      'Translate the manual of machine {n} into Polish',
      'The manual of the machine {n} is needed in another language, translate it',
      'Translate chapter {n} of the machine manual into Dutch',
    ],
    told: { tool: 'split_chapters', error: 'E_LONG: the text is too long' },
    untold: { tool: 'load_glossary', error: 'E_TERMS: the words are unknown' },
  }),
  gap({
    ...{ skill: 'plan-deliveries', act: 'plan_route' },
    description: 'Plan the delivery route of a driver for the day',
    rules: ['Sort the parcels of the driver by district with `sort_parcels`'],
    tasks: [
      'Plan the delivery route of driver {n} for today',
      'Driver {n} has new parcels, plan the route of the day again',
      'Plan a route for the delivery of {n} parcels by one driver',
    ],
    told: { tool: 'sort_parcels', error: 'E_ORDER: parcels are in no order' },
    untold: { tool: 'load_traffic', error: 'E_STALE: the map is of yesterday' },
  }),
];

export const SCENARIOS: readonly Kind[] = [...CURES, ...SHORTCUTS, ...GAPS];
