/** Every shortcut that works on this page, read from the registry. */
'use client';

import { useLiveShortcuts } from '../keyboard/registry.ts';
import { usePreferences } from '../preferences/preferences-context.ts';
import { Switch } from '../ui/forms/toggle.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { Kbd } from '../ui/text/kbd.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';

export function Cheatsheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const shortcuts = useLiveShortcuts();
  const { preferences, change } = usePreferences();
  const groups = Map.groupBy(shortcuts, ({ group }) => group);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Keyboard shortcuts"
      description="Shortcuts on this page. Single keys are off while you type and while a dialog is open."
      size="large"
    >
      <div className="mb-5">
        <Switch
          label="Single-key shortcuts"
          hint="Shortcuts with Ctrl or Cmd always work."
          checked={preferences.keys === 'on'}
          onCheckedChange={(on) => change({ keys: on ? 'on' : 'off' })}
        />
      </div>
      <div className="gap-10 sm:columns-2">
        {[...groups].map(([group, entries]) => (
          <section key={group} className="mb-5 break-inside-avoid">
            <h3 className="mb-1 font-semibold text-table">{group}</h3>
            <dl>
              {entries.map(({ id, keys, label }) => (
                <div key={id} className="flex items-center justify-between gap-4 border-line border-b py-1.5">
                  <dt className="text-quiet text-table">
                    <LearnedText text={label} />
                  </dt>
                  <dd>
                    <Kbd keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
