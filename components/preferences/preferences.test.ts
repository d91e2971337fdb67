import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CHOICES,
  type Preferences,
  readPreferences,
  readReader,
  writePreferences,
  writeReader,
} from './preferences.ts';

const anyPreferences: fc.Arbitrary<Preferences> = fc.record({
  theme: fc.constantFrom(...CHOICES.theme),
  density: fc.constantFrom(...CHOICES.density),
  motion: fc.constantFrom(...CHOICES.motion),
  palette: fc.constantFrom(...CHOICES.palette),
  keys: fc.constantFrom(...CHOICES.keys),
  zone: fc.constantFrom(...CHOICES.zone),
  rail: fc.constantFrom(...CHOICES.rail),
});

describe('preferences', () => {
  it('come back from their cookie as they were', () => {
    fc.assert(
      fc.property(anyPreferences, (preferences) => {
        expect(readPreferences(writePreferences(preferences))).toEqual(preferences);
      }),
    );
  });

  it('are the defaults where the cookie is missing or holds what is not a choice', () => {
    expect(readPreferences(undefined).theme).toBe('system');
    fc.assert(
      fc.property(fc.string(), (junk) => {
        const { keys, theme } = readPreferences(`keys=${encodeURIComponent(`x${junk}`)}&theme=%`);
        expect({ keys, theme }).toEqual({ keys: 'on', theme: 'system' });
      }),
    );
  });
});

describe('what the server is told of the browser', () => {
  it('comes back from its cookie', () => {
    const reader = { zone: 'Asia/Kathmandu', wide: false };
    expect(readReader(writeReader(reader))).toEqual(reader);
  });

  it('is a zone in which times can be written, whatever the cookie holds', () => {
    for (const sent of [undefined, '', 'zone=Mars%2FOlympus&wide=perhaps'])
      expect(readReader(sent)).toEqual({ zone: 'UTC', wide: true });
  });
});
