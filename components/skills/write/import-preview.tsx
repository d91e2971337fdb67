/** What a SKILL.md is read as: name, description, rules by section, and why it cannot be read where it cannot. */

import { isBlocking } from '../../../server/domain/safety/spans.ts';
import { SECTIONS } from '../../../server/domain/skills/skill-state.ts';
import { findingText } from '../../changesets/preview/finding-text.ts';
import { CircleAlert, Info, OctagonAlert } from '../../ui/generated/icons.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { counted } from '../../ui/text/counted.ts';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import type { Parsed } from './use-skill-check.ts';

interface PreviewProps {
  parsed: Parsed;
  byRule: Map<number, string[]>;
  /** Files that came with the document and are not imported. */
  notKept: readonly string[];
  isEmpty: boolean;
}

export function ImportPreview({
  parsed: { skill, problems, changes },
  notKept,
  byRule,
  isEmpty,
}: PreviewProps) {
  return (
    <Card title="Read as" {...(skill === null ? {} : { note: counted(skill.rules.length, 'rule') })}>
      <div aria-live="polite" className="flex flex-col gap-4">
        {skill === null && problems.length === 0 ? (
          <p className="text-quiet text-table">
            {isEmpty ? 'A preview appears here before anything is saved.' : 'Reading …'}
          </p>
        ) : null}
        {problems.map((problem) => (
          <p key={problem} className="flex gap-2 text-danger text-table">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <LearnedText text={problem} className="min-w-0 break-words" />
          </p>
        ))}
        {changes.length === 0 ? null : (
          <ul
            aria-label="Changes to the document"
            className="flex list-disc flex-col gap-1 pl-5 text-attention text-table"
          >
            {changes.map((change) => (
              <li key={change}>
                <LearnedText text={change} className="break-words" />
              </li>
            ))}
          </ul>
        )}
        {notKept.length === 0 ? null : (
          <p className="break-words text-attention text-table">
            {`Not imported: ${notKept.slice(0, 20).join(', ')}${notKept.length > 20 ? ` and ${notKept.length - 20} more` : ''}.`}
          </p>
        )}
        {skill === null ? null : <Read skill={skill} byRule={byRule} />}
      </div>
    </Card>
  );
}

function Read({ skill, byRule }: { skill: NonNullable<Parsed['skill']>; byRule: Map<number, string[]> }) {
  const { name, description, tags, rules } = skill;
  const numbered = rules.map((rule, index) => ({ ...rule, index }));
  return (
    <>
      <div className="flex flex-col gap-1">
        <LearnedText as="p" text={name} className="break-all font-semibold" />
        <LearnedText as="p" text={description} className="max-w-[75ch] break-words text-quiet" />
        {tags.length === 0 ? null : (
          <p className="flex flex-wrap gap-1.5 pt-1">
            {tags.map((tag) => (
              <Badge key={tag}>{`#${tag}`}</Badge>
            ))}
          </p>
        )}
      </div>
      {SECTIONS.map((section) => {
        const own = numbered.filter((rule) => rule.section === section);
        if (own.length === 0) return null;
        return (
          <section key={section} className="flex flex-col gap-1.5">
            <h3 className="font-medium text-caption text-quiet capitalize">{section}</h3>
            <ol className="flex flex-col gap-2">
              {own.map(({ index, content }) => (
                <li key={index} className="flex flex-col gap-1 border-line border-l-2 pl-3">
                  <LearnedText
                    as="p"
                    text={content}
                    className="whitespace-pre-wrap break-words font-mono text-code"
                  />
                  <FindingNotes findings={byRule.get(index) ?? []} />
                </li>
              ))}
            </ol>
          </section>
        );
      })}
    </>
  );
}

/** What lint and scan say of a text, under it: what holds a change as an alert, advice as a quiet note. */
export function FindingNotes({ findings }: { findings: readonly string[] }) {
  if (findings.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1">
      {findings.map((finding) =>
        isBlocking(finding) ? (
          <li
            key={finding}
            className="flex items-start gap-2 rounded-md border border-danger/50 bg-danger-soft px-2.5 py-1.5 font-medium text-danger text-table"
          >
            <OctagonAlert aria-hidden="true" className="mt-px size-4 shrink-0" />
            <LearnedText text={findingText(finding, null)} />
          </li>
        ) : (
          <li key={finding} className="flex items-start gap-1.5 text-caption text-quiet">
            <Info aria-hidden="true" className="mt-px size-3.5 shrink-0" />
            <LearnedText text={findingText(finding, null)} />
          </li>
        ),
      )}
    </ul>
  );
}
