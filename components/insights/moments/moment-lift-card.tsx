/** Should rules be served at the moment of use? The answer first, then what it costs, then the figures. */
import type { MomentLift } from '../../../server/domain/moments/moment-lift.ts';
import { pointsText, shareText } from '../../charts/evidence-number.ts';
import { Card } from '../../ui/layout/card.tsx';
import { changeText, momentSentence } from './moment-sentence.ts';

const ARMS = { start: 'Start', moment: 'Moment', both: 'Both' } as const;
type ArmFigures = MomentLift['arms'][number];

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const secondsText = (ms: number) => `${number.format(ms / 1000)} s`;

/** Nothing where the experiment never ran. */
export function MomentLiftCard({ lift }: { lift: MomentLift | null }) {
  if (lift === null) return null;
  const { answer, details, warnings } = momentSentence(lift);
  return (
    <Card title="Rules at the moment of use" note="compared with rules at the start">
      <div className="flex max-w-[75ch] flex-col gap-1 pb-3 tabular-nums">
        <p className="font-semibold text-[18px] leading-6">{answer}</p>
        {details.map((detail) => (
          <p key={detail}>{detail}</p>
        ))}
        {warnings.map((warning) => (
          <p key={warning} className="font-medium text-attention">
            {warning}
          </p>
        ))}
      </div>
      <Figures lift={lift} />
      <p className="max-w-[75ch] pt-2 text-caption text-quiet">
        Counts sessions that were assigned to an arm at random and for which a rule with a trigger was chosen.
        Rules that block are shown at the moment in every arm. The ranges hold at any time: both differences
        in success together with 90 % probability, and so do all differences in cost.
      </p>
    </Card>
  );
}

function Figures({ lift: { enough, arms, lifts } }: { lift: MomentLift }) {
  const liftOf = (arm: string) => lifts.find((one) => one.arm === arm);
  const changeOf = (arm: string, cost: string) => {
    const change = liftOf(arm)?.costs.find((one) => one.cost === cost);
    return change === undefined ? '' : changeText(change);
  };
  const overStart = (arm: string) => {
    const own = enough ? liftOf(arm) : undefined;
    if (own === undefined) return '';
    const [low = 0, high = 0] = own.alwaysValid;
    return `${pointsText(own.lift)} (${pointsText(low)} to ${pointsText(high)})`;
  };
  const rows: { label: string; value(arm: ArmFigures): string; change?(arm: string): string }[] = [
    { label: 'Sessions', value: ({ sessions }) => number.format(sessions) },
    {
      label: 'Success',
      value: ({ success }) => (success === null ? '–' : shareText(success, 1)),
      change: overStart,
    },
    {
      label: 'Duration of a run',
      value: ({ duration }) => (duration === null ? '–' : secondsText(duration)),
      change: (arm) => changeOf(arm, 'duration'),
    },
    {
      label: 'Tool calls of a run',
      value: ({ toolCalls }) => (toolCalls === null ? '–' : number.format(toolCalls)),
      change: (arm) => changeOf(arm, 'tool_calls'),
    },
    {
      label: 'Tokens served to a run',
      value: ({ tokens }) => (tokens === null ? '–' : `about ${Math.round(tokens)}`),
      change: (arm) => changeOf(arm, 'tokens'),
    },
  ];
  return (
    <table className="w-full table-fixed text-table tabular-nums">
      <caption className="sr-only">Sessions by where they get rules with a trigger</caption>
      <thead>
        <tr className="text-left text-quiet">
          <td />
          {arms.map(({ arm }) => (
            <th key={arm} scope="col" className="py-1 pl-2 font-medium">
              {ARMS[arm]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, value, change }) => (
          <tr key={label} className="border-line border-t align-top">
            <th scope="row" className="py-1.5 text-left font-normal">
              {label}
            </th>
            {arms.map((arm) => (
              <td key={arm.arm} className="py-1.5 pl-2">
                {value(arm)}
                <span className="block text-caption text-quiet">{change?.(arm.arm)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
