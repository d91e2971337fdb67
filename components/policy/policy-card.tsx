'use client';

/** The tenant's own settings: what they change, who chose them, and every earlier version to return to. */
import { Card } from '../ui/layout/card.tsx';
import { Fold } from '../ui/layout/fold.tsx';
import { Badge } from '../ui/text/badge.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';
import { ChangePolicy } from './change-dialog.tsx';
import { changeTexts, ownText, type Policy, type PolicyVersion } from './policy-changes.ts';

interface PolicyCardProps {
  policy: Policy;
  /** Newest first; the first one holds. */
  versions: readonly PolicyVersion[];
}

export function PolicyCard({ policy, versions }: PolicyCardProps) {
  const [current, previous] = versions;
  if (current === undefined) return null;
  const changes = changeTexts(policy.installation, policy.settings);
  return (
    <Card
      title="Policy of this tenant"
      note={<Changed version={current} />}
      actions={<Return policy={policy} version={previous} />}
    >
      <div className="flex flex-col gap-3">
        {changes.length === 0 ? (
          <p className="text-table">The installation’s settings apply.</p>
        ) : (
          <ul aria-label="Settings of this tenant" className="flex flex-wrap gap-2">
            {changes.map((text) => (
              <li key={text}>
                <Badge tone="accent">{text}</Badge>
              </li>
            ))}
          </ul>
        )}
        {versions.length < 2 ? null : (
          <Fold title="Earlier" level={3} line={ownText(previous?.own ?? {})}>
            <ul aria-label="Earlier versions" className="flex flex-col divide-y divide-line text-table">
              {versions.slice(1).map((version) => (
                <li key={version.version} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
                  <span className="min-w-0 flex-1 basis-56">
                    {ownText(version.own)}
                    <span className="block text-caption text-quiet">
                      <Changed version={version} />
                    </span>
                  </span>
                  <Return policy={policy} version={version} />
                </li>
              ))}
            </ul>
          </Fold>
        )}
      </div>
    </Card>
  );
}

function Changed({ version: { version, actorName, changedBy, changedAt } }: { version: PolicyVersion }) {
  return (
    <>
      Version {version}, by <LearnedText text={actorName ?? changedBy} /> <Time at={changedAt} />
    </>
  );
}

/** `version` undefined: as before there was any. */
function Return({ policy, version }: { policy: Policy; version: PolicyVersion | undefined }) {
  const to = version === undefined ? 'the installation’s settings' : `version ${version.version}`;
  return (
    <ChangePolicy
      policy={policy}
      own={version?.own ?? {}}
      look={{ size: 'small' }}
      label={`Return to ${to}`}
      title={`Return to ${to}`}
      verb="Return"
      done="The earlier settings apply again"
    />
  );
}
