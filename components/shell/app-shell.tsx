/** The frame of every signed-in page: skip link, rail, bar, main; and what opens over all of them. */
'use client';

import { setNonce } from 'get-nonce';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useId, useState } from 'react';
import { ApiProvider } from '../api/provider.tsx';
import { KeyboardProvider } from '../keyboard/keyboard-provider.tsx';
import { useShortcut } from '../keyboard/registry.ts';
import { cn } from '../ui/cn.ts';
import { PortalContext } from '../ui/overlays/return-focus.ts';
import { ToastProvider } from '../ui/overlays/toast-provider.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import { Rail } from './rail.tsx';
import { TopBar } from './top-bar.tsx';
import { useLearningFaults } from './use-learning-faults.ts';
import { useViewer, type Viewer, ViewerContext } from './viewer.ts';

const Cheatsheet = dynamic(() => import('./cheatsheet.tsx').then((m) => m.Cheatsheet), {
  ssr: false,
});
/** Loaded in the sample world alone. */
const SampleBanner = dynamic(() => import('./sample-banner.tsx').then((m) => m.SampleBanner), {
  loading: () => null,
});
/** Loaded while learning stands still. */
const LearningBanner = dynamic(() => import('./learning-banner.tsx').then((m) => m.LearningBanner), {
  loading: () => null,
});
const CommandMenu = dynamic(() => import('./command-menu.tsx').then((m) => m.CommandMenu), {
  ssr: false,
});

interface AppShellProps {
  viewer: Viewer;
  /** The nonce of this document, for the style element by which an open dialog stops the page from scrolling. */
  nonce: string;
  children: ReactNode;
}

export function AppShell({ viewer, nonce, children }: AppShellProps) {
  // Once, with the document's own nonce: later navigations bring another, which the browser would refuse.
  useState(() => setNonce(nonce));
  const [portal, setPortal] = useState<HTMLElement | null>(null);
  return (
    <ViewerContext value={viewer}>
      <ApiProvider tenant={viewer.tenant}>
        <NuqsAdapter>
          <KeyboardProvider>
            <ToastProvider>
              <PortalContext value={portal}>
                <Frame>{children}</Frame>
              </PortalContext>
              <section ref={setPortal} aria-label="Menus" />
            </ToastProvider>
          </KeyboardProvider>
        </NuqsAdapter>
      </ApiProvider>
    </ViewerContext>
  );
}

/** The height of what stands above every page, by how many banners there are. */
const BARS = ['[--bars:56px]', '[--bars:96px]', '[--bars:136px]'];

function Frame({ children }: { children: ReactNode }) {
  const mainId = useId();
  const inSample = useViewer().sampleWorld === 'inside';
  const { standstill } = useLearningFaults();
  const banners = (inSample ? 1 : 0) + (standstill === null ? 0 : 1);
  return (
    <div className={cn('flex min-h-dvh', BARS[banners])}>
      <a
        href={`#${mainId}`}
        className="sr-only z-50 rounded-md bg-accent px-3 py-2 font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to the page
      </a>
      <Rail />
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar />
        {inSample ? <SampleBanner /> : null}
        {standstill === null ? null : <LearningBanner {...standstill} />}
        <main
          id={mainId}
          tabIndex={-1}
          className="flex flex-1 flex-col gap-5 px-4 py-5 outline-none max-md:py-3 md:px-6"
        >
          {children}
        </main>
      </div>
      <Overlays />
    </div>
  );
}

function focusFilter(): void {
  const filter = document.querySelector('[data-filter]');
  if (filter instanceof HTMLElement) filter.focus();
}

function Overlays() {
  const [open, setOpen] = useState<'menu' | 'cheatsheet' | null>(null);
  const router = useRouter();
  const hrefOf = useAgentHref();
  const go = (path: string) => router.push(hrefOf(path));
  useShortcut('app.menu', () => setOpen((before) => (before === 'menu' ? null : 'menu')));
  useShortcut('app.cheatsheet', () => setOpen('cheatsheet'));
  useShortcut('app.filter', focusFilter);
  useShortcut('go.review', () => go('/review'));
  useShortcut('go.canaries', () => go('/canaries'));
  useShortcut('go.skills', () => go('/skills'));
  useShortcut('go.memories', () => go('/memories'));
  useShortcut('go.episodes', () => go('/episodes'));
  useShortcut('go.insights', () => go('/insights'));
  const close = (isOpen: boolean) => (isOpen ? undefined : setOpen(null));
  return (
    <>
      {open === 'menu' ? <CommandMenu open={true} onOpenChange={close} /> : null}
      {open === 'cheatsheet' ? <Cheatsheet open={true} onOpenChange={close} /> : null}
    </>
  );
}
