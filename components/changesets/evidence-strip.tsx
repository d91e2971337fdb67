/** What is known of a rule: verdicts as a bar in three textures, each with its word and number; `used` beside it. */
import type { RuleState } from '../../server/domain/skills/changesets/skill-state.ts';

type Evidence = Pick<RuleState, 'helpful' | 'harmful' | 'neutral' | 'used'>;

const WIDTH = 96;
const HEIGHT = 8;

export function EvidenceStrip({ evidence, removing = false }: { evidence: Evidence; removing?: boolean }) {
  const { helpful, harmful, neutral, used } = evidence;
  if (helpful + harmful + neutral + used === 0) {
    return <span className="text-caption text-quiet">no evidence yet</span>;
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-caption text-quiet">
      <EvidenceBar evidence={evidence} />
      <span className="tabular-nums">
        helpful {helpful} · harmful {harmful} · neutral {neutral} · used {used}
      </span>
      {removing && helpful > harmful ? (
        <span className="font-medium text-attention">
          <span aria-hidden="true">▲ </span>It helped more often than it harmed
        </span>
      ) : null}
    </div>
  );
}

function EvidenceBar({ evidence: { helpful, harmful, neutral } }: { evidence: Evidence }) {
  const all = helpful + harmful + neutral;
  const share = (count: number) => (all === 0 ? 0 : (count / all) * WIDTH);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
      className="h-2 w-24 shrink-0 overflow-hidden rounded-full bg-sunken ring-1 ring-line"
    >
      <rect width={share(helpful)} height={HEIGHT} className="fill-good" />
      <rect x={share(helpful)} width={share(neutral)} height={HEIGHT} className="fill-edge/50" />
      <rect x={share(helpful + neutral)} width={share(harmful)} height={HEIGHT} className="fill-danger" />
    </svg>
  );
}
