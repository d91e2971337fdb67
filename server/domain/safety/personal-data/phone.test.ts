import { describe, expect, it } from 'vitest';
import { redact } from '../redact.ts';
import { digitRuns } from './digit-runs.ts';
import { findPhones } from './phone.ts';

function phonesIn(text: string): string[] {
  return [...digitRuns(text)].flatMap((run) =>
    findPhones(run).map(({ start, end }) => text.slice(start, end)),
  );
}

describe('findPhones', () => {
  it.each([
    '+1 212 555 0187',
    '+44 (0)161 496 0123',
    '+49 151 23456789',
    '+81-90-1234-5678',
    '+7 (495) 123-45-67',
    '+91 98765 43210',
    '+55 (21) 99876-5432',
    '(+32) 2 555 12 34',
    '0041 44 668 18 00',
  ])('finds the international number %s', (phone) => {
    expect(phonesIn(`Reach us: ${phone} (office)`).map((found) => found.replace(/^\(/, ''))).toEqual([
      phone.replace(/^\(/, ''),
    ]);
  });

  it.each([
    '212-555-0187',
    '(212) 555-0187',
    '01 44 55 66 77',
    '07700 900456',
    '(0131) 496 0123',
    '090-1234-5678',
    '(11) 98765-4321',
    '8 (495) 123-45-67',
  ])('finds %s as it is printed in its country', (phone) => {
    expect(phonesIn(`Office ${phone}, weekdays`)).toEqual([phone]);
  });

  it.each([
    ['phone: 5550187', '5550187'],
    ['call me at 612 345 678', '612 345 678'],
    ['her cell number is 13912345678', '13912345678'],
    ['电话：13912345678', '13912345678'],
  ])('finds what %j calls a phone number', (text, phone) => {
    expect(phonesIn(text)).toEqual([phone]);
  });

  it.each([
    'Rufnummer: 03012345678',
    'teléfono es 612345678',
    'komórka 601234567',
    'телефон 9161234567',
    'الهاتف: ٠٥٠١٢٣٤٥٦٧',
    'मोबाइल नंबर ९८७६५४३२१०',
    '电话：１３９１２３４５６７８',
    '전화 01012345678',
  ])('redacts the number in %j', (text) => {
    expect(redact(text)).toMatch(/^\D+\[PHONE\]$/u);
  });

  it.each(['مبلغ ١٢٣٤٥٦٧٨٩٠', '１２３４５ ６７８', 'a portable build of 1234567 bytes'])(
    'leaves %j as it is',
    (text) => {
      expect(redact(text)).toBe(text);
    },
  );

  it.each([
    '2024-11-05 14:03:22',
    '5550187',
    'order 2125550187',
    '192.168.1.100',
    'call run(1234567)',
    'phone 2024-11-05',
    '12345678-1234-4321-8765-123456789012',
    '978-3-16-148410-0',
  ])('finds none in %s', (text) => {
    expect(phonesIn(text)).toEqual([]);
  });
});
