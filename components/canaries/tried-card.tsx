'use client';

/** What a canary tries: the change itself, as a reviewer sees it. */
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTRPC } from '../api/trpc.ts';
import { type Detail, ViewContext } from '../changesets/detail.ts';
import { cardsOf, changesBySkill } from '../changesets/diff/change-cards.ts';
import { MaskContext, useFindingsFor, useMaskFor } from '../changesets/diff/masked.ts';
import { SkillChanges } from '../changesets/diff/skill-changes.tsx';
import { useShortcut } from '../keyboard/registry.ts';
import { Loading } from '../ui/layout/states.tsx';
import { FindingSpansContext } from '../ui/text/finding-spans.ts';
import { useAgentHref } from '../url/use-url-state.ts';

/** The changes of a changeset. */
export function TriedCard({ changesetId }: { changesetId: string }) {
  const trpc = useTRPC();
  const detail = useQuery(trpc.changesets.detail.queryOptions({ id: changesetId }));
  return (
    <section aria-label="Candidate" className="flex min-w-0 flex-col gap-3">
      {detail.data === undefined ? (
        <Loading query={detail} what="the candidate" count={2} />
      ) : (
        <Changes detail={detail.data} />
      )}
    </section>
  );
}

function Changes({ detail: { changeset, skills, findingsByOp } }: { detail: Detail }) {
  const [unfolded, setUnfolded] = useState(false);
  const router = useRouter();
  const hrefOf = useAgentHref();
  const found = [...changeset.safetyFindings, ...findingsByOp.flat()];
  const mask = useMaskFor(found);
  const find = useFindingsFor(found);
  const groups = changesBySkill({
    ...{ ops: changeset.ops, skills, findingsByOp },
    originsByOp: changeset.support?.origins,
  });
  const fold = () => setUnfolded(!unfolded);
  useShortcut('read.unchanged', fold);
  const view = {
    layout: 'inline',
    level: 2,
    openEpisode: (id: string) => router.push(hrefOf(`/episodes/${id}`)),
  } as const;
  return (
    <ViewContext value={view}>
      <FindingSpansContext value={find}>
        <MaskContext value={mask}>
          {groups.map((changes) => (
            <SkillChanges
              key={changes.name}
              changes={changes}
              cards={cardsOf(groups)}
              named={groups.length > 1}
              unfolded={unfolded}
              onFold={fold}
            />
          ))}
        </MaskContext>
      </FindingSpansContext>
    </ViewContext>
  );
}
