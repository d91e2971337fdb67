/** What guardrails do to candidates that the fleet learns, measured through the interface. */
import { expect, it } from 'vitest';
import { withGateway } from '../../server/testing/gateway-process.ts';
import { startDemoModel } from '../model/model.ts';
import { modelSettings } from '../settings.ts';
import { trialDistribution, trialLines } from './report.ts';
import { GUARDED_SETTINGS, runTrials } from './trials.ts';

it('promotes what is as good and faster, and holds what is better but slow', {
  timeout: 240_000,
}, async () => {
  const model = await startDemoModel();
  try {
    await withGateway({ ...GUARDED_SETTINGS, ...modelSettings(model.url) }, async ({ url }) => {
      const trials = await runTrials({ url }, 1);
      expect(trials.map(({ case: one, canary }) => [one, canary?.status])).toEqual([
        ['cheaper', 'promoted'],
        ['slow', 'rejected'],
        ['better', 'promoted'],
      ]);
      const said = trialLines(trials).join('\n');
      expect(said).toMatch(/archive-letters.*: promoted.*\n +success is not worse by more than 10 points/);
      expect(said).toMatch(/quote-machines.*: rejected.*\n +held: runs took \d+ % longer/);
      expect(trialDistribution([trials]).map((line) => /\d+ of 1 /.exec(line)?.[0])).toEqual([
        '1 of 1 ',
        '1 of 1 ',
        '0 of 1 ',
        '1 of 1 ',
      ]);
    });
  } finally {
    await model.close();
  }
});
