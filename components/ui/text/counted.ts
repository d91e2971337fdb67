/** Numbers with their nouns. Pure: a file of its own, because the first load of every page has it. */

/** "1 rule", "3 rules". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
