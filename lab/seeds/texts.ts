/**
 * The skills of the seeded scenario, and what is proposed for them: a support team's work, as a reviewer
 * would read it.
 */

interface SeedSkill {
  name: string;
  description: string;
  rules: readonly string[];
}

export const SKILLS = {
  refunds: {
    name: 'refund-orders',
    description: 'Refund an order for a customer through the payments service',
    rules: [
      'Look up the captured amount before issuing a refund',
      'Never refund more than the captured amount minus earlier refunds',
      'Write the ticket number into the refund note',
    ],
  },
  rollout: {
    name: 'kubernetes-rollout',
    description: 'Roll out a new container image to a Kubernetes cluster',
    rules: [
      'Run kubectl rollout status and wait until it reports success',
      'Keep the previous replica set so that a rollback takes seconds',
    ],
  },
  invoices: {
    name: 'invoice-export',
    description: 'Export the invoices of a month as a spreadsheet',
    rules: [
      'Sort the invoices by their booking date',
      'Order invoices by the date on which they were booked',
      'Write amounts with a decimal point and two digits',
    ],
  },
  addresses: {
    name: 'address-change',
    description: 'Change the shipping address of an open order',
    rules: [
      'Ask for the new address in one message',
      'Close the ticket at once after the address was changed',
    ],
  },
  returns: {
    name: 'return-labels',
    description: 'Create a return label',
    rules: ['Check that the return window of thirty days is still open'],
  },
  search: {
    name: 'catalogue-search',
    description: 'Find a product in the catalogue by what a customer says',
    rules: ['Search the product name first and the description afterwards'],
  },
  vouchers: {
    name: 'voucher-codes',
    description: 'Issue a voucher code as a gesture of goodwill',
    rules: ['Issue at most one voucher to a customer within ninety days'],
  },
  tickets: {
    name: 'ticket-triage',
    description: 'Sort incoming tickets into the queues of the support team',
    rules: [
      'Put tickets about double charges into the payments queue',
      'Set the priority to urgent where a customer cannot log in',
    ],
  },
  handover: {
    name: 'shift-handover',
    description: 'Hand open cases over to the next shift',
    rules: [
      'List every open case with its owner',
      'Name the next step of each case',
      'Say which customers wait for a call back',
      'Mention outages that are still under way',
      'Link the incident channel',
      'Leave out cases that were closed today',
      'Write the summary in English',
      'Keep every entry below three lines',
      'State the time zone of every appointment',
      'Attach the export of the dashboard',
    ],
  },
} as const satisfies Record<string, SeedSkill>;

export type SkillKey = keyof typeof SKILLS;

/** The new wordings of an evolution of the handover skill, one for each of its rules. */
export const REWORDED = [
  'List every open case with its owner and the channel in which the customer writes',
  'Name the next step of each case and who takes it',
  'Say which customers wait for a call back, with their telephone numbers on file',
  'Mention outages that are still under way and the workaround that support may offer',
  'Link the incident channel and the status page',
  'Leave out cases that were closed today, except those that may be opened again',
  'Write the summary in English, quotations in the language of the customer',
];

export const EVOLVED = [
  'Sort the cases by the time at which a reply is due',
  'Mark cases that touch a refund above five hundred euros',
  'Repeat the name of the shift lead at the top',
  'Check that nobody is assigned more than twelve cases',
  'Ask the next shift to confirm that it has read the handover',
  'Move cases without an owner to the shift lead before writing',
  'Write down which macros misbehaved during the shift',
  'Note planned maintenance windows of the coming night',
];
