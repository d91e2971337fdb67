/** Tasks that tests give to the pool of threads. */

/** Gives a text back; an empty one is refused. */
export function echo(text: string): string {
  if (text === '') throw new RangeError('nothing to send');
  return `sent ${text}`;
}
