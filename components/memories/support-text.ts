/** What a memory rests on, as one line for a reviewer. Pure. */
import { asSentence, counted } from '../ui/text/counted.ts';
import type { ListedMemory } from './memories-state.ts';

type Support = NonNullable<ListedMemory['support']>;
type SaidBy = keyof Support['saidBy'];

/** In a run, what nobody answers for first: a reviewer looks for that. */
const IN_RUNS: readonly (readonly [SaidBy, string])[] = [
  ['toolOutput', 'from a tool’s output'],
  ['retrievedText', 'from retrieved text'],
  ['userMessage', 'said by the user'],
  ['instructions', 'from the developer’s instructions'],
  ['errorOrVerification', 'from an error or a verification'],
  ['model', 'the model’s conclusion'],
];

/** "Said by the user in 2 runs of 2 sessions", "From a tool’s output in 1 run; approved or added by a person". */
export function supportText(support: Support | null): string {
  if (support === null) return 'Its support was not recorded';
  const { reviewer, agent } = support.saidBy;
  const parts = [
    runsText(support),
    agent === 0 ? '' : `said by ${agent === 1 ? 'an agent' : counted(agent, 'agent')} without a run`,
    reviewer === 0 ? '' : `added or approved by ${reviewer === 1 ? 'a person' : `${reviewer} people`}`,
    support.complete ? '' : 'earlier support was not recorded',
  ].filter((part) => part !== '');
  return asSentence(parts.length === 0 ? 'the runs it was learned from were erased' : parts.join('; '));
}

function runsText({ runs, sessions, users, saidBy }: Support): string {
  if (runs === 0) return '';
  const origins = IN_RUNS.filter(([origin]) => saidBy[origin] > 0);
  const of = [sessions > 1 ? counted(sessions, 'session') : '', users > 1 ? counted(users, 'user') : '']
    .filter((part) => part !== '')
    .join(' and ');
  const all = `${counted(runs, 'run')}${of === '' ? '' : ` of ${of}`}`;
  if (origins.every(([origin]) => saidBy[origin] === runs)) {
    return `${origins.map(([, phrase]) => phrase).join(' and ')} in ${all}`;
  }
  const [first, ...others] = origins.map(([origin, phrase]) => `${phrase} in ${saidBy[origin]}`);
  const rest = others.map((other) => `, ${other}`).join('');
  return `${first} of ${counted(runs, 'run')}${rest}${of === '' ? '' : ` (${of})`}`;
}
