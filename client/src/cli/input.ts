/** Standard input: JSON objects, as one object, an array of them or one a line. */
import { text } from 'node:stream/consumers';
import { WhetstoneError } from '../errors.ts';
import { isObject, parsedJson } from '../json.ts';

/** The objects of standard input. Throws with the one, named by `noun`, or the line that is none. */
export async function readObjects(noun: string): Promise<object[]> {
  const input = await text(process.stdin);
  const whole = parsedJson(input);
  const values =
    whole === undefined ? parseLines(input) : Array.isArray(whole) ? (whole as unknown[]) : [whole];
  return values.map((value, index) => {
    if (isObject(value)) return value;
    throw new WhetstoneError('invalid', `${noun} ${index + 1} of the input is not a JSON object`);
  });
}

function parseLines(input: string): unknown[] {
  return input.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const value = parsedJson(line);
    if (value !== undefined) return [value];
    throw new WhetstoneError('invalid', `line ${index + 1} of the input is not valid JSON`);
  });
}
