'use client';

/** What an agent would be served for a task, and what a pending change would make of it. Nothing is recorded. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Outputs, useTRPC } from '../../api/trpc.ts';
import { headlineWords } from '../../changesets/headline-words.ts';
import { WordDiff } from '../../diff/word-diff.tsx';
import { PageGate } from '../../shell/scope-gate.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { Input, Select, Textarea } from '../../ui/forms/field.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { EmptyState, Loading } from '../../ui/layout/states.tsx';
import { useAgent, useUrlState } from '../../url/use-url-state.ts';
import { RecalledMemories, RecalledSkills } from '../recall-page.tsx';
import { ServedText } from '../served-text.tsx';
import { servedSentence } from '../wording.ts';
import { ModelRuns } from './model-runs.tsx';
import { LONGEST_TASK, PLAYGROUND_SCHEMA } from './playground-state.ts';

type Preview = Outputs['recalls']['preview'];

const DEFAULT_AGENT = 'default';
/** Pending changesets to choose from. */
const CHANGES = 50;
/** Characters of a changeset's title in the list. */
const TITLE = 80;

export function PlaygroundPage() {
  return (
    <PageGate page="Playground" scopes={['review']}>
      <PageHeader
        title="Playground"
        finding="Shows what an agent would be served for a task. Nothing is recorded."
      />
      <Content />
    </PageGate>
  );
}

function Content() {
  const trpc = useTRPC();
  const [{ task, user, at, change }] = useUrlState(PLAYGROUND_SCHEMA);
  const [picked] = useAgent();
  const agentId = picked === null || picked === '*' ? DEFAULT_AGENT : picked;
  const question = {
    ...{ query: task, agent_id: agentId, user_id: user || null },
    ...{ as_of: at === '' ? null : `${at}:00Z`, changeset_id: change || null },
  };
  const preview = useQuery(trpc.recalls.preview.queryOptions(task === '' ? skipToken : question));
  return (
    <>
      <TaskForm key={`${task}\n${user}\n${at}\n${change}`} agentId={agentId} />
      {task === '' ? (
        <EmptyState title="No task yet">
          Enter a task, or choose “Try in playground” on a changeset, skill, memory or episode.
        </EmptyState>
      ) : preview.data !== undefined ? (
        <>
          <Shown preview={preview.data} />
          <ModelRuns key={JSON.stringify(question)} question={question} />
        </>
      ) : (
        <Loading query={preview} what="the preview" count={8} />
      )}
    </>
  );
}

function TaskForm({ agentId }: { agentId: string }) {
  const [state, change] = useUrlState(PLAYGROUND_SCHEMA);
  const [draft, setDraft] = useState(state);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change({ ...draft, task: draft.task.trim() });
  };
  return (
    <Card title="Task" note={`Agent ${agentId}. Pick another one in the top bar.`}>
      <form onSubmit={submit} className="grid items-start gap-3 md:grid-cols-3">
        <div className="md:col-span-3">
          <Textarea
            label="What the agent is asked to do"
            value={draft.task}
            onChange={({ target }) => setDraft({ ...draft, task: target.value })}
            maxLength={LONGEST_TASK}
          />
        </div>
        <Input
          label="User id (optional)"
          hint="Includes this user’s private memories"
          value={draft.user}
          onChange={({ target }) => setDraft({ ...draft, user: target.value })}
          maxLength={256}
        />
        <Input
          label="Memories as of, in UTC (optional)"
          hint="Empty means now"
          type="datetime-local"
          value={draft.at}
          onChange={({ target }) => setDraft({ ...draft, at: target.value.slice(0, 16) })}
        />
        <ChangeSelect
          agentId={agentId}
          value={draft.change}
          onChange={(chosen) => setDraft({ ...draft, change: chosen })}
        />
        <div className="md:col-span-3">
          <Button type="submit" variant="primary" disabled={draft.task.trim() === ''}>
            Show what is served
          </Button>
        </div>
      </form>
    </Card>
  );
}

interface ChangeSelectProps {
  agentId: string;
  value: string;
  onChange: (id: string) => void;
}

function ChangeSelect({ agentId, value, onChange }: ChangeSelectProps) {
  const trpc = useTRPC();
  const pending = (ofAgent: string) =>
    trpc.changesets.queue.queryOptions({ agentId: ofAgent, limit: CHANGES });
  const own = useQuery(pending(agentId));
  const shared = useQuery(pending('*'));
  const items = [...(own.data?.items ?? []), ...(shared.data?.items ?? [])];
  const known = items.map(({ id, headline }) => ({ value: id, label: headlineWords(headline, TITLE) }));
  const chosen = value === '' || known.some((one) => one.value === value) ? [] : [{ value, label: value }];
  return (
    <Select
      label="Compare with a pending change"
      value={value}
      onValueChange={onChange}
      options={[{ value: '', label: 'None' }, ...chosen, ...known]}
    />
  );
}

function Shown({ preview }: { preview: Preview }) {
  const { now, with_change: changed, min_skill_score: skills, min_memory_score: memories } = preview;
  const sentence = servedSentence(now.skills.length, now.memories.length, { profile: now.profile !== null });
  const same = changed?.instructions === now.instructions;
  return (
    <>
      <div>
        {changed === null ? null : (
          <p className="font-medium">
            {same
              ? 'The change makes no difference for this task.'
              : 'The change alters what is served for this task.'}
          </p>
        )}
        <p className="text-quiet">
          {sentence} Minimum scores: {skills} for skills, {memories} for memories. Sessions in the holdout get
          no skills.
        </p>
      </div>
      <div className={changed === null ? undefined : 'grid items-start gap-5 xl:grid-cols-2'}>
        <div className="flex min-w-0 flex-col gap-5">
          <ServedText served={{ lines: now.lines, gone: 0 }} title="Served now" />
          <Considered recall={now} />
        </div>
        {changed === null ? null : (
          <div className="flex min-w-0 flex-col gap-5">
            <Card title="Served with the change">
              {same ? (
                <p className="text-quiet">The same text.</p>
              ) : (
                <WordDiff before={now.instructions || null} after={changed.instructions || null} />
              )}
            </Card>
            <Considered recall={changed} suffix=", with the change" />
          </div>
        )}
      </div>
    </>
  );
}

function Considered({ recall, suffix = '' }: { recall: Preview['now']; suffix?: string }) {
  const skills = recall.considered_skills.map(
    ({
      arm_probability: _chosen,
      holdback_probability: holdbackProbability,
      skipped_rules: skippedRules,
      ...skill
    }) => ({ ...skill, armProbability: null, holdbackProbability, skippedRules }),
  );
  return (
    <>
      <RecalledSkills skills={skills} suffix={suffix} />
      <RecalledMemories memories={recall.considered_memories} suffix={suffix} />
    </>
  );
}
