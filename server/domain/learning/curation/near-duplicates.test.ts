import { describe, expect, it } from 'vitest';
import { nearDuplicates, pairKey } from './near-duplicates.ts';

const NONE = new Set<string>();
const rules = (...contents: string[]) => contents.map((content, at) => ({ id: `bl_${at}`, content }));

const DEPLOY = 'Run the smoke tests before deploying the service';
const DEPLOY_TOO = 'Before the service is deployed, run its smoke tests';
const INVOICE = 'Convert invoice totals with the exchange rate of the invoice date';
const INVOICE_TOO = 'Use the exchange rate of the invoice date for invoice totals';

describe('near-duplicates', () => {
  it('are groups of rules that share most of their words', () => {
    const groups = nearDuplicates(
      rules(DEPLOY, INVOICE, DEPLOY_TOO, INVOICE_TOO, 'Greet the customer by name'),
      NONE,
    );
    expect(groups.toSorted()).toEqual([
      ['bl_0', 'bl_2'],
      ['bl_1', 'bl_3'],
    ]);
  });

  it('leave decided pairs alone, and group the others around them', () => {
    const three = rules(DEPLOY, DEPLOY_TOO, `${DEPLOY} again`);
    expect(nearDuplicates(three, NONE)).toEqual([['bl_0', 'bl_1', 'bl_2']]);
    expect(nearDuplicates(rules(DEPLOY, DEPLOY_TOO), new Set([pairKey('bl_1', 'bl_0')]))).toEqual([]);
    const decided = new Set([pairKey('bl_0', 'bl_1'), pairKey('bl_1', 'bl_2')]);
    expect(nearDuplicates(three, decided)).toEqual([['bl_0', 'bl_2']]);
  });

  it('name sixty rules at most, however many there are', () => {
    const words = Array.from({ length: 40 }, (_, at) => `word${at}`).join(' ');
    const many = Array.from({ length: 5000 }, (_, at) => ({ id: `bl_${at}`, content: `${words} ${at}` }));
    expect(nearDuplicates(many, NONE).flat().length).toBeLessThanOrEqual(60);
  });
});
