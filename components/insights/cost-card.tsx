/** What learning cost the whole tenant in 30 days, by purpose. */
import { place } from '../charts/evidence-number.ts';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Numeral } from '../ui/table.tsx';
import { lookOf } from '../usage/figures.ts';
import type { Insights } from './insight-types.ts';

const WIDTH = 100;

/** A purpose inside a sentence. */
const wordsOf = (purpose: string): string => {
  const { label } = lookOf(purpose);
  return label.charAt(0).toLowerCase() + label.slice(1);
};

export function CostCard({ cost }: { cost: Insights['tenant_learning_cost_30d'] }) {
  const purposes = Object.entries(cost.by_purpose).toSorted(([, a], [, b]) => b - a);
  const most = purposes[0]?.[1] ?? 0;
  return (
    <Card title="Learning cost, 30 days" note="whole tenant, tokens in and out" flush={purposes.length === 0}>
      {purposes.length === 0 ? (
        <EmptyState title="No tokens were spent">
          Learning has called no model in the last 30 days.
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-3">
          <p className="font-medium">
            <Numeral value={cost.input_tokens + cost.output_tokens} /> tokens in{' '}
            <Numeral value={cost.calls} /> {cost.calls === 1 ? 'call' : 'calls'}, most to{' '}
            {wordsOf(purposes[0]?.[0] ?? '')}.
          </p>
          <table className="w-full text-table">
            <caption className="sr-only">Tokens by purpose</caption>
            <tbody>
              {purposes.map(([purpose, tokens]) => (
                <tr key={purpose} className="h-(--row)">
                  <th scope="row" className="pr-3 text-left font-normal">
                    {lookOf(purpose).label}
                  </th>
                  <td className="w-1/2">
                    <svg
                      viewBox={`0 0 ${WIDTH} 8`}
                      preserveAspectRatio="none"
                      className="block h-2 w-full"
                      aria-hidden="true"
                    >
                      <rect width={WIDTH} height="8" className="fill-sunken" />
                      <rect
                        width={place(tokens, [0, Math.max(most, 1)], WIDTH)}
                        height="8"
                        className="fill-accent"
                      />
                    </svg>
                  </td>
                  <td className="pl-3 text-right tabular-nums">
                    <Numeral value={tokens} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}
