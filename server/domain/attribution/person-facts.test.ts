/** Statements about one person are told from rules about anybody. */
import { describe, expect, it } from 'vitest';
import { isAboutPerson } from './person-facts.ts';

describe('a text', () => {
  it.each([
    'The user prefers short tables',
    'Mr. Smith handles refunds',
    'Der Nutzer bevorzugt kurze Antworten',
    '用户偏好简短回答',
  ])('tells about a person: %s', (text) => expect(isAboutPerson(text)).toBe(true));

  it.each([
    'Ask which format the customer wants',
    'Use Visual Studio Code',
    'The staging cluster is rebuilt on Mondays',
    'Quote the customer’s own words when handing a ticket over',
    'Die Migration läuft vor dem Neustart',
  ])('tells about nobody: %s', (text) => expect(isAboutPerson(text)).toBe(false));
});
