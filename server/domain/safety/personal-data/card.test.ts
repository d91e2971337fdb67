import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCards } from './card.ts';
import { digitRuns } from './digit-runs.ts';

function cardsIn(text: string): string[] {
  return [...digitRuns(text)].flatMap((run) =>
    findCards(run).map(({ start, end }) => text.slice(start, end)),
  );
}

function withCheckDigit(digits: string): string {
  for (let check = 0; check < 10; check++) {
    const number = `${digits}${check}`;
    const sum = [...number].reverse().reduce((total, digit, i) => {
      const value = Number(digit) * (i % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
    if (sum % 10 === 0) return number;
  }
  return digits;
}

const visa = fc.stringMatching(/^4\d{14}$/).map(withCheckDigit);

describe('findCards', () => {
  it('finds cards in one piece, in groups and with hyphens', () => {
    fc.assert(
      fc.property(visa, (card) => {
        const grouped = card.replace(/(\d{4})(?=\d)/g, '$1 ');
        for (const written of [card, grouped, grouped.replaceAll(' ', '-')]) {
          expect(cardsIn(`number ${written}, thanks`)).toEqual([written]);
        }
      }),
    );
  });

  it('finds none where one digit is wrong', () => {
    fc.assert(
      fc.property(visa, fc.integer({ min: 1, max: 9 }), (card, step) => {
        const last = (Number(card.at(-1)) + step) % 10;
        expect(cardsIn(`number ${card.slice(0, -1)}${last}`)).toEqual([]);
      }),
    );
  });

  it.each([
    ['Mastercard', '5425233430109903'],
    ['American Express', '3787 344936 71000'],
    ['Discover', '6011 1111 1111 1117'],
    ['UnionPay', '6205500000000000004'],
  ])('finds %s', (_, card) => {
    expect(cardsIn(`(${card})`)).toEqual([card]);
  });

  it('finds two cards that stand side by side', () => {
    expect(cardsIn('4000056655665556 5425233430109903')).toHaveLength(2);
    expect(cardsIn('4000 0566 5566 5556 5425 2334 3010 9903')).toHaveLength(2);
  });

  it('takes a number that is called a card for one, regardless of its digits', () => {
    expect(cardsIn('credit card number: 1234 5678 9012 3456')).toEqual(['1234 5678 9012 3456']);
    expect(cardsIn('"cardNumber": "9999999999999"')).toEqual(['9999999999999']);
  });

  it('finds groups as cards are printed, whatever their digits', () => {
    const digits = fc.stringMatching(/^\d{16}$/);
    fc.assert(
      fc.property(digits, fc.constantFrom(' ', '-', '.', '\u00a0'), (number, joint) => {
        const [a, b, c, d] = [0, 4, 8, 12].map((from) => number.slice(from, from + 4));
        for (const written of [
          [a, b, c, d],
          [a, number.slice(4, 10), number.slice(10, 15)],
          [a, number.slice(4, 10), d],
        ].map((groups) => groups.join(joint))) {
          expect(cardsIn(`paid by ${written}, thanks`)).toEqual([written]);
        }
      }),
    );
  });

  it('finds no card in groups that go on', () => {
    expect(cardsIn('2017 2018 2019 2020 2021 2022 2023 2024')).toEqual([]);
    expect(cardsIn('1234 5678 9012 3456 7890')).toEqual([]);
  });

  it.each(['card', 'cardNumber', 'creditCard', 'Account number', '"pan"', 'IBAN'])(
    'finds digits without check or prefix after the word %s',
    (word) => {
      for (const number of ['9999999999999', '1234567890123456789', '42 4242 4242 4242 43']) {
        expect(cardsIn(`${word}: ${number}`)).toEqual([number]);
        expect(cardsIn(`The ${word} that they gave was this: ${number}`)).toEqual([number]);
      }
    },
  );

  it('reads 40 characters before the number and no further', () => {
    for (const word of ['card', 'account']) {
      expect(cardsIn(`my ${word}${'.'.repeat(40 - word.length)}1234567890123456`)).toHaveLength(1);
      expect(cardsIn(`my ${word}${'.'.repeat(41 - word.length)}1234567890123456`)).toEqual([]);
    }
    expect(cardsIn(`1234567890123456 is my card`)).toEqual([]);
  });

  it('leaves the number of a researcher alone, and no other that looks like one', () => {
    expect(cardsIn('by 0000-0002-1825-0097 and 0009-0000-0000-0002')).toEqual(['0009-0000-0000-0002']);
    expect(cardsIn('card 0000-0002-1825-0097')).toHaveLength(1);
  });

  it('leaves phone numbers and dates alone that stand near a word of payment', () => {
    expect(cardsIn('account manager: +4915123456789')).toEqual([]);
    expect(cardsIn('account-backup 2026-01-31-12-30-00')).toEqual([]);
    expect(cardsIn('credit of 1234567890123.45')).toEqual([]);
  });

  it.each(['0.4242424242424242', '0x4242424242424242', 'a4242424242424242', '4242424242424242b'])(
    'finds none within %s',
    (text) => {
      expect(cardsIn(text)).toEqual([]);
    },
  );
});
