/** The first page: what this tenant has, how to connect an agent, where the interface is described. */
import { CountTile } from './count-tile.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Links } from './links.tsx';

/** The counts that the page shows. */
export interface Counts {
  skills: number;
  episodes: number;
  memories: number;
  pendingMemories: number;
  pendingChangesets: number;
}

function finding({ episodes, skills, pendingChangesets }: Counts): string {
  if (pendingChangesets > 0) return `${pendingChangesets} proposed changes wait for a reviewer.`;
  if (episodes === 0 && skills === 0)
    return 'Nothing recorded yet. Connect an agent and its first run shows here.';
  if (episodes === 0) return 'Skills are ready to be recalled; no run has been recorded yet.';
  return 'Recording works. Nothing waits for a reviewer.';
}

export function OverviewPage({ counts, address }: { counts: Counts; address: string }) {
  const held = counts.pendingMemories > 0 ? `${counts.pendingMemories} held for review` : undefined;
  return (
    <>
      <div className="flex flex-col gap-2">
        <h1 className="font-semibold text-xl leading-7">Overview</h1>
        <p className="max-w-prose text-base leading-6">{finding(counts)}</p>
      </div>
      <dl className="grid grid-cols-2 gap-6 sm:grid-cols-4">
        <CountTile label="Episodes recorded" value={counts.episodes} />
        <CountTile label="Skills served" value={counts.skills} />
        <CountTile label="Memories" value={counts.memories} note={held} />
        <CountTile label="Pending changes" value={counts.pendingChangesets} />
      </dl>
      <Links />
      <FirstSteps address={address} />
    </>
  );
}
