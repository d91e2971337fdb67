import { describe, expect, it } from 'vitest';
import { redact } from '../redact.ts';
import { findPersonalIds } from './personal-id.ts';

/** Made up, with check digits that `stdnum` 1.12 accepts; the last sign of each is what is checked. */
const IDS = [
  ['DNI', '', '27601903V'],
  ['NIE', '', 'X8219858A'],
  ['NIR', '', '191087575604863'],
  ['NIR in groups', '', '1 91 08 75 756 048 63'],
  ['CPF', '', '457.056.438-02'],
  ['named CPF', 'CPF: ', '45705643802'],
  ['PESEL', 'PESEL ', '99081603440'],
  ['Aadhaar', '', '6217 6995 0887'],
  ['named Aadhaar', 'Aadhaar no ', '621769950887'],
  ['Steuer-ID', 'Steuer-ID: ', '86095742719'],
  ['Codice Fiscale', '', 'RSSMRA89R16H501A'],
  ['Chinese id', '', '110101195902149163'],
] as const;

/** The same with another last sign. */
function spoiled(id: string): string {
  const last = id.at(-1) ?? '';
  return id.slice(0, -1) + (/\d/.test(last) ? String((Number(last) + 1) % 10) : last === 'B' ? 'C' : 'B');
}

describe('findPersonalIds', () => {
  it.each(IDS)('redacts %s', (_, before, id) => {
    expect(redact(`${before}${id}, please`)).toBe(`${before}[ID], please`);
  });

  it.each(IDS)('does not take a number for %s whose check digit is wrong', (_, before, id) => {
    expect(findPersonalIds(`${before}${spoiled(id)}, please`)).toEqual([]);
  });

  it('redacts a National Insurance number, which has no check digit, after its name', () => {
    expect(redact('National Insurance number AB 12 34 56 C')).toBe('National Insurance number [ID]');
    expect(redact('part AB123456C')).toBe('part AB123456C');
  });

  it.each(['order 45705643802', 'batch 99081603440', 'id 621769950887', 'sha 27601903Vx', 'v-27601903V'])(
    'leaves %j as it is',
    (text) => {
      expect(redact(text)).toBe(text);
    },
  );
});
