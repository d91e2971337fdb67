'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
/** ⌘K: go to a page, find a thing by its words or its id, run an action of the page. */
import { Command } from 'cmdk';
import { useRouter } from 'next/navigation';
import { Dialog as Primitive } from 'radix-ui';
import { type ReactNode, useEffect, useState } from 'react';
import { type Outputs, useTRPC } from '../api/trpc.ts';
import { HeadlineText } from '../changesets/headline.tsx';
import type { ShortcutId } from '../keyboard/catalogue.ts';
import { useLiveShortcuts, useRunShortcut } from '../keyboard/registry.ts';
import { Kbd } from '../ui/text/kbd.tsx';
import { LearnedText, RedactedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import { CONNECT, MAIN, useSettings } from './navigation.ts';

const PLACES: readonly [prefix: string, place: string][] = [
  ['cs_', '/changesets/'],
  ['ex_', '/canaries/'],
  ['sk_', '/skills/'],
  ['ep_', '/episodes/'],
  ['rc_', '/recalls/'],
];

/** The page of an id such as `cs_…`, or null where the text is no id that has a page. */
function pathOfId(text: string): string | null {
  if (!/^[a-z]{2,3}_[\w-]{1,60}$/i.test(text)) return null;
  const place = PLACES.find(([prefix]) => text.startsWith(prefix));
  return place === undefined ? null : `${place[1]}${text}`;
}

const GROUP =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-caption [&_[cmdk-group-heading]]:text-quiet';

interface ItemProps {
  /** Told apart by it. */
  value: string;
  onSelect: () => void;
  keys?: string;
  children: ReactNode;
}

function Item({ value, onSelect, keys, children }: ItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-9 cursor-default items-center justify-between gap-3 rounded-sm px-2.5 data-[selected=true]:bg-accent-soft"
    >
      <span className="min-w-0">{children}</span>
      {keys === undefined ? null : <Kbd keys={keys} className="text-quiet" />}
    </Command.Item>
  );
}

function Group({ heading, children }: { heading: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <Command.Group heading={heading} className={GROUP}>
      {children}
    </Command.Group>
  );
}

/** Whether a label has every word that was typed. */
function has(label: string, typed: string): boolean {
  const within = label.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word));
}

