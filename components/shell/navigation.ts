'use client';

/** Where the rail leads, in its order. */
import { useQuery } from '@tanstack/react-query';
import { OFTEN, type Outputs, useTRPC } from '../api/trpc.ts';
import type { ShortcutId } from '../keyboard/catalogue.ts';
import {
  Activity,
  Bird,
  BookOpenText,
  BrainCircuit,
  Building2,
  ChartNoAxesColumn,
  ClipboardCheck,
  Eraser,
  FlaskConical,
  Gauge,
  KeyRound,
  Layers,
  NotebookPen,
  ScrollText,
  SlidersHorizontal,
  Webhook,
} from '../ui/generated/icons.tsx';
import type { Icon } from '../ui/icon.tsx';
import { useAllowed, useViewer } from './viewer.ts';

export interface Destination {
  path: string;
  label: string;
  icon: Icon;
  shortcut?: ShortcutId;
  /** Which count of the rail's badges stands beside it. */
  badge?: 'pendingChangesets' | 'runningCanaries' | 'pendingMemories';
  /** Addresses below other paths that belong here too. */
  also?: readonly string[];
}

export const MAIN: readonly Destination[] = [
  {
    path: '/review',
    label: 'Review',
    icon: ClipboardCheck,
    shortcut: 'go.review',
    badge: 'pendingChangesets',
    also: ['/changesets'],
  },
  { path: '/canaries', label: 'Canaries', icon: Bird, shortcut: 'go.canaries', badge: 'runningCanaries' },
  { path: '/skills', label: 'Skills', icon: BookOpenText, shortcut: 'go.skills' },
  { path: '/memories', label: 'Memories', icon: Layers, shortcut: 'go.memories', badge: 'pendingMemories' },
  { path: '/episodes', label: 'Episodes', icon: NotebookPen, shortcut: 'go.episodes', also: ['/recalls'] },
  { path: '/insights', label: 'Insights', icon: ChartNoAxesColumn, shortcut: 'go.insights' },
  { path: '/playground', label: 'Playground', icon: FlaskConical },
];

const SETTINGS: readonly Destination[] = [
  { path: '/settings/keys', label: 'API keys', icon: KeyRound },
  { path: '/settings/erasure', label: 'Erasure', icon: Eraser },
  { path: '/settings/audit', label: 'Audit', icon: ScrollText },
  { path: '/settings/policy', label: 'Policy', icon: SlidersHorizontal },
  { path: '/settings/model', label: 'Model', icon: BrainCircuit },
  { path: '/settings/usage', label: 'Usage', icon: Gauge },
  { path: '/settings/jobs', label: 'Jobs', icon: Activity },
  { path: '/settings/webhooks', label: 'Webhooks', icon: Webhook },
];

const TENANTS: Destination = { path: '/settings/tenants', label: 'Tenants', icon: Building2 };

/** The settings, and what only the operator of the gateway has any use for. */
export function useSettings(): readonly Destination[] {
  return useViewer().operator ? [...SETTINGS, TENANTS] : SETTINGS;
}

/** Where no rail leads, but the account and the command menu. */
export const CONNECT = { path: '/connect', label: 'Connect an agent' } as const;

/** Whether `address` lies at or below the destination. */
export function isAt({ path, also = [] }: Destination, address: string): boolean {
  return [path, ...also].some((own) => address === own || address.startsWith(`${own}/`));
}

/** The counts in the rail: what waits for a person, and what runs. Nothing is asked that the viewer may not read. */
export type Badges = Outputs['overview']['badges'];

const NONE: Badges = { pendingChangesets: 0, runningCanaries: 0, pendingMemories: 0 };

function useBadgeQuery() {
  const trpc = useTRPC();
  const enabled = useAllowed('review');
  return useQuery(trpc.overview.badges.queryOptions(undefined, { enabled, ...OFTEN }));
}

export function useBadges(): Badges {
  return useBadgeQuery().data ?? NONE;
}

/** Whether the gateway answered when it was asked last; what a page shows may be out of date where it did not. */
export function useIsConnected(): boolean {
  return useBadgeQuery().failureCount === 0;
}
