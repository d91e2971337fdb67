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
    ['the second Mastercard range', '2223000048410010'],
    ['American Express', '3787 344936 71000'],
    ['Diners Club', '3622 720627 1667'],
    ['JCB', '3566002020360505'],
    ['Discover', '6011 1111 1111 1117'],
    ['UnionPay', '6205500000000000004'],
    ['Maestro', '6759649826438453'],
  ])('finds %s', (_, card) => {
    expect(cardsIn(`(${card})`)).toEqual([card]);
  });

  it('finds two cards that stand side by side', () => {
    expect(cardsIn('4000056655665556 5425233430109903')).toHaveLength(2);
    expect(cardsIn('4000 0566 5566 5556 5425 2334 3010 9903')).toHaveLength(2);
  });

  it('finds a card before its expiry date', () => {
    expect(cardsIn('4242 4242 4242 4242 12/29')).toEqual(['4242 4242 4242 4242']);
  });

  it('takes a number that is called a card for one, regardless of its digits', () => {
    expect(cardsIn('credit card number: 1234 5678 9012 3456')).toEqual(['1234 5678 9012 3456']);
    expect(cardsIn('"cardNumber": "9999999999999"')).toEqual(['9999999999999']);
  });

  it.each(['0.4242424242424242', '0x4242424242424242', 'a4242424242424242', '4242424242424242b'])(
    'finds none within %s',
    (text) => {
      expect(cardsIn(text)).toEqual([]);
    },
  );

  it('finds none in time stamps', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_500_000_000_000, max: 1_999_999_999_999 }), (time) => {
        expect(cardsIn(`at ${time} and ${time}000`)).toEqual([]);
      }),
    );
  });
});
