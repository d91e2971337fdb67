'use client';

/** Where the rail leads, in its order. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Outputs, useTRPC } from '../api/trpc.ts';
import { useLive } from '../api/use-live.ts';
import type { ShortcutId } from '../keyboard/catalogue.ts';
import {
  Activity,
  Bird,
  BookOpenText,
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
import { type Scope, useAllowed, useViewer } from './viewer.ts';

export interface Destination {
  path: string;
  label: string;
  icon: Icon;
  /** What one needs to read it. */
  scopes: readonly Scope[];
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
    scopes: ['review'],
    shortcut: 'go.review',
    badge: 'pendingChangesets',
    also: ['/changesets'],
  },
  {
    path: '/canaries',
    label: 'Canaries',
    icon: Bird,
    scopes: ['review'],
    shortcut: 'go.canaries',
    badge: 'runningCanaries',
  },
  { path: '/skills', label: 'Skills', icon: BookOpenText, scopes: ['learn'], shortcut: 'go.skills' },
  {
    path: '/memories',
    label: 'Memories',
    icon: Layers,
    scopes: ['learn'],
    shortcut: 'go.memories',
    badge: 'pendingMemories',
  },
  {
    path: '/episodes',
    label: 'Episodes',
    icon: NotebookPen,
    scopes: ['review'],
    shortcut: 'go.episodes',
    also: ['/recalls'],
  },
  {
    path: '/insights',
    label: 'Insights',
    icon: ChartNoAxesColumn,
    scopes: ['learn', 'review'],
    shortcut: 'go.insights',
  },
  { path: '/playground', label: 'Playground', icon: FlaskConical, scopes: ['review'] },
];

export const SETTINGS: readonly Destination[] = [
  { path: '/settings/keys', label: 'API keys', icon: KeyRound, scopes: ['admin'] },
  { path: '/settings/erasure', label: 'Erasure', icon: Eraser, scopes: ['admin'] },
  { path: '/settings/audit', label: 'Audit', icon: ScrollText, scopes: ['admin'] },
  { path: '/settings/policy', label: 'Policy', icon: SlidersHorizontal, scopes: ['admin'] },
  { path: '/settings/usage', label: 'Usage', icon: Gauge, scopes: ['admin'] },
  { path: '/settings/jobs', label: 'Jobs', icon: Activity, scopes: ['admin'] },
  { path: '/settings/webhooks', label: 'Webhooks', icon: Webhook, scopes: ['admin'] },
];

const TENANTS: Destination = { path: '/settings/tenants', label: 'Tenants', icon: Building2, scopes: [] };

/** The settings, and what only the operator of the gateway has any use for. */
export function useSettings(): readonly Destination[] {
  return useViewer().operator ? [...SETTINGS, TENANTS] : SETTINGS;
}

/** Where no rail leads, but the account and the command menu. */
export const CONNECT = { path: '/connect', label: 'Connect an agent', scopes: ['review'] } as const;

/** Whether `address` lies at or below the destination. */
export function isAt({ path, also = [] }: Destination, address: string): boolean {
  return [path, ...also].some((own) => address === own || address.startsWith(`${own}/`));
}

/** The counts in the rail: what waits for a person, and what runs. Nothing is asked that the viewer may not read. */
export type Badges = Outputs['overview']['badges'];

const NONE: Badges = { pendingChangesets: 0, runningCanaries: 0, pendingMemories: 0 };

export function useBadges(): Badges {
  const trpc = useTRPC();
  const enabled = useAllowed('review');
  const cache = useQueryClient();
  const { data } = useQuery(trpc.overview.badges.queryOptions(undefined, { enabled }));
  useLive(() => void cache.invalidateQueries(trpc.overview.badges.queryFilter()));
  return data ?? NONE;
}
