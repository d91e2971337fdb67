'use client';

/** What to do with settings that did well in a rehearsal. */
import { SETTING_VARIABLES } from '../../server/domain/admin/rehearsal/setting-names.ts';
import { CopyButton } from '../ui/forms/copy-button.tsx';
import { adopted, allowedText, notYetAdopted, type Policy, refusals } from './adopting.ts';
import { ChangePolicy } from './change-dialog.tsx';
import { differing, labelOf, type SettingName } from './fields.ts';
import type { Rehearsal } from './words.ts';

interface AdoptProps {
  policy: Policy;
  rehearsal: Pick<Rehearsal, 'today' | 'settings'>;
}

export function Adopt({ policy, rehearsal }: AdoptProps) {
  const changed = differing(rehearsal.today, rehearsal.settings);
  if (changed.length === 0) return null;
  const left = notYetAdopted(policy, rehearsal);
  const words = changed.length === 1 ? 'this setting' : 'these settings';
  if (left.length === 0) {
    return <p className="text-quiet text-table">Adopted: this tenant has {words} now.</p>;
  }
  const refused = refusals(policy, rehearsal);
  if (refused.length > 0) return <Refused {...{ policy, rehearsal, refused }} />;
  return (
    <div>
      <ChangePolicy
        policy={policy}
        own={adopted(policy, rehearsal)}
        look={{ variant: 'primary' }}
        label={`Adopt ${words}`}
        title={`Adopt ${words}`}
        verb="Adopt"
        done="Adopted: the settings apply from now on"
      />
    </div>
  );
}

/** A tenant is only ever stricter than its installation: what can be done here, then who can do more. */
function Refused({ policy, rehearsal, refused }: AdoptProps & { refused: readonly SettingName[] }) {
  const lines = refused.map((name) => `${SETTING_VARIABLES[name]}=${rehearsal.settings[name]}`);
  const allowed = refused.map((name) => `${labelOf(name)}: ${allowedText(name, policy.installation)}`);
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-quiet text-table">
      <span>
        A tenant of this installation may choose {allowed.join(', ')}. Rehearse such a value, or ask the
        operator to allow more.
      </span>
      <CopyButton size="small" text={lines.join('\n')}>
        Copy as .env lines
      </CopyButton>
    </p>
  );
}
