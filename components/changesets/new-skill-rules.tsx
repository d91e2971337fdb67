/** The rules of a skill that does not exist yet, by section, inside the card that creates it. */
'use client';

import type { CreateSkillOp } from '../../server/domain/skills/changesets/ops.ts';
import { SECTIONS } from '../../server/domain/skills/sections.ts';
import { LazyWordDiff } from '../diff/lazy-word-diff.tsx';
import { LearnedText } from '../ui/learned-text.tsx';
import { useMask } from './masked.ts';
import { sectionTitle } from './words.ts';

export function NewSkillRules({ op: { tags, bullets } }: { op: CreateSkillOp }) {
  const mask = useMask();
  return (
    <div className="flex flex-col gap-3">
      {tags.length === 0 ? null : (
        <p className="text-caption text-quiet">
          Tags:{' '}
          <span className="text-ink">
            <LearnedText text={mask(tags.join(', '))} />
          </span>
        </p>
      )}
      {SECTIONS.map((section) => {
        const rules = bullets.map((rule, at) => ({ ...rule, at })).filter((rule) => rule.section === section);
        if (rules.length === 0) return null;
        return (
          <div key={section} className="flex flex-col gap-1.5">
            <p className="font-medium text-caption text-quiet">{sectionTitle(section)}</p>
            {rules.map(({ at, content, issue, keywords }) => (
              <div key={at} className="flex flex-col gap-0.5">
                <LazyWordDiff before={null} after={mask(content)} />
                {issue === '' && keywords.length === 0 ? null : (
                  <p className="pl-5 text-caption text-quiet">
                    <LearnedText
                      text={[mask(issue), mask(keywords.join(', '))]
                        .filter((part) => part !== '')
                        .join(' · ')}
                    />
                  </p>
                )}
              </div>
            ))}
          </div>
        );
      })}
      {bullets.length === 0 ? <p className="text-quiet text-table">It has no rules yet.</p> : null}
    </div>
  );
}
