/**
 * What worlds are made of. In each kind of task some steps raise the chance of success; the skills that people wrote tell
 * some of them. `cure`: a step is missing from a rule, and runs fail until it is learned. `shortcut`: a step looks like a waste of time and is
 * not. `gap`: a step that no rule is about.
 */
import type { Kind } from './world.ts';

/** What a fault says that names its remedy. */
const first = (fault: string, tool: string) => `${fault}; ${tool} has to come first`;

const CURES: readonly Kind[] = [
  {
    ...{ part: 'cure', skill: 'refund-orders', act: 'issue_refund', base: 0.2, haste: 0 },
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
    steps: [
      { tool: 'find_order', gain: 0.15, fault: 'E_AMOUNT: more than was captured' },
      { tool: 'unlock_order', gain: 0.55, fault: first('E_LOCKED: the order is locked', 'unlock_order') },
    ],
  },
  {
    ...{ part: 'cure', skill: 'move-appointments', act: 'move_appointment', base: 0.2, haste: 0 },
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
    steps: [
      { tool: 'find_slot', gain: 0.15, fault: 'E_TAKEN: the day is full' },
      { tool: 'release_hold', gain: 0.55, fault: first('E_HELD: a reminder holds the slot', 'release_hold') },
    ],
  },
  {
    ...{ part: 'cure', skill: 'transfer-stock', act: 'transfer_stock', base: 0.2, haste: 0 },
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
    steps: [
      { tool: 'count_stock', gain: 0.15, fault: 'E_SHORT: the warehouse has too few' },
      { tool: 'open_ledger', gain: 0.55, fault: first('E_FROZEN: the ledger is closed', 'open_ledger') },
    ],
  },
];

const SHORTCUTS: readonly Kind[] = [
  {
    ...{ part: 'shortcut', skill: 'release-services', act: 'start_rollout', base: 0.35, haste: 0.2 },
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
    steps: [{ tool: 'run_checks', gain: 0.52, fault: 'E_REVERTED: a fault reached production' }],
  },
  {
    ...{ part: 'shortcut', skill: 'migrate-tables', act: 'apply_migration', base: 0.35, haste: 0.2 },
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
    steps: [{ tool: 'take_backup', gain: 0.52, fault: 'E_LOST: rows are gone and cannot be brought back' }],
  },
  {
    ...{ part: 'shortcut', skill: 'publish-articles', act: 'publish_article', base: 0.35, haste: 0.2 },
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
    steps: [{ tool: 'verify_sources', gain: 0.52, fault: 'E_RETRACTED: a quotation was wrong' }],
  },
];

const GAPS: readonly Kind[] = [
  {
    ...{ part: 'gap', skill: 'export-invoices', act: 'export_invoices', base: 0.3, haste: 0 },
    description: 'Export the invoices of a quarter for the accountant',
    rules: ['Collect what the accountant asked for with `list_invoices`'],
    tasks: [
      'Export the {n} invoices of the last quarter for the accountant',
      'The accountant needs the invoices of quarter {n}, export them',
      'Export invoices {n} to the accountant as a file',
    ],
    steps: [
      { tool: 'list_invoices', gain: 0.15, fault: 'E_EMPTY: nothing was selected' },
      { tool: 'set_period', gain: 0.42, fault: first('E_PERIOD: the quarter is open', 'set_period') },
    ],
  },
  {
    ...{ part: 'gap', skill: 'translate-manuals', act: 'translate_manual', base: 0.3, haste: 0 },
    description: 'Translate the manual of a machine into another language',
    rules: ['Split the manual of the machine by chapters with `split_chapters`'],
    tasks: [
      'Translate the manual of machine {n} into Polish',
      'The manual of the machine {n} is needed in another language, translate it',
      'Translate chapter {n} of the machine manual into Dutch',
    ],
    steps: [
      { tool: 'split_chapters', gain: 0.15, fault: 'E_LONG: the text is too long' },
      { tool: 'load_glossary', gain: 0.42, fault: first('E_TERMS: the words are unknown', 'load_glossary') },
    ],
  },
  {
    ...{ part: 'gap', skill: 'plan-deliveries', act: 'plan_route', base: 0.3, haste: 0 },
    description: 'Plan the delivery route of a driver for the day',
    rules: ['Sort the parcels of the driver by district with `sort_parcels`'],
    tasks: [
      'Plan the delivery route of driver {n} for today',
      'Driver {n} has new parcels, plan the route of the day again',
      'Plan a route for the delivery of {n} parcels by one driver',
    ],
    steps: [
      { tool: 'sort_parcels', gain: 0.15, fault: 'E_ORDER: parcels are in no order' },
      { tool: 'load_traffic', gain: 0.42, fault: first('E_STALE: the map is of yesterday', 'load_traffic') },
    ],
  },
];

export const SCENARIOS: readonly Kind[] = [...CURES, ...SHORTCUTS, ...GAPS];
