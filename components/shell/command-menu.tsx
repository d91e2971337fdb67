'use client';

/**
 * ⌘K: go to a page, open by id, run what the page offers. The actions are those of the shortcuts, from one
 * registry.
 */
import { Command } from 'cmdk';
import { useRouter } from 'next/navigation';
import { Dialog as Primitive } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import type { ShortcutId } from '../keyboard/catalogue.ts';
import { useLiveShortcuts, useRunShortcut } from '../keyboard/registry.ts';
import { Kbd } from '../ui/text/kbd.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import { CONNECT, MAIN, SETTINGS } from './navigation.ts';

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

function Item({ onSelect, keys, children }: { onSelect: () => void; keys?: string; children: ReactNode }) {
  return (
    <Command.Item
      onSelect={onSelect}
      className="flex h-9 cursor-default items-center justify-between gap-3 rounded-sm px-2.5 data-[selected=true]:bg-accent-soft"
    >
      <span>{children}</span>
      {keys === undefined ? null : <Kbd keys={keys} className="text-quiet" />}
    </Command.Item>
  );
}

/** Where the thing of an id is shown. Pure. */
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
  const found = pathOfId(typed.trim());
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-appear bg-(--veil)" />
        <Primitive.Content
          aria-describedby={undefined}
          className="fixed inset-x-4 top-[12vh] z-50 mx-auto max-w-xl animate-rise overflow-hidden rounded-lg border border-line bg-surface shadow-float outline-none"
        >
          <Primitive.Title className="sr-only">Command menu</Primitive.Title>
          <Command label="Command menu" loop={true}>
            <Command.Input
              value={typed}
              onValueChange={setTyped}
              placeholder="Go to a page, do something, or paste an id"
              className="h-12 w-full border-line border-b bg-transparent px-4 text-body outline-none placeholder:text-faint"
            />
            <Command.List className="max-h-[52vh] overflow-y-auto p-1.5">
              <Command.Empty className="px-2.5 py-4 text-quiet">Nothing of that name</Command.Empty>
              {found === null ? null : (
                <Item onSelect={done(() => router.push(hrefOf(found)))}>
                  Open <LearnedText text={typed.trim()} />
                </Item>
              )}
              <Command.Group heading="Go to" className={GROUP}>
                {[...MAIN, ...SETTINGS, CONNECT].map(({ path, label }) => (
                  <Item key={path} onSelect={done(() => router.push(hrefOf(path)))}>
                    {label}
                  </Item>
                ))}
              </Command.Group>
              <Command.Group heading="On this page" className={GROUP}>
                {shortcuts.map(({ id, keys, label }) => (
                  <Item key={id} onSelect={act(id)} keys={keys}>
                    <LearnedText text={label} />
                  </Item>
                ))}
              </Command.Group>
            </Command.List>
          </Command>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
