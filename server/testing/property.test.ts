import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../platform/shared.ts';
import { cases, effort, seed } from './property.ts';

describe('property tests', () => {
  it('begin from the seed of the run, and try as many cases as its effort asks for', () => {
    expect(fc.readConfigureGlobal()).toMatchObject({ seed, numRuns: cases(100) });
    expect(cases(25)).toBe(Math.ceil(25 * effort));
  });

  it('say how many cases they try in a way that a run with more effort can raise', () => {
    const root = projectRoot();
    const files = globSync('{server,worker,components,client,lab}/**/*.test.{ts,tsx}', { cwd: root });
    const fixed = files.filter((file) => /numRuns: \d/.test(readFileSync(join(root, file), 'utf8')));
    expect(fixed).toEqual([]);
  });
});
