/** Options that are numbers: a wrong one is a fault of the command line, told before anything is sent. */
import { InvalidArgumentError } from 'commander';

export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Use a whole number of 0 or more.');
  return Number(text);
}
