/** The head of a canary: the verdict as a sentence, what is tried on what, and the one action there is. */
'use client';

import Link from 'next/link';
import { useState } from 'react';
import { ScopedButton } from '../shell/scope-gate.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import { IdChip } from '../ui/id-chip.tsx';
import { LearnedText } from '../ui/learned-text.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Time } from '../ui/time.tsx';
import type { CanaryDetail } from './canary-types.ts';
import { RollBackDialog } from './roll-back-dialog.tsx';
import { verdictSentence } from './verdict-sentence.ts';

const LINK = 'text-accent-strong underline-offset-2 hover:underline';

export function CanaryHead({ canary }: { canary: CanaryDetail }) {
  const [asking, setAsking] = useState(false);
  const running = canary.status === 'running';
  return (
    <>
      <PageHeader
        title={`${canary.skill_name}: ${canary.title}`}
        finding={
          <span className="text-ink">
            <LearnedText text={verdictSentence(canary)} />
          </span>
        }
        meta={<Facts canary={canary} />}
        actions={
          running ? (
            <ScopedButton scope="review" variant="danger-quiet" onClick={() => setAsking(true)}>
              Roll back skill (stops this canary)
            </ScopedButton>
          ) : undefined
        }
      />
      {asking && running ? <RollBackDialog canary={canary} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function Facts({ canary }: { canary: CanaryDetail }) {
  const { id, status, rule, skill_id, changeset_id, base_version, started_at, expires_at, ended_at } = canary;
  return (
    <>
      <StatusBadge status={status} />
      <span>
        <Link href={`/skills/${skill_id}`} prefetch={false} className={LINK}>
          Skill
        </Link>
        {' · '}
        <Link href={`/changesets/${changeset_id}`} prefetch={false} className={LINK}>
          Changeset
        </Link>
      </span>
      <span>
        v{base_version} against the candidate · {rule} rule
      </span>
      <span>
        started <Time at={started_at} />
        {expires_at === null ? null : (
          <>
            , expires <Time at={expires_at} />
          </>
        )}
        {ended_at === null ? null : (
          <>
            , ended <Time at={ended_at} />
          </>
        )}
      </span>
      <IdChip id={id} label="Canary id" />
    </>
  );
}
