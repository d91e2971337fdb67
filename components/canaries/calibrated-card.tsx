/** The calibrated rule: its statistic against its boundary, and when it looks next. */
import { ChartFrame } from '../charts/chart-frame.tsx';
import { evidenceText, place, ticksOf } from '../charts/evidence-number.ts';
import { Card } from '../ui/layout/card.tsx';
import type { CanaryDetail } from './address.ts';
import { nextLookText } from './verdict-sentence.ts';

const EDGE = 4;
const DOMAIN = [-EDGE, EDGE] as const;

export function CalibratedCard({ canary }: { canary: CanaryDetail }) {
  const { statistic, boundary, looks, looksPlanned: planned, nextLook: next } = canary;
  if (statistic === null) return null;
  const limit = boundary === null ? 'being calibrated' : boundary.toFixed(2);
  return (
    <Card title="Calibrated rule" note={`look ${looks} of ${planned} taken`}>
      <ChartFrame
        name="canary-calibrated-rule"
        finding={findingOf(canary)}
        caption={`Statistic z over sessions that saw one arm, in standard errors. ${canary.guarantee}`}
        table={{
          columns: ['Statistic', 'Boundary', 'Looks taken', 'Looks planned', 'Next look at evidence'],
          rows: [[statistic.toFixed(3), limit, looks, planned, next === null ? 'none' : evidenceText(next)]],
        }}
      >
        <StatisticLine statistic={statistic} boundary={boundary} />
      </ChartFrame>
    </Card>
  );
}

function findingOf(canary: CanaryDetail): string {
  const { statistic, boundary, status } = canary;
  if (statistic === null) return '';
  if (boundary === null) return 'The boundary is being computed. The first look follows.';
  const side = statistic >= boundary ? 'above' : 'below';
  const stands = `The statistic is ${statistic.toFixed(2)}, ${side} the boundary of ${boundary.toFixed(2)}`;
  if (status !== 'running') return `${stands} at the last look.`;
  return `${stands} at the next look; ${nextLookText(canary)}.`;
}

function StatisticLine({ statistic, boundary }: { statistic: number; boundary: number | null }) {
  const at = (value: number) => `${place(value, DOMAIN, 100)}%`;
  return (
    <div className="flex flex-col px-2">
      <svg aria-hidden="true" className="block h-14 w-full overflow-visible">
        <line x1="0%" x2="100%" y1="24" y2="24" className="stroke-line" />
        {ticksOf(DOMAIN).map((tick) => (
          <g key={tick}>
            <line x1={at(tick)} x2={at(tick)} y1="18" y2="30" className="stroke-edge" />
            <text x={at(tick)} y="48" textAnchor="middle" className="fill-quiet text-[11px] tabular-nums">
              {tick}
            </text>
          </g>
        ))}
        {boundary === null ? null : (
          <line
            x1={at(boundary)}
            x2={at(boundary)}
            y1="4"
            y2="38"
            className="stroke-attention"
            strokeWidth="2"
            strokeDasharray="4 3"
          />
        )}
        <circle cx={at(statistic)} cy="24" r="5" className="fill-candidate" />
      </svg>
      <p className="text-center text-caption text-quiet">Statistic z; dashed: the boundary</p>
    </div>
  );
}
