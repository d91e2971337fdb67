/** A canary's guardrails in words: figures for the table, and a sentence for the verdict. Pure. */

import type { CanaryGuardrail } from '../../server/domain/admin/insights.ts';
import { amountText, guardrailText } from '../../server/domain/skills/canary/guardrail-text.ts';
import { pointsText, shareText } from '../charts/evidence-number.ts';
import { durationText } from '../ui/text/clock.ts';
import { asSentence } from '../ui/text/counted.ts';

export type { CanaryGuardrail };

type Guardrail = CanaryGuardrail['guardrail'];

export const MEASURE_NAMES: Readonly<Record<Guardrail, string>> = {
  duration: 'Duration per run',
  tool_errors: 'Runs with a tool error',
  tool_calls: 'Tool calls per run',
  tokens: 'Tokens per run',
  size: 'Characters of the text',
};

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const SECOND_MS = 1000;
/** From here on parts of a second say nothing. */
const LONG_SECONDS = 100;

/** A value as it is on average: "12.4 s", "3 %", "2.5", "1,200"; a dash where no run has it. */
export function measureText(guardrail: Guardrail, value: number | null): string {
  if (value === null) return '–';
  if (guardrail === 'tool_errors') return shareText(value, 1);
  if (guardrail === 'tool_calls') return tenths.format(value);
  if (guardrail !== 'duration') return whole.format(value);
  if (value < SECOND_MS) return `${whole.format(value)} ms`;
  const seconds = value / SECOND_MS;
  return seconds < LONG_SECONDS ? `${tenths.format(seconds)} s` : durationText(seconds);
}

/** "+38 % (+22 to +56)"; of shares in points. */
export function changeText({ guardrail, change, low, high }: CanaryGuardrail): string {
  if (change === null) return '–';
  const write = (value: number) =>
    guardrail === 'tool_errors'
      ? pointsText(value)
      : pointsText(Math.round(value * 100) / 100).replace(/\.0$/, '');
  const unit = guardrail === 'tool_errors' ? 'points' : '%';
  const text = `${write(change)} ${unit}`;
  if (guardrail === 'size') return text;
  return low === null || high === null
    ? `${text} (too few runs)`
    : `${text} (${write(low)} to ${write(high)})`;
}

/** "20 %"; of shares "5 points". */
export const allowedText = ({ guardrail, margin }: CanaryGuardrail): string =>
  margin === null ? 'not guarded' : amountText(guardrail, margin);

const STANDS = { kept: 'kept', broken: 'broken', open: 'not known yet' } as const;

export const standText = ({ stands }: CanaryGuardrail): string => (stands === null ? '' : STANDS[stands]);

/** How the guardrails stand, in a sentence; what is broken first, then what is open. */
export function guardrailFinding(guardrails: readonly CanaryGuardrail[], status: string): string {
  const guarded = guardrails.filter(({ margin }) => margin !== null);
  if (guarded.length === 0) return 'No guardrail is set. Only success decides.';
  const named = (stands: CanaryGuardrail['stands']) => guarded.filter((one) => one.stands === stands);
  const [broken, open] = [named('broken'), named('open')];
  if (broken.length > 0) return sentence(broken);
  if (open.length === 0) return 'Within every guardrail.';
  const wait =
    status === 'running' ? ' It is promoted only once it is known to stay within every guardrail.' : '';
  return `${sentence(open)}${wait}`;
}

function sentence(guardrails: readonly CanaryGuardrail[]): string {
  return `${asSentence(guardrails.map(guardrailText).join('; '))}.`;
}
