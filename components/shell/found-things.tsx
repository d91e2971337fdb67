'use client';

/** What the command menu finds by its words: skills, rules, changesets, memories, episodes and keys, called as their pages call them. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { type Outputs, useTRPC } from '../api/trpc.ts';
import { HeadlineText } from '../changesets/headline.tsx';
import { LearnedText, RedactedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';

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

export interface FoundGroup {
  heading: string;
  things: FoundThing[];
}

/** What fits `typed`, once typing has paused; the last answer stands until the next is there. */
export function useFound(typed: string): { groups: FoundGroup[]; busy: boolean } {
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
