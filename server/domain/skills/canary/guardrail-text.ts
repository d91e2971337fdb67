/** What is known of a guardrail, as a clause: "runs took 38 % longer (at least 22 %), more than the 20 % allowed". */
import type { Comparison, Guardrail } from './guardrails.ts';

/** "runs took 38 % longer", "runs took 12 % less time". */
const CHANGED: Readonly<Record<Guardrail, (amount: string, more: boolean) => string>> = {
  duration: (amount, more) => `runs took ${amount} ${more ? 'longer' : 'less time'}`,
  tool_errors: (amount, more) => `tools failed in ${amount} ${more ? 'more' : 'less'} of the runs`,
  tool_calls: (amount, more) => `runs made ${amount} ${more ? 'more' : 'fewer'} tool calls`,
  tokens: (amount, more) => `runs used ${amount} ${more ? 'more' : 'fewer'} tokens`,
  size: (amount, more) => `its text is ${amount} ${more ? 'longer' : 'shorter'}`,
};

/** What was not told by any run of one arm. */
const UNTOLD: Readonly<Record<Guardrail, string>> = {
  duration: 'runs tell no duration',
  tool_errors: 'no run is recorded yet',
  tool_calls: 'runs made no tool calls without it',
  tokens: 'runs tell no tokens',
  size: 'the size of its text is not known',
};

type ComparisonText = Pick<Comparison, 'guardrail' | 'change' | 'low' | 'high' | 'margin' | 'stands'>;

/** In words, as far as it is known: how it changed, by how much surely, and what is allowed. */
export function guardrailText(compared: ComparisonText): string {
  const { guardrail, change, low, high, margin, stands } = compared;
  if (change === null) return UNTOLD[guardrail];
  const changeText = CHANGED[guardrail](amountText(guardrail, Math.abs(change)), change >= 0);
  const allowed = margin === null ? '' : amountText(guardrail, margin);
  const isExact = guardrail === 'size';
  if (stands === 'broken' && low !== null) {
    const least = isExact ? '' : ` (at least ${amountText(guardrail, low, Math.floor)})`;
    return `${changeText}${least}, more than the ${allowed} allowed`;
  }
  if (change < 0 && high !== null && high < 0) {
    return isExact ? changeText : `${changeText} (at least ${amountText(guardrail, -high, Math.floor)})`;
  }
  if (stands === 'open') return `${changeText} so far, and more than the ${allowed} allowed is not ruled out`;
  return stands === 'kept' ? `${changeText}, within the ${allowed} allowed` : changeText;
}

const TENTHS = 10;

/** "38 %", "1.5 %"; of shares "5 points". */
export function amountText(
  guardrail: Guardrail,
  amount: number,
  round: (value: number) => number = Math.round,
): string {
  const tenths = round(amount * 100 * TENTHS) / TENTHS;
  const number = tenths >= TENTHS && round === Math.round ? Math.round(tenths) : tenths;
  return guardrail === 'tool_errors' ? `${number} points` : `${number} %`;
}
