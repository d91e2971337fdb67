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
    '+12125550187',
    '+44 (0)161 496 0123',
    '+49 151 23456789',
    '+39 06 1234 5678',
    '+34 612 34 56 78',
    '+351 912 345 678',
    '+46 70 123 45 67',
    '+81-90-1234-5678',
    '+82 10 1234 5678',
    '+86 139 1234 5678',
    '+7 (495) 123-45-67',
    '+90 532 123 45 67',
    '+91 98765 43210',
    '+55 (21) 99876-5432',
    '+254 712 345678',
    '+971 4 123 4567',
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
    '212.555.0187',
    '1-888-555-0187',
    '01 44 55 66 77',
    '020 7946 0123',
    '07700 900456',
    '(0131) 496 0123',
    '03-3580-3311',
    '090-1234-5678',
    '0412 345 987',
    '(02) 9123 4567',
    '(11) 98765-4321',
    '08-9123456',
    '8 (495) 123-45-67',
    '044 668 18 00',
  ])('finds %s as it is printed in its country', (phone) => {
    expect(phonesIn(`Office ${phone}, weekdays`)).toEqual([phone]);
  });

  it.each([
    ['phone: 5550187', '5550187'],
    ['call me at 612 345 678', '612 345 678'],
    ['her cell number is 13912345678', '13912345678'],
    ['"mobile": "0151 2345678"', '0151 2345678'],
    ['电话：13912345678', '13912345678'],
    ['tel. 030 123456', '030 123456'],
  ])('finds what %j calls a phone number', (text, phone) => {
    expect(phonesIn(text)).toEqual([phone]);
  });

  it.each([
    'Rufnummer: 03012345678',
    'téléphone : 612345678',
    'teléfono es 612345678',
    'telemóvel 912345678',
    'cellulare: 3331234567',
    'mobiel: 0612345678',
    'komórka 601234567',
    'cep telefonu: 5321234567',
    'телефон 9161234567',
    'الهاتف: ٠٥٠١٢٣٤٥٦٧',
    'मोबाइल नंबर ९८७६५४३२१०',
    '电话：１３９１２３４５６７８',
    '電話 ０９０－１２３４－５６７８',
    '전화 01012345678',
    'điện thoại: 0912345678',
    'telepon: 081234567890',
  ])('redacts the number in %j', (text) => {
    expect(redact(text)).toMatch(/^\D+\[PHONE\]$/u);
  });

  it.each(['مبلغ ١٢٣٤٥٦٧٨٩٠', '１２３４５ ６７８', 'a portable build of 1234567 bytes'])(
    'leaves %j as it is',
    (text) => {
      expect(redact(text)).toBe(text);
    },
  );

  it('finds a number with an extension', () => {
    expect(phonesIn('212-555-0187x99')).toEqual(['212-555-0187']);
  });

  it.each([
    '2024-11-05 14:03:22',
    '20241105-140322',
    '5550187',
    'order 2125550187',
    '192.168.1.100',
    '1 000 000 000',
    '5512345 678901',
    'call run(1234567)',
    'phone 2024-11-05',
    '301-318 (2023)',
    'UTC+1234567',
    '12345678-1234-4321-8765-123456789012',
    '+99 12',
    '978-3-16-148410-0',
  ])('finds none in %s', (text) => {
    expect(phonesIn(text)).toEqual([]);
  });
});
