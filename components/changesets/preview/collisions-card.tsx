/** What a stale change and the skill as it is now say in the same place, side by side. */
'use client';

import type { ReactNode } from 'react';
import { WordDiff } from '../../diff/word-diff.tsx';
import { type Detail, useView } from '../detail.ts';
import { useMask } from '../diff/masked.ts';
import { UnchangedText } from '../diff/unchanged-text.tsx';
import { type Collision, collisionsOf } from './collisions.ts';

export function CollisionsCard({ detail }: { detail: Detail }) {
  const { level } = useView();
  const collisions = collisionsOf(detail);
  if (collisions.length === 0 || detail.changeset.status === 'rejected') return null;
  const Heading = level === 2 ? 'h2' : 'h3';
  const of = detail.changeset.ops.length;
  return (
    <section aria-label="Conflicts" className="flex min-w-0 flex-col gap-3">
      <Heading className="font-semibold text-heading">
        Conflicts <span className="font-normal text-quiet tabular-nums">{collisions.length}</span>
      </Heading>
      {collisions.map((collision) => (
        <Sides key={collision.index} collision={collision} detail={detail} of={of} />
      ))}
    </section>
  );
}

interface SidesProps {
  collision: Collision;
  detail: Detail;
  /** Changes of the changeset. */
  of: number;
}

function Sides({ collision, detail: { changeset, skills }, of }: SidesProps) {
  const mask = useMask();
  const hide = (text: string | null) => (text === null ? null : mask(text));
  const op = changeset.ops[collision.index];
  const ref = op === undefined || op.op === 'create_skill' ? op?.name : op.skill;
  const skill = skills.find(({ id, name }) => id === ref || name === ref);
  const [expected, wants, now] = [collision.expected, collision.wants, collision.now].map(hide);
  return (
    <article className="min-w-0 rounded-md border border-line bg-surface">
      <p className="border-line border-b px-3.5 py-2 font-medium text-table">
        {of === 1 ? '' : `Change ${collision.index + 1} of ${of}. `}
        {collision.why}
      </p>
      <div className="grid min-w-0 md:grid-cols-3">
        <Side title="When it was proposed" version={skill?.baseVersion}>
          {expected == null ? <Nothing>It did not exist.</Nothing> : <UnchangedText text={expected} />}
        </Side>
        <Side title="This change">
          <WordDiff before={expected ?? null} after={wants ?? null} />
        </Side>
        <Side title="The skill now" version={skill?.nowVersion}>
          {now == null ? (
            <Nothing>It no longer exists.</Nothing>
          ) : (
            <Now before={expected ?? null} text={now} />
          )}
          {collision.since.length === 0 ? null : (
            <>
              <p className="text-caption text-quiet">New since the proposal:</p>
              {collision.since.map((text) => (
                <UnchangedText key={text} text={mask(text)} />
              ))}
            </>
          )}
        </Side>
      </div>
    </article>
  );
}

/** What the skill says now, with what differs from the text that the change was made for. */
function Now({ before, text }: { before: string | null; text: string }) {
  if (before === null || before === text) return <UnchangedText text={text} />;
  return <WordDiff before={before} after={text} />;
}

interface SideProps {
  title: string;
  version?: number | null | undefined;
  children: ReactNode;
}

function Side({ title, version, children }: SideProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5 border-line px-3.5 py-3 max-md:border-b max-md:last:border-b-0 md:border-r md:last:border-r-0">
      <p className="text-caption text-quiet">
        {title}
        {version == null ? '' : `, v${version}`}
      </p>
      {children}
    </div>
  );
}

function Nothing({ children }: { children: ReactNode }) {
  return <p className="pl-5 text-quiet text-table">{children}</p>;
}
