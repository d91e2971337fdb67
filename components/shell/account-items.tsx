'use client';

/** What one person sets for themselves: the look, the keys, the zone; and the way out. */
import { useRouter } from 'next/navigation';
import type { ReactElement } from 'react';
import { toCallError } from '../api/trpc.ts';
import { actorLabel } from '../audit/actor-label.ts';
import { useEnterSample } from '../first-run/use-sample-world.ts';
import type { Preferences } from '../preferences/preferences.ts';
import { usePreferences } from '../preferences/preferences-context.ts';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../ui/overlays/menu.tsx';
import { useToast } from '../ui/overlays/toasts.ts';
import { inWords } from '../ui/text/hidden-marks.ts';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import { CONNECT } from './navigation.ts';
import { useViewer } from './viewer.ts';

type Choosable = Exclude<keyof Preferences, 'rail'>;

const ROWS: {
  [Name in Choosable]: {
    label: string;
    options: readonly { value: Preferences[Name]; label: string }[];
  };
} = {
  theme: {
    label: 'Theme',
    options: [
      { value: 'system', label: 'System' },
      { value: 'light', label: 'Light' },
      { value: 'dark', label: 'Dark' },
    ],
  },
  density: {
    label: 'Density',
    options: [
      { value: 'comfortable', label: 'Comfortable' },
      { value: 'compact', label: 'Compact' },
    ],
  },
  motion: {
    label: 'Motion',
    options: [
      { value: 'system', label: 'System' },
      { value: 'reduce', label: 'Less' },
      { value: 'full', label: 'Full' },
    ],
  },
  keys: {
    label: 'Single-key shortcuts',
    options: [
      { value: 'on', label: 'On' },
      { value: 'off', label: 'Off' },
    ],
  },
  palette: {
    label: 'Diff colours',
    options: [
      { value: 'blue-orange', label: 'Blue, orange' },
      { value: 'classic', label: 'Green, red' },
    ],
  },
  zone: {
    label: 'Time zone',
    options: [
      { value: 'local', label: 'Local' },
      { value: 'utc', label: 'UTC' },
    ],
  },
};

const SHOWN: readonly Choosable[] = ['theme', 'density', 'motion', 'keys', 'palette', 'zone'];

function Choice<Name extends Choosable>({ name }: { name: Name }) {
  const { preferences, change } = usePreferences();
  const set = (value: Preferences[Name]) => {
    const changed: Partial<Preferences> = {};
    changed[name] = value;
    change(changed);
  };
  return <MenuChoice {...ROWS[name]} value={preferences[name]} onChange={set} />;
}

async function leave(): Promise<void> {
  const { signOut } = await import('next-auth/react');
  await signOut({ callbackUrl: '/sign-in' });
}

/** Opens the sample world; loading it takes some seconds, in which the menu is closed. */
function useOpenSample(): () => void {
  const toast = useToast();
  const enter = useEnterSample();
  return () => {
    toast({ title: 'Opening the sample world', detail: 'This takes some seconds.' });
    const onError = (error: unknown) =>
      toast({ title: 'Not opened', detail: toCallError(error).detail, tone: 'danger' });
    enter.mutate(undefined, { onError });
  };
}

export function AccountItems({ trigger }: { trigger: ReactElement }) {
  const viewer = useViewer();
  const openSample = useOpenSample();
  const router = useRouter();
  const hrefOf = useAgentHref();
  return (
    <Menu opened={true} trigger={trigger} label="Account and preferences">
      <div className="flex max-w-88 flex-col gap-0.5 px-2.5 py-2">
        <span className="truncate font-medium text-table" title={inWords(viewer.actor)}>
          <LearnedText text={actorLabel({ actor: viewer.actor, name: viewer.actorName })} />
        </span>
        <span className="text-caption text-quiet">
          Tenant {viewer.tenant} · {viewer.scopes.length === 0 ? 'no scopes' : viewer.scopes.join(', ')}
        </span>
      </div>
      <MenuSeparator />
      {SHOWN.map((name) => (
        <Choice key={name} name={name} />
      ))}
      <MenuSeparator />
      <MenuItem onSelect={() => router.push(hrefOf(CONNECT.path))}>{CONNECT.label}</MenuItem>
      {viewer.sampleWorld === 'open' ? (
        <MenuItem onSelect={openSample}>Open the sample world</MenuItem>
      ) : null}
      <MenuItem onSelect={() => window.location.assign('/docs')}>API reference</MenuItem>
      {viewer.canSignOut ? <MenuItem onSelect={() => void leave()}>Sign out</MenuItem> : null}
    </Menu>
  );
}
