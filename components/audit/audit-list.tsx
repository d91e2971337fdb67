'use client';

import { type ReactNode, useState } from 'react';
/** Entries of the audit log, newest first. */
import { isSystemActor } from '../../server/domain/principal.ts';
import type { Headline } from '../../server/domain/skills/changesets/wording/headline.ts';
import type { Outputs } from '../api/trpc.ts';
import { HeadlineText } from '../changesets/headline.tsx';
import { useHeadlines } from '../changesets/use-headlines.ts';
import { CopyButton } from '../ui/forms/copy-button.tsx';
import { ChevronRight, Cog, KeyRound, User } from '../ui/generated/icons.tsx';
import type { Icon } from '../ui/icon.tsx';
import { type Column, Table } from '../ui/layout/table.tsx';
import { inWords } from '../ui/text/hidden-marks.ts';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { Time } from '../ui/text/time.tsx';
import { actionText, type DetailPair, pairsOf } from './actions.ts';
import { actorLabel, shortIds } from './actor-label.ts';

/** An entry of the audit log, and where what it is about can be looked at. Pure. */
export type AuditEntry = Outputs['audit']['search']['items'][number];

const PAGES: Record<string, string> = {
  changeset: '/changesets',
  skill: '/skills',
  episode: '/episodes',
};

/** What a resource is, where only its name is shown. */
const WORDS: Record<string, string> = { apikey: 'API key', user: 'user', agent: 'agent', job: 'job' };

function partsOfResource(resource: string): [type: string, id: string] {
  const colon = resource.indexOf(':');
  return [resource.slice(0, colon), resource.slice(colon + 1)];
}

/** The address of the page of a resource such as `skill:sk_1`; null where it has none. */
function resourceHref(props: Pick<AuditEntry, 'resource' | 'resourceName'>): string | null {
  const { resource, resourceName } = props;
  const [type, id] = partsOfResource(resource);
  const page = PAGES[type];
  if (page !== undefined) return `${page}/${encodeURIComponent(id)}`;
  if (type === 'apikey') return `/settings/keys?revoked=show&text=${encodeURIComponent(id)}`;
  if (type === 'job') return '/settings/jobs';
  if (type !== 'memory' || resourceName === null) return null;
  const words = resourceName.slice(0, 80).trim();
  return `/memories?${new URLSearchParams({ tab: 'all', status: 'any', id, text: words })}`;
}

type ActorKind = 'key' | 'system' | 'person';

/** What kind of actor did it: a key, the gateway by itself, or a person. */
function actorKind(actor: string): ActorKind {
  if (actor.startsWith('key:')) return 'key';
  return isSystemActor(actor) ? 'system' : 'person';
}

const KINDS: Record<ActorKind, { Icon: Icon; word: string }> = {
  key: { Icon: KeyRound, word: 'API key' },
  system: { Icon: Cog, word: 'Gateway' },
  person: { Icon: User, word: 'Person' },
};

function Actor({ actor, actorName, changeset, details }: AuditEntry) {
  const { Icon, word } = KINDS[actorKind(actor)];
  const facts = changeset === null ? details : { risk: changeset.risk };
  return (
    <span
      className="inline-flex max-w-44 items-center gap-1.5 max-md:max-w-56 lg:max-w-56"
      title={inWords(`${word}: ${actor}`)}
    >
      <Icon aria-hidden="true" className="size-3.5 shrink-0 text-quiet" />
      <LearnedText text={actorLabel({ actor, name: actorName }, facts)} className="truncate" />
    </span>
  );
}

/** What it is about, by what it says or is called; below it what that is, or which skills it changes. */
function About(entry: ListedEntry) {
  const { resource, resourceName, changeset, headline } = entry;
  const [type] = partsOfResource(resource);
  const href = resourceHref(entry);
  const title =
    headline === undefined ? (
      <LearnedText text={resourceName ?? shortIds(resource)} />
    ) : (
      <HeadlineText headline={headline} most={120} />
    );
  const of = changeset?.skills.join(', ') || (resourceName === null ? '' : (WORDS[type] ?? type));
  return (
    <span className="flex min-w-0 flex-col [overflow-wrap:anywhere] md:max-w-80" title={inWords(resource)}>
      {href === null ? (
        <span>{title}</span>
      ) : (
        <Link href={href} className="text-accent underline-offset-2 hover:underline">
          {title}
        </Link>
      )}
      {of === '' ? null : <LearnedText text={of} className="text-caption text-quiet max-md:hidden" />}
    </span>
  );
}

interface ListedEntry extends AuditEntry {
  headline: Headline | undefined;
}

/** Actions that a reviewer gives a reason for. */
const REASONED = ['changeset.rejected', 'changeset.applied', 'changeset.canary', 'changeset.queued'];

function reasonOf({ action, changeset }: AuditEntry): string | null {
  if (!REASONED.includes(action)) return null;
  const { rejectionReason = null, reviewComment = null } = changeset ?? {};
  return (action === 'changeset.rejected' ? (rejectionReason ?? reviewComment) : reviewComment) || null;
}

