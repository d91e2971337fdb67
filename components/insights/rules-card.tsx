'use client';

/** The rules that earned it and those that cost it, each with what its present wording did by itself. */
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { useChange } from '../api/use-change.ts';
import { ScopedButton } from '../shell/scope-gate.tsx';
import { buttonLook } from '../ui/forms/button-look.ts';
import { Card } from '../ui/layout/card.tsx';
import { EmptyState } from '../ui/layout/states.tsx';
import { inWords } from '../ui/text/hidden-marks.ts';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { Time } from '../ui/text/time.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import type { Library, ProblemRule } from './insight-types.ts';

/** Rules of either kind that are looked up and shown. */
const SHOWN = 10;

/** Rules that were harmful more often than helpful, and those that helped most, with what can be done about them. */
export function RulesCards({ library }: { library: Library }) {
  const [harmful, helpful] = [library.rules.slice(0, SHOWN), library.helpful.slice(0, SHOWN)];
  const wordings = useWordings([...harmful, ...helpful]);
  const silent = harmful.length + helpful.length === 0;
  if (silent) {
    return (
      <Card title="Rules" flush={true}>
        <EmptyState title="No rule is rated helpful or harmful yet">
          Reflection rates the rules that each run was served. It needs a learning model and runs with
          outcomes.
        </EmptyState>
      </Card>
    );
  }
  const more = library.rules.length - harmful.length;
  return (
    <div className="grid min-w-0 items-start gap-5 xl:grid-cols-2">
      <Card title="Helpful rules" note="rated helpful in successful runs" flush={true}>
        {helpful.length === 0 ? (
          <EmptyState title="No rule was helpful more often than harmful" />
        ) : (
          <List rules={helpful} wordings={wordings} />
        )}
      </Card>
      <Card title="Harmful rules" note="rated harmful more often than helpful" flush={true}>
        {harmful.length === 0 ? (
          <EmptyState title="No rule was harmful more often than helpful" />
        ) : (
          <List rules={harmful} wordings={wordings} evolve={true} />
        )}
        {more === 0 ? null : (
          <p className="border-line border-t px-4 py-2 text-caption text-quiet">and {more} more</p>
        )}
      </Card>
    </div>
  );
}

type Wordings = ReturnType<typeof useWordings>;

function useWordings(rules: readonly ProblemRule[]) {
  const trpc = useTRPC();
  const ruleIds = [...new Set(rules.map(({ id }) => id))];
  const { data } = useQuery(
    trpc.insights.wordings.queryOptions({ ruleIds }, { enabled: ruleIds.length > 0 }),
  );
  return new Map(data?.map((wording) => [wording.id, wording]));
}

function List(props: { rules: readonly ProblemRule[]; wordings: Wordings; evolve?: boolean }) {
  const { rules, wordings, evolve = false } = props;
  return (
    <ul>
      {rules.map((rule) => (
        <Rule key={rule.id} rule={rule} wording={wordings.get(rule.id)} evolve={evolve} />
      ))}
    </ul>
  );
}

interface RuleProps {
  rule: ProblemRule;
  wording: ReturnType<Wordings['get']>;
  evolve: boolean;
}

function Rule({ rule: { content, helpful, harmful, skillId, skillName }, wording, evolve }: RuleProps) {
  const hrefOf = useAgentHref();
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-line border-b px-4 py-3 last:border-b-0">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <LearnedText
          as="p"
          text={content}
          code={true}
          className="max-w-[75ch] whitespace-pre-wrap break-words"
        />
        <p className="text-caption text-quiet tabular-nums">
          {harmful} harmful · {helpful} helpful ·{' '}
          <LearnedText as="span" text={skillName} className="break-all" />
        </p>
        {wording === undefined ? null : (
          <p className="text-caption text-quiet tabular-nums">
            Reworded in v{wording.version}, <Time at={wording.since} />: since then, in the latest runs,{' '}
            {wording.harmful} harmful · {wording.helpful} helpful. The rest is from earlier wordings.
          </p>
        )}
      </div>
      <div className="flex items-center gap-2">
        {evolve ? <Evolve skillId={skillId} skillName={skillName} /> : null}
        <Link
          href={hrefOf(`/skills/${skillId}`)}
          aria-label={inWords(`Open ${skillName}`)}
          className={buttonLook({ size: 'small', variant: 'quiet' })}
        >
          Open
        </Link>
      </div>
    </li>
  );
}

function Evolve({ skillId, skillName }: { skillId: string; skillName: string }) {
  const trpc = useTRPC();
  const evolve = useChange(trpc.skills.evolve, {
    done: {
      title: `${skillName} is queued for evolution`,
      detail: 'The result will be a changeset to review.',
      tone: 'good',
    },
    failed: 'Not queued',
  });
  return (
    <ScopedButton
      scope="review"
      size="small"
      loading={evolve.isPending}
      aria-label={inWords(`Evolve ${skillName}`)}
      onClick={() => evolve.mutate({ skill_id: skillId })}
    >
      Evolve
    </ScopedButton>
  );
}
