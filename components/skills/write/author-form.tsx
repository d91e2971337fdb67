'use client';

/** A skill field by field; what the server refuses is said at the field it is about. */
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTRPC } from '../../api/trpc.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Input, Textarea } from '../../ui/forms/field.tsx';
import { Card } from '../../ui/layout/card.tsx';
import {
  candidateOf,
  emptyRule,
  type RuleDraft,
  type SkillDraft,
  toFieldErrors,
  writtenRules,
} from './draft.ts';
import { RuleFields } from './rule-fields.tsx';
import { useSkillCheck, useWritten } from './use-skill-check.ts';
import { WriteForm } from './write-form.tsx';

export function AuthorForm({ initial, editing = false }: { initial: SkillDraft; editing?: boolean }) {
  const trpc = useTRPC();
  const [draft, setDraft] = useState(initial);
  const candidate = candidateOf(draft);
  const checked = useSkillCheck(candidate);
  const author = useMutation(trpc.skills.author.mutationOptions(useWritten()));
  const { agentId, rules, ...fields } = candidate;
  const write = () => author.mutate({ ...fields, agent_id: agentId, bullets: rules });
  const change = (changes: Partial<SkillDraft>) => {
    if (author.isSuccess) author.reset();
    setDraft((before) => ({ ...before, ...changes }));
  };
  const errors = toFieldErrors(author.error);
  return (
    <WriteForm
      checked={checked}
      editing={editing}
      writing={author}
      onWrite={write}
      label={editing || checked.replaces ? 'Save as a new version' : 'Create the skill'}
    >
      <Card title="Skill">
        <Heading draft={draft} change={change} editing={editing} errorAt={errors.at} />
      </Card>
      <Rules draft={draft} change={change} byRule={checked.byRule} errorAt={errors.at} />
    </WriteForm>
  );
}

type ErrorAt = (...path: (string | number)[]) => string | null;

interface HeadingProps {
  draft: SkillDraft;
  change: (changes: Partial<SkillDraft>) => void;
  editing: boolean;
  errorAt: ErrorAt;
}

function Heading({ draft, change, editing, errorAt }: HeadingProps) {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Input
        label="Name"
        hint="Lower-case words joined by hyphens"
        invalid={errorAt('name')}
        value={draft.name}
        disabled={editing}
        autoComplete="off"
        onChange={(event) => change({ name: event.target.value })}
      />
      <Input
        label="Agent"
        hint="* is shared by all agents"
        invalid={errorAt('agent_id')}
        value={draft.agentId}
        disabled={editing}
        autoComplete="off"
        onChange={(event) => change({ agentId: event.target.value })}
      />
      <Textarea
        label="Description"
        hint="What the skill is for. Recall matches tasks against it"
        invalid={errorAt('description')}
        value={draft.description}
        onChange={(event) => change({ description: event.target.value })}
        className="md:col-span-2"
      />
      <Input
        label="Tags"
        hint="Separated by commas"
        invalid={errorAt('tags')}
        value={draft.tags}
        autoComplete="off"
        onChange={(event) => change({ tags: event.target.value })}
        className="md:col-span-2"
      />
    </div>
  );
}

interface RulesProps {
  draft: SkillDraft;
  change: (changes: Partial<SkillDraft>) => void;
  byRule: Map<number, string[]>;
  errorAt: ErrorAt;
}

function Rules({ draft: { rules }, change, byRule, errorAt }: RulesProps) {
  const added = useRef(0);
  const place = useRef<HTMLOListElement>(null);
  // Findings and errors count through the rules that are sent, which are those with a text.
  const written = writtenRules(rules);
  const set = (key: string, changes: Partial<RuleDraft>) =>
    change({ rules: rules.map((rule) => (rule.key === key ? { ...rule, ...changes } : rule)) });
  const add = () => {
    added.current += 1;
    change({ rules: [...rules, emptyRule(`new-${added.current}`)] });
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>('li:last-child textarea')?.focus());
  };
  return (
    <Card
      title="Rules"
      note="In reading order"
      flush={true}
      actions={
        <Button size="small" onClick={add}>
          Add a rule
        </Button>
      }
    >
      <ol ref={place} className="divide-y divide-line">
        {rules.map((rule, index) => {
          const sent = written.indexOf(rule);
          return (
            <RuleFields
              key={rule.key}
              rule={rule}
              number={index + 1}
              findings={byRule.get(sent) ?? []}
              invalid={sent === -1 ? null : errorAt('bullets', sent)}
              onChange={(changes) => set(rule.key, changes)}
              onRemove={() => change({ rules: rules.filter(({ key }) => key !== rule.key) })}
            />
          );
        })}
      </ol>
      {rules.length === 0 ? (
        <p className="px-4 py-6 text-quiet text-table">No rules: agents will read only the description.</p>
      ) : null}
    </Card>
  );
}
