import { expect, it } from 'vitest';
import { showMomentLift } from '../../../server/domain/moments/moment-lift.ts';
import { momentSums } from '../../../server/testing/samples/moment-sessions.ts';
import { momentSentence } from './moment-sentence.ts';

const EQUAL = { start: 1000, moment: 1000, both: 1000 };
const sentenceOf = (sessions: number, [start, moment, both]: [number, number, number], duration = EQUAL) =>
  momentSentence(showMomentLift(momentSums(sessions, { start, moment, both }, duration)));

it.each<[[number, number, number], string, RegExp]>([
  [[0.5, 0.75, 0.75], 'Yes: rules help more at the moment of use', /^Keep the triggers/],
  [
    [0.5, 0.75, 0.5],
    'Yes: rules help more at the moment of use',
    /^No setting serves rules at the moment only/,
  ],
  [[0.5, 0.5, 0.75], 'Yes: rules help more at both the start and the moment', /^Keep the triggers/],
  [[0.5, 0.25, 0.75], 'Yes: rules help more at both the start and the moment', /^Keep the triggers/],
  [[0.5, 0.75, 0.25], 'Yes: rules help more at the moment of use', /remove their triggers/],
  [[0.75, 0.5, 0.5], 'No: rules help more at the start', /remove their triggers/],
  [[0.75, 0.5, 0.75], 'No: rules help less at the moment only', /^Let the experiment continue/],
  [[0.75, 0.75, 0.5], 'No: rules help less at both the start and the moment', /remove their triggers/],
  [[0.5, 0.5, 0.5], 'No difference shown yet', /^Let the experiment continue/],
])('answers whether to serve rules at the moment, at success %j', (success, answer, next) => {
  const read = sentenceOf(500, success);
  expect(read).toMatchObject({ answer, warnings: [] });
  expect(read.details[0]).toMatch(next);
});

it('puts the difference that is shown before the one that is not', () => {
  expect(sentenceOf(500, [0.5, 0.5, 0.75]).details.slice(1)).toEqual([
    'Rules at the start and the moment: success +25.0 points (+15.7 to +34.3) compared with the start.',
    'Rules at the moment of use: no difference from the start shown.',
  ]);
});

it('warns of what an arm costs', () => {
  expect(sentenceOf(500, [0.5, 0.5, 0.5], { ...EQUAL, both: 1400 }).warnings).toEqual([
    expect.stringMatching(
      /^Runs with rules at the start and the moment take longer: \+40 % \(\+\d+ to \+\d+ %\)\.$/,
    ),
  ]);
});

it('compares nothing before each arm has enough sessions', () => {
  expect(sentenceOf(9, [0, 1, 1])).toEqual({
    answer: 'Not enough sessions to compare yet',
    details: ['Each arm needs 10 sessions with a known outcome. The smallest arm has 9.'],
    warnings: [],
  });
});
