/** The bar over every page: whose things are shown, whether they are fresh, and the ways to everything else. */
'use client';

import { Keyboard, Moon, Search, Sun } from 'lucide-react';
import { useRunShortcut } from '../keyboard/use-shortcut.ts';
import { usePreferences } from '../preferences/preferences-context.ts';
import { Button } from '../ui/button.tsx';
import { inWords } from '../ui/hidden-marks.ts';
import { LearnedText } from '../ui/learned-text.tsx';
import { ShortcutBadge } from '../ui/shortcut-badge.tsx';
import { AccountMenu } from './account-menu.tsx';
import { AgentPicker } from './agent-picker.tsx';
import { LiveDot } from './live-dot.tsx';
import { useViewer } from './viewer.ts';

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

export function TopBar() {
  const { tenant } = useViewer();
  const run = useRunShortcut();
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center gap-2 border-line border-b bg-canvas px-4 sm:gap-3 md:px-6">
      <AgentPicker />
      <span className="min-w-0 truncate text-caption text-quiet" title={inWords(`Tenant ${tenant}`)}>
        Tenant{' '}
        <span className="font-mono text-ink">
          <LearnedText text={tenant} />
        </span>
      </span>
      <div className="ml-auto flex items-center gap-1">
        <LiveDot />
        <Button onClick={() => run('app.menu')} data-shortcut="app.menu" className="max-sm:px-2">
          <Search aria-hidden="true" className="text-quiet" />
          <span className="font-normal text-quiet max-lg:sr-only">Go to or do</span>
          <span className="text-quiet">
            <ShortcutBadge of="app.menu" />
          </span>
        </Button>
        <Button
          variant="quiet"
          size="icon"
          aria-label="Keyboard shortcuts"
          data-shortcut="app.cheatsheet"
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
