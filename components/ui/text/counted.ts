/** Numbers with their nouns. Pure: a file of its own, because the first load of every page has it. */

import { MOST_COUNTED } from '../../../server/domain/admin/bounded-count.ts';

const whole = new Intl.NumberFormat('en');

/** "1,436". */
export function grouped(count: number): string {
  return whole.format(count);
}

/** A count that stops: "1,436", "more than 10,000". */
export function upToMost(count: number): string {
  return count > MOST_COUNTED ? `more than ${grouped(MOST_COUNTED)}` : grouped(count);
}

/** "1 rule", "3 rules". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}
