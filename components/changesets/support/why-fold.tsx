'use client';

/** Why it was proposed: the rationale in a line, and how many runs stand behind it. */
import dynamic from 'next/dynamic';
import { Fold } from '../../ui/layout/fold.tsx';
import { counted } from '../../ui/text/counted.ts';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { type Detail, type SourceEpisode, useView } from '../detail.ts';
import { useMask } from '../diff/masked.ts';

const Reasons = dynamic(() => import('./reasons.tsx').then((m) => m.Reasons), { ssr: false });

export function WhyFold({ detail }: { detail: Detail }) {
  const { changeset, episodes, humanAuthored } = detail;
  const { level } = useView();
  const mask = useMask();
  const rationale = changeset.rationale === '' ? 'No rationale given.' : mask(changeset.rationale);
  return (
    <Fold
      title="Why"
      level={level}
      line={<LearnedText text={rationale} code={true} />}
      note={[runsText(episodes, humanAuthored), ...supportNotes(changeset.support)].join(' · ')}
    >
      <Reasons detail={detail} rationale={rationale} />
    </Fold>
  );
}

const SAID_BY = [
  ['tool_output', 'tools'],
  ['retrieved_text', 'retrieved text'],
  ['user_message', 'users'],
  ['instructions', 'the developer'],
  ['error_or_verification', 'errors'],
  ['reviewer', 'a reviewer'],
] as const;

/** "2 independent sessions", "said by tools, users": what a reviewer weighs before reading on. */
function supportNotes(support: Detail['changeset']['support']): string[] {
  if (support === null) return [];
  const said = SAID_BY.filter(([origin]) => support.origins.some((own) => own.includes(origin)));
  const who = said.map(([, name]) => name).join(', ');
  return [
    counted(support.independentSessions, 'independent session'),
    who === '' ? 'not said by anyone: the model’s conclusion' : `said by ${who}`,
  ];
}

/** "6 runs, 4 failed". */
function runsText(episodes: readonly SourceEpisode[], written: boolean): string {
  if (episodes.length === 0) return written ? 'written by a person' : 'cites no runs';
  const failed = episodes.filter(({ outcome }) => outcome === 'failure').length;
  return `${counted(episodes.length, 'run')}${failed === 0 ? '' : `, ${failed} failed`}`;
}
