import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SHAPES_FILE, secretShapes } from '../../../../scripts/generate-secret-shapes.mjs';
import { KEY_PREFIX } from '../../admin/key.ts';
import { findAccessTokens } from './access-tokens.ts';

/** Random-looking filler of a given length. */
const filler = (length: number) => 'a7Qx2LmZ9RtB4vKc'.repeat(40).slice(0, length);
const hex = (length: number) => '0f3a9c7e5b1d8246'.repeat(10).slice(0, length);

describe('findAccessTokens', () => {
  it.each([
    ['aws_access_key', `AKIA${'Q2W3E4R5T6Y7U2I3'}`],
    ['aws_access_key', `ASIA${'ZXCVBNM234567QWE'}`],
    ['github_token', `gho_${filler(36)}`],
    ['github_token', `github_pat_${filler(22)}_${filler(59)}`],
    ['slack_token', `xoxp-12345678901-${filler(24)}`],
    ['slack_token', `xapp-1-A0123-${filler(20)}`],
    ['slack_token', `hooks.slack.com/services/T0A1B2C3D/B0A1B2C3D/${filler(24)}`],
    ['api_key', `${KEY_PREFIX}${filler(43)}`],
    ['api_key', `${KEY_PREFIX}-_${filler(40)}-`],
    ['api_key', `sk-${filler(48)}`],
    ['api_key', `sk-proj-${filler(20)}_${filler(20)}-x`],
    ['api_key', `pk_live_${filler(24)}`],
    ['api_key', `rk_test_${filler(24)}`],
    ['api_key', `sk-or-v1-${hex(64)}`],
    ['api_key', `pk-lf-${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`],
    ['api_key', `AIza${filler(35)}`],
    ['api_key', `glpat-${filler(20)}`],
    ['api_key', `npm_${filler(36)}`],
    ['api_key', `hf_${filler(34)}`],
    ['api_key', `SG.${filler(22)}.${filler(43)}`],
    ['api_key', `dop_v1_${hex(64)}`],
    ['jwt', `eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJhIn0.${filler(43)}`],
    ['jwt', `eyJhbGciOiJub25lIn0.eyJzdWIiOiI3In0.`],
    ['jwt', `ewogICJhbGciOiAiSFMyNTYiCn0.ewogICJzdWIiOiAiMSIKfQ.${filler(43)}`],
  ])('finds a %s', (kind, token) => {
    for (const [before, after] of [
      ['', ''],
      ['KEY="', '"'],
      ['Header: ', '\n'],
      ['https://x:', '@example.org/a'],
    ] as const) {
      const found = findAccessTokens(`${before}${token}${after}`);
      expect(found.map((span) => span.kind)).toContain(kind);
      const covered = found.find((span) => span.kind === kind);
      expect(covered?.start).toBe(before.length);
      expect(covered?.end).toBeGreaterThanOrEqual(before.length + token.length);
    }
  });

  it.each([
    'risk-free-rate-of-return-2024',
    'sk-learn-pipeline-for-feature-scaling',
    'sk-xxxxxxxxxxxxxxxxxxxxxxxx',
    'AKIA1234',
    'xoxb-your-token-here',
    'org.example.security.JwtAuthenticationFilter',
    hex(64),
  ])('finds none in %s', (text) => {
    expect(findAccessTokens(text)).toEqual([]);
  });
});

describe('the published shapes', () => {
  it('are those of the package that is installed', async () => {
    expect(readFileSync(SHAPES_FILE, 'utf8')).toBe(await secretShapes());
  });
});
