'use client';

/** Writing a skill: field by field, or from a SKILL.md. Lint and scan run while one writes. */
import { useQuery } from '@tanstack/react-query';
import { toCallError, useTRPC } from '../../api/trpc.ts';
import { PageGate } from '../../shell/scope-gate.tsx';
import type { Scope } from '../../shell/viewer.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Gone, Loading } from '../../ui/layout/states.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { useAgent, useUrlState } from '../../url/use-url-state.ts';
import { WRITE_STATE } from '../wording.ts';
import { AuthorForm } from './author-form.tsx';
import { draftOf, emptyDraft } from './draft.ts';
import { ImportForm } from './import-form.tsx';

export function WriteSkillPage() {
  const [{ edit }] = useUrlState(WRITE_STATE);
  // To edit a skill is to read it first.
  const scopes: Scope[] = edit === '' ? ['review'] : ['learn', 'review'];
  return (
    <PageGate page="Write a skill" scopes={scopes}>
      <Content />
    </PageGate>
  );
}

function Content() {
  const [{ mode, edit }, , hrefFor] = useUrlState(WRITE_STATE);
  const [agent] = useAgent();
  if (edit !== '') return <Editing id={edit} />;
  return (
    <>
      <PageHeader
        title={mode === 'form' ? 'Write a skill' : 'Import a SKILL.md'}
        finding="It becomes a version immediately, unless the safety scan holds it for review."
      />
      <Tabs
        label="Ways to write a skill"
        tabs={[
          { href: hrefFor({ mode: 'form' }), label: 'Write', current: mode === 'form' },
          { href: hrefFor({ mode: 'document' }), label: 'Import a SKILL.md', current: mode === 'document' },
        ]}
      />
      {mode === 'form' ? (
        <AuthorForm initial={emptyDraft(agent ?? 'default')} />
      ) : (
        <ImportForm agentId={agent ?? 'default'} />
      )}
    </>
  );
}

function Editing({ id }: { id: string }) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.skills.detail.queryOptions({ id }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error !== null && toCallError(error).kind === 'not_found')
    return <Gone noun="skill" list={{ href: '/skills', label: 'All skills' }} />;
  return (
    <>
      <PageHeader
        title={
          data === undefined ? (
            'Edit a skill'
          ) : (
            <span className="break-all">
              Edit <LearnedText text={data.summary.name} />
            </span>
          )
        }
        finding="Rules with the same section and text keep their ids and counters. Other changes create a new version."
      />
      {data !== undefined ? (
        <AuthorForm initial={draftOf(data)} editing={true} />
      ) : (
        <Loading query={{ error, refetch }} what="the skill" count={10} />
      )}
    </>
  );
}