export function CommandMenu({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const [typed, setTyped] = useState('');
  const shortcuts = useLiveShortcuts().filter(({ id }) => id !== 'app.menu' && !id.startsWith('go.'));
  const router = useRouter();
  const run = useRunShortcut();
  const hrefOf = useAgentHref();
  const done = (act: () => void) => () => {
    onOpenChange(false);
    setTyped('');
    // After the dialog has given focus back, so that the action may move it on.
    setTimeout(act);
  };
  const act = (id: ShortcutId) => done(() => run(id));
  const path = pathOfId(typed.trim());
  const { groups, busy } = useFound(open ? typed : '');
  const settings = useSettings();
  const pages = [...MAIN, ...settings, CONNECT].filter(({ label }) => has(label, typed.trim()));
  const actions = shortcuts.filter(({ label }) => has(label, typed.trim()));
  const go = (href: string) => done(() => router.push(href));
  const nothing = path === null && pages.length + actions.length + groups.length === 0;
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-appear bg-(--veil)" />
        <Primitive.Content
          aria-describedby={undefined}
          className="fixed inset-x-4 top-[12vh] z-50 mx-auto max-w-xl animate-rise overflow-hidden rounded-lg border border-line bg-surface shadow-float outline-none"
        >
          <Primitive.Title className="sr-only">Command menu</Primitive.Title>
          <Command label="Command menu" loop={true} shouldFilter={false}>
            <Command.Input
              value={typed}
              onValueChange={setTyped}
              placeholder="Search, open a page or run a command"
              className="h-12 w-full border-line border-b bg-transparent px-4 text-body outline-none placeholder:text-faint"
            />
            <Command.List className="max-h-[60vh] overflow-y-auto p-1.5">
              {nothing ? (
                <p role="status" className="px-2.5 py-4 text-quiet">
                  {busy ? 'Looking…' : 'No results'}
                </p>
              ) : null}
              {path === null ? null : (
                <Item value={path} onSelect={go(hrefOf(path))}>
                  Open <LearnedText text={typed.trim()} />
                </Item>
              )}
              <Group heading="Go to">
                {pages.map(({ path: to, label }) => (
                  <Item key={to} value={to} onSelect={go(hrefOf(to))}>
                    {label}
                  </Item>
                ))}
              </Group>
              <Group heading="Read">
                {has('API reference', typed.trim())
                  ? [
                      <Item key="/docs" value="/docs" onSelect={done(() => window.location.assign('/docs'))}>
                        API reference
                      </Item>,
                    ]
                  : []}
              </Group>
              {groups.map(({ heading, things }) => (
                <Group key={heading} heading={heading}>
                  {things.map(({ id, href, title, of, note }) => (
                    <Item key={id} value={id} onSelect={go(href.includes('agent=') ? href : hrefOf(href))}>
                      <span className="line-clamp-2 break-words">{title}</span>
                      <span className="block truncate text-caption text-quiet">
                        {of === null ? null : (
                          <>
                            <LearnedText text={of === '*' ? 'every agent' : of} />
                            {' · '}
                          </>
                        )}
                        {note}
                      </span>
                    </Item>
                  ))}
                </Group>
              ))}
              <Group heading="On this page">
                {actions.map(({ id, keys, label }) => (
                  <Item key={id} value={id} onSelect={act(id)} keys={keys}>
                    <LearnedText text={label} />
                  </Item>
                ))}
              </Group>
            </Command.List>
          </Command>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

type Found = Outputs['overview']['find'];
type Row = Found['skills'][number];

const PAUSE_MS = 120;
/** What has fewer characters is in nearly everything. */
const FEWEST = 2;

/** A thing as the menu lists it. */
interface FoundThing {
  id: string;
  href: string;
  title: ReactNode;
  /** What it belongs to. */
  of: string | null;
  note: ReactNode;
}

interface FoundGroup {
  heading: string;
  things: FoundThing[];
}

/** What fits `typed`, once typing has paused; the last answer stands until the next is there. */
function useFound(typed: string): { groups: FoundGroup[]; busy: boolean } {
  const trpc = useTRPC();
  const [text, setText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const enabled = text.length >= FEWEST;
  const found = useQuery(
    trpc.overview.find.queryOptions({ text }, { enabled, placeholderData: keepPreviousData }),
  );
  const groups = enabled && found.data !== undefined ? groupsOf(found.data, text) : [];
  return { groups, busy: text !== typed.trim() || found.isFetching };
}

function groupsOf({ headlines, searchedTo, ...found }: Found, text: string): FoundGroup[] {
  const plain = ({ title }: Row) => <LearnedText text={title} code={true} />;
  const redacted = ({ title }: Row) => <RedactedText text={title} code={true} />;
  const groups: [string, Row[], (row: Row) => string, (row: Row) => ReactNode][] = [
    ['Skills', found.skills, ({ id }) => `/skills/${id}`, plain],
    ['Rules', found.rules, ({ skillId }) => `/skills/${skillId ?? ''}`, plain],
    [
      'Changesets',
      found.changesets,
      ({ id }) => `/changesets/${id}`,
      ({ id }) => (headlines[id] === undefined ? id : <HeadlineText headline={headlines[id]} most={80} />),
    ],
    ['Memories', found.memories, hrefOfMemory, redacted],
    ['Episodes', found.episodes, ({ id }) => `/episodes/${id}`, redacted],
    ['API keys', found.keys, ({ id }) => `/settings/keys?revoked=show&text=${id}`, plain],
  ];
  const listed = groups
    .filter(([, rows]) => rows.length > 0)
    .map(([heading, rows, hrefOf, titleOf]) => ({
      heading,
      things: rows.map((row) => ({
        ...{ id: row.id, of: row.of },
        note: (
          <>
            {row.status} · <Time at={row.at} />
          </>
        ),
        ...{ href: hrefOf(row), title: titleOf(row) },
      })),
    }));
  return searchedTo === null ? listed : [...listed, olderEpisodes(text, searchedTo)];
}

/** Where episodes are searched further back than the menu does. */
function olderEpisodes(text: string, searchedTo: string): FoundGroup {
  const thing = {
    ...{ id: 'older-episodes', of: null, title: 'Search older episodes' },
    href: `/episodes?${new URLSearchParams({ text })}`,
    note: (
      <>
        Searched back to <Time at={searchedTo} absolute={true} />
      </>
    ),
  };
  return { heading: 'More episodes', things: [thing] };
}

/** The list that shows it among those of its words, unfolded, in any status. */
function hrefOfMemory({ id, title, of }: Row): string {
  const query = new URLSearchParams({ tab: 'all', status: 'any', id, text: title.slice(0, 80).trim() });
  if (of !== null) query.set('agent', of);
  return `/memories?${query}`;
}
