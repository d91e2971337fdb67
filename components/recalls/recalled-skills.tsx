/** The skills that a recall weighed, best first: score with its parts, what became of them, and the canary's arm. */
'use client';

import Link from 'next/link';
import type { Outputs } from '../api/trpc.ts';
import { probabilityText } from '../charts/evidence-number.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { LearnedText } from '../ui/learned-text.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import { Candidate } from './candidate.tsx';

type Skill = Outputs['recalls']['detail']['skills'][number];

export function RecalledSkills({ skills }: { skills: readonly Skill[] }) {
  return (
    <Card
      title="Skills"
      note={skills.length === 0 ? undefined : 'best first, with the nearest misses'}
      flush={true}
    >
      {skills.length === 0 ? (
        <p className="p-4 text-quiet">No skill had anything to do with what was asked.</p>
      ) : (
        <ol>
          {skills.map((skill) => (
            <Candidate
              key={skill.id}
              served={skill.served}
              reason={skill.reason}
              score={skill.score}
              parts={skill.parts}
            >
              <SkillName skill={skill} />
            </Candidate>
          ))}
        </ol>
      )}
    </Card>
  );
}

function SkillName({ skill: { id, name, version, arm, arm_probability: probability } }: { skill: Skill }) {
  const hrefOf = useAgentHref();
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Link
        href={hrefOf(`/skills/${id}`)}
        prefetch={false}
        className="inline-flex min-h-6 min-w-0 items-center break-words font-medium hover:text-accent-strong hover:underline"
      >
        <LearnedText text={name} />
      </Link>
      <span className="text-quiet tabular-nums">v{version}</span>
      {arm === null ? null : (
        <>
          <Badge tone={arm === 'candidate' ? 'accent' : 'neutral'}>{arm}</Badge>
          {probability === null ? null : (
            <span className="text-caption text-quiet">
              drawn with probability {probabilityText(probability)}
            </span>
          )}
        </>
      )}
    </div>
  );
}
