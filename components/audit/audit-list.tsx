'use client';

import { Cog, KeyRound, type LucideIcon, User } from 'lucide-react';
import Link from 'next/link';
/** Entries of the audit log, newest first. */
import { isSystemActor } from '../../server/domain/principal.ts';
import type { Headline } from '../../server/domain/skills/changesets/headline.ts';
import type { Outputs } from '../api/trpc.ts';
import { HeadlineText } from '../changesets/headline.tsx';
import { useHeadlines } from '../changesets/use-headlines.ts';
import { cn } from '../ui/cn.ts';
import { type Column, Table } from '../ui/layout/table.tsx';
import { inWords } from '../ui/text/hidden-marks.ts';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';
import { shortIds } from './actions.ts';
import { EntryDetails } from './entry-details.tsx';

/** An entry of the audit log, and where what it is about can be looked at. Pure. */
export type AuditEntry = Outputs['audit']['search']['items'][number];

const PAGES: Record<string, string> = {
  changeset: '/changesets',
  skill: '/skills',
  episode: '/episodes',
};
const LISTS: Record<string, string> = {
  apikey: '/settings/keys?revoked=show',
  job: '/settings/jobs',
  memory: '/memories',
};

/** The address of the page of a resource such as `skill:sk_1`; null where it has none. */
function resourceHref(resource: string): string | null {
  const colon = resource.indexOf(':');
  const [type, id] = [resource.slice(0, colon), resource.slice(colon + 1)];
  const page = PAGES[type];
  return page === undefined ? (LISTS[type] ?? null) : `${page}/${encodeURIComponent(id)}`;
}

type ActorKind = 'key' | 'system' | 'person';

/** What kind of actor did it: a key, the gateway by itself, or a person. */
function actorKind(actor: string): ActorKind {
  if (actor.startsWith('key:')) return 'key';
  return isSystemActor(actor) ? 'system' : 'person';
}

const KINDS: Record<ActorKind, { Icon: LucideIcon; word: string }> = {
  key: { Icon: KeyRound, word: 'API key' },
  system: { Icon: Cog, word: 'The gateway itself' },
  person: { Icon: User, word: 'Person' },
};

function Actor({ actor }: { actor: string }) {
  const { Icon, word } = KINDS[actorKind(actor)];
  return (
    <span
      className="inline-flex max-w-44 items-center lg:max-w-56 max-md:max-w-56 gap-1.5"
      title={inWords(`${word}: ${actor}`)}
    >
      <Icon aria-hidden="true" className="size-3.5 shrink-0 text-quiet" />
      <span className="truncate">
        <LearnedText text={actor} />
      </span>
    </span>
  );
}

/** A changeset is called by what it says, everything else by its id. */
function Resource({ resource, headline }: Pick<ListedEntry, 'resource' | 'headline'>) {
  const href = resourceHref(resource);
  const look = 'inline-block [overflow-wrap:anywhere] font-mono text-code md:min-w-28';
  const text = shortIds(resource);
  if (href === null) {
    return (
      <span className={look} title={inWords(resource)}>
        <LearnedText text={text} />
      </span>
    );
  }
  return (
    <Link
      href={href}
      prefetch={false}
      title={inWords(resource)}
      className={cn(
        headline === undefined ? look : 'block max-w-80',
        'text-accent underline-offset-2 hover:underline',
      )}
    >
      {headline === undefined ? <LearnedText text={text} /> : <HeadlineText headline={headline} most={120} />}
    </Link>
  );
}

interface ListedEntry extends AuditEntry {
  headline: Headline | undefined;
}

const COLUMNS: Column<ListedEntry>[] = [
  {
    key: 'at',
    header: 'Time',
    className: 'md:[td&]:align-top',
    // Where five columns have no room the actor stands below the time.
    cell: ({ at, actor }) => (
      <>
        <Time at={at} absolute={true} />
        <span className="hidden md:max-lg:block">
          <Actor actor={actor} />
        </span>
      </>
    ),
  },
  {
    key: 'actor',
    header: 'Actor',
    className: 'md:[td&]:align-top md:max-lg:hidden',
    cell: ({ actor }) => <Actor actor={actor} />,
  },
  {
    key: 'action',
    header: 'Action',
    className: 'md:[td&]:align-top',
    cell: ({ action }) => <span className="font-medium">{action}</span>,
  },
  {
    key: 'resource',
    header: 'Resource',
    className: 'md:[td&]:align-top',
    cell: (entry) => <Resource {...entry} />,
  },
  {
    key: 'details',
    header: 'Details',
    className: 'md:w-2/5 md:[td&]:align-top',
    cell: ({ details }) => <EntryDetails details={details} />,
  },
];

const CHANGESET = 'changeset:';

export function AuditList({ rows }: { rows: readonly AuditEntry[] }) {
  const idOf = ({ resource }: AuditEntry) =>
    resource.startsWith(CHANGESET) ? resource.slice(CHANGESET.length) : null;
  const headlines = useHeadlines(rows.flatMap((row) => idOf(row) ?? []));
  const listed = rows.map((row) => ({ ...row, headline: headlines.get(idOf(row) ?? '') }));
  return <Table caption="Audit log, newest first" columns={COLUMNS} rows={listed} rowKey={({ id }) => id} />;
}
