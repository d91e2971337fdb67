/** Numbers with their nouns. Pure: a file of its own, because the first load of every page has it. */

const whole = new Intl.NumberFormat('en');

/** "1,436". */
export function grouped(count: number): string {
  return whole.format(count);
}

/** "1 rule", "3 rules". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** Words that begin small, such as the server's, where they stand by themselves. */
export function asSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