function Reason({ entry }: { entry: AuditEntry }) {
  const reason = reasonOf(entry);
  if (reason === null) return null;
  return (
    <q className="line-clamp-3 [overflow-wrap:anywhere]">
      <LearnedText text={reason} />
    </q>
  );
}

const TOP = 'md:[td&]:align-top';

const COLUMNS: Column<ListedEntry>[] = [
  {
    key: 'at',
    header: 'Time',
    className: `${TOP} max-md:first:w-auto max-md:first:text-caption max-md:first:text-quiet`,
    // Where five columns have no room the actor stands below the time.
    cell: (entry) => (
      <>
        <span className="max-md:hidden">
          <Time at={entry.at} absolute={true} />
        </span>
        <span className="md:hidden">
          <Time at={entry.at} />
        </span>
        <span className="hidden md:max-lg:block">
          <Actor {...entry} />
        </span>
      </>
    ),
  },
  {
    key: 'actor',
    header: 'Actor',
    className: `${TOP} md:max-lg:hidden`,
    cell: (entry) => <Actor {...entry} />,
  },
  {
    key: 'action',
    header: 'What happened',
    className: TOP,
    cell: ({ action }) => (
      <span className="font-medium" title={action}>
        {actionText(action)}
      </span>
    ),
  },
  {
    key: 'resource',
    header: 'About',
    className: `${TOP} max-md:-order-1 max-md:w-full max-md:text-ink max-md:text-table`,
    cell: (entry) => <About {...entry} />,
  },
  {
    key: 'details',
    header: 'Details',
    className: `md:w-2/5 ${TOP} max-md:w-full`,
    tells: (entry) => Object.keys(entry.details).length > 0 || reasonOf(entry) !== null,
    cell: (entry) => (
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <Reason entry={entry} />
        {Object.keys(entry.details).length === 0 ? null : <EntryDetails details={entry.details} />}
      </div>
    ),
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

function EntryDetails({ details }: { details: AuditEntry['details'] }) {
  const pairs = pairsOf(details);
  if (pairs.length === 0) return <span className="text-faint">none</span>;
  return (
    <Fold
      className="group min-w-0 flex-1"
      summary={
        <summary className="flex list-none items-start gap-1 rounded-sm hover:text-ink">
          <ChevronRight
            aria-hidden="true"
            className="mt-0.5 size-3.5 shrink-0 text-quiet group-open:rotate-90"
          />
          <Line pairs={pairs} />
        </summary>
      }
    >
      <Whole pairs={pairs} raw={JSON.stringify(details, null, 2)} />
    </Fold>
  );
}

/** What is folded exists from its unfolding on: a page of entries stays light. */
function Fold(props: { summary: ReactNode; className: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details className={props.className} onToggle={(event) => setOpen(event.currentTarget.open)}>
      {props.summary}
      {open ? props.children : null}
    </details>
  );
}

/** The details that are shown, on at most two lines. */
function Line({ pairs }: { pairs: readonly DetailPair[] }) {
  const shown = pairs.filter(({ text }) => text !== null);
  return (
    <span className="line-clamp-2 [overflow-wrap:anywhere]">
      {shown.map(({ key, text }, index) => (
        <span key={key}>
          {index === 0 ? '' : <span className="text-faint"> · </span>}
          <span className="text-quiet">
            <LearnedText text={key} />
          </span>{' '}
          <LearnedText text={shortIds(text ?? '')} />
        </span>
      ))}
      {shown.length === 0 ? <span className="text-quiet">no details</span> : null}
    </span>
  );
}

function Whole({ pairs, raw }: { pairs: readonly DetailPair[]; raw: string }) {
  return (
    <div className="mt-2 mb-1 flex flex-col gap-2 rounded-md bg-sunken p-3 text-left">
      <dl className="flex flex-col gap-1">
        {pairs.map(({ key, text }) => (
          <div key={key} className="flex flex-wrap gap-x-3">
            <dt className="w-28 shrink-0 text-quiet">
              <LearnedText text={key} />
            </dt>
            <dd className="min-w-0 flex-1 basis-40 whitespace-pre-wrap [overflow-wrap:anywhere]">
              {text === null ? <span className="text-quiet">none</span> : <LearnedText text={text} />}
            </dd>
          </div>
        ))}
      </dl>
      <Fold
        className="border-line border-t pt-2"
        summary={
          <summary className="w-fit rounded-sm text-caption text-quiet hover:text-ink">Stored entry</summary>
        }
      >
        <LearnedText
          as="pre"
          text={raw}
          className="mt-1.5 mb-2 max-h-64 overflow-y-auto whitespace-pre-wrap [overflow-wrap:anywhere] font-mono text-code"
        />
        <CopyButton text={raw}>Copy</CopyButton>
      </Fold>
    </div>
  );
}
