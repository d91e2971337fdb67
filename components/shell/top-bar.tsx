'use client';

/** The bar over every page: whose things are shown, whether they are fresh, and the ways to everything else. */
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { usePathname } from 'next/navigation';
import { useState, useSyncExternalStore } from 'react';
import { upToMost } from '../../server/domain/admin/bounded-count.ts';
import { useTRPC } from '../api/trpc.ts';
import { useRunShortcut } from '../keyboard/registry.ts';
import { usePreferences } from '../preferences/preferences-context.ts';
import { cn } from '../ui/cn.ts';
import { Button, type ButtonProps, MenuButton } from '../ui/forms/button.tsx';
import { Combobox } from '../ui/forms/combobox.tsx';
import { CircleUserRound, Keyboard, Menu, Moon, Search, Sun, TriangleAlert } from '../ui/generated/icons.tsx';
import { useOnceOpen } from '../ui/overlays/return-focus.ts';
import { inWords } from '../ui/text/hidden-marks.ts';
import { ShortcutBadge } from '../ui/text/kbd.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { useAgent } from '../url/use-url-state.ts';
import { useBadges, useIsConnected } from './navigation.ts';
import { useLearningFaults } from './use-learning-faults.ts';
import { useAllowed, useViewer } from './viewer.ts';

const AllPages = dynamic(() => import('./all-pages.tsx').then((m) => m.AllPages), { ssr: false });

/** The way to all pages below 768 px, where there is no room for the rail. */
function PagesButton() {
  const path = usePathname();
  const { pendingChangesets } = useBadges();
  // Where the sheet was opened: going anywhere else closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const loaded = useOnceOpen(openAt === path);
  const waiting =
    pendingChangesets === 0
      ? ''
      : `, ${upToMost(pendingChangesets)} ${pendingChangesets === 1 ? 'changeset' : 'changesets'} to review`;
  return (
    <div className="md:hidden">
      <Button
        variant="quiet"
        size="icon"
        aria-label={`All pages${waiting}`}
        aria-haspopup="dialog"
        onClick={() => setOpenAt(path)}
        className="relative -ml-2"
      >
        <Menu aria-hidden="true" />
        {pendingChangesets === 0 ? null : (
          <span aria-hidden="true" className="absolute top-1 right-1 size-2 rounded-full bg-accent" />
        )}
      </Button>
      {loaded ? (
        <AllPages open={openAt === path} onOpenChange={(open) => setOpenAt(open ? path : null)} />
      ) : null}
    </div>
  );
}

// The account menu. What it opens is loaded when it is used: most visits never do.

const load = () => import('./account-items.tsx').then((m) => m.AccountItems);
const AccountItems = dynamic(load, { ssr: false, loading: () => <AccountButton /> });

function AccountButton(props: ButtonProps) {
  return (
    <MenuButton label="Account and preferences" {...props}>
      <CircleUserRound aria-hidden="true" />
    </MenuButton>
  );
}

function AccountMenu() {
  const [used, setUsed] = useState(false);
  if (used) return <AccountItems trigger={<AccountButton />} />;
  return <AccountButton onClick={() => setUsed(true)} onPointerEnter={() => void load()} />;
}

// Picks the agent whose things all pages show; the choice is part of every address.

const FIXED = [
  { value: '', label: 'All agents' },
  { value: '*', label: '* shared', note: 'served to every agent' },
];

function AgentPicker() {
  const [agent, pick] = useAgent();
  const trpc = useTRPC();
  const enabled = useAllowed('review');
  const { data = [] } = useQuery(trpc.agents.list.queryOptions(undefined, { enabled }));
  const known = data
    .filter(({ agentId }) => agentId !== '*')
    .map(({ agentId, episodes }) => ({
      value: agentId,
      label: agentId,
      note: `${episodes} ${episodes === 1 ? 'episode' : 'episodes'}`,
    }));
  return (
    <Combobox
      label="Agent"
      value={agent ?? ''}
      options={[...FIXED, ...known]}
      onValueChange={(picked) => pick(picked === '' ? null : picked)}
      free={true}
      placeholder="Agent id"
    />
  );
}

const never = () => () => undefined;

/** Whether the page updates itself. The server says nothing of it, which does not know. */
function LiveDot() {
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const isConnected = useIsConnected();
  if (!isInBrowser) return null;
  const look = isConnected ? 'bg-good' : 'animate-wait bg-transparent ring-2 ring-attention ring-inset';
  const text = isConnected
    ? 'This page updates by itself'
    : 'The gateway does not answer. This page may be out of date.';
  return (
    <span title={text} className="flex h-8 items-center gap-1.5 px-1.5 text-caption text-quiet">
      <span aria-hidden="true" className={cn('size-2 rounded-full', look)} />
      <span className="max-sm:sr-only">{isConnected ? 'Live' : 'Reconnecting'}</span>
      <span className="sr-only">: {text}</span>
    </span>
  );
}

function ThemeButton() {
  const { change } = usePreferences();
  const flip = () => {
    const dark = getComputedStyle(document.body).getPropertyValue('color-scheme') === 'dark';
    const system = matchMedia('(prefers-color-scheme: dark)').matches;
    const chosen = document.documentElement.dataset['theme'];
    const isDark = chosen === 'system' ? system : dark || chosen === 'dark';
    change({ theme: isDark ? 'light' : 'dark' });
  };
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label="Switch between light and dark"
      onClick={flip}
      className="max-sm:hidden"
    >
      <Sun aria-hidden="true" className="hidden dark:block" />
      <Moon aria-hidden="true" className="dark:hidden" />
    </Button>
  );
}

/** On a phone it scrolls away while there is something to decide. */
export function TopBar() {
  const { tenant } = useViewer();
  const run = useRunShortcut();
  return (
    <header className="sticky top-0 z-20 flex h-12 items-center gap-2 border-line border-b bg-canvas px-4 sm:gap-3 md:h-14 md:px-6 max-md:[body:has([data-decision-bar])_&]:static">
      <PagesButton />
      <AgentPicker />
      <span className="min-w-0 truncate text-caption text-quiet" title={inWords(`Tenant ${tenant}`)}>
        Tenant <LearnedText text={tenant} className="font-mono text-ink" />
      </span>
      <div className="ml-auto flex items-center gap-1">
        <FaultMark />
        <LiveDot />
        <Button onClick={() => run('app.menu')} className="max-sm:px-2">
          <Search aria-hidden="true" className="text-quiet" />
          <span className="font-normal text-quiet max-lg:sr-only">Search or run a command</span>
          <span className="text-quiet">
            <ShortcutBadge of="app.menu" />
          </span>
        </Button>
        <Button
          variant="quiet"
          size="icon"
          aria-label="Keyboard shortcuts"
          onClick={() => run('app.cheatsheet')}
          className="max-md:hidden"
        >
          <Keyboard aria-hidden="true" />
        </Button>
        <ThemeButton />
        <AccountMenu />
      </div>
    </header>
  );
}

const FaultPopover = dynamic(() => import('./fault-popover.tsx').then((m) => m.FaultPopover), {
  ssr: false,
});

/** Shows nothing while nothing fails, or the banner says why. */
function FaultMark() {
  const { others } = useLearningFaults();
  if (others.length === 0) return null;
  return (
    <FaultPopover
      faults={others}
      trigger={
        <Button variant="quiet" className="px-1.5">
          <TriangleAlert aria-hidden="true" className="text-attention" />
          <span className="font-normal max-lg:sr-only">Learning fails</span>
        </Button>
      }
    />
  );
}
