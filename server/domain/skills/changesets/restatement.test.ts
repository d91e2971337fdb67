/**
 * Rules that say the same in other words are found, and nothing that differs in a word that matters is taken
 * for one.
 */
import { describe, expect, it } from 'vitest';
import { restates } from './restatement.ts';

const SAME: [string, string][] = [
  ['Run migrations before deploying', 'Run the migrations before you deploy.'],
  ['Validate the customer VAT number', 'validate customers  VAT numbers'],
  ['Check that the feature flag is enabled', 'The enabled feature flag must be checked'],
  ['Retry failed uploads', 'retry failing uploads'],
];

const DIFFERENT: [string, string][] = [
  ['Run migrations before deploying the service', 'Run migrations after deploying the service'],
  ['Restart workers before the scheduler', 'Restart the scheduler before workers'],
  ['Never cache the user session token', 'Always cache the user session token'],
  ["Don't cache the session token", 'Cache the session token'],
  ['Set the export timeout to 30 seconds', 'Set the export timeout to 60 seconds'],
  ['Restart the billing service', 'Restart the payments service'],
  ['Copy rows from staging to production', 'Copy rows from production to staging'],
  ['Keep logs without user names', 'Keep logs with user names'],
  ['Deploy', 'Deploy the service in the evening and watch its error rate'],
];

describe('a restated rule', () => {
  it.each(SAME)('"%s" is "%s"', (a, b) => {
    expect(restates(a, b)).toBe(true);
    expect(restates(b, a)).toBe(true);
  });

  it.each(DIFFERENT)('"%s" is not "%s"', (a, b) => {
    expect(restates(a, b)).toBe(false);
    expect(restates(b, a)).toBe(false);
  });

  it('adds nothing; a rule that adds a condition restates nothing', () => {
    const [short, long] = ['Validate customer VAT numbers', 'Validate customer VAT numbers for EU invoices'];
    expect(restates(short, long)).toBe(true);
    expect(restates(long, short)).toBe(false);
  });

  it('is the same text in another case, however short', () => {
    expect(restates('Be KIND', 'be  kind')).toBe(true);
    expect(restates('be kind', 'be brief')).toBe(false);
  });
});
