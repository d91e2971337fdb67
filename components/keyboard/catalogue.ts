/**
 * Every shortcut of the dashboard, once. Handlers, badges, the cheatsheet and the command menu all read this
 * table, so that no badge can promise a key that does nothing: a badge shows only while a handler is
 * registered.
 */

interface Entry {
  keys: string;
  label: string;
  group: 'Everywhere' | 'Go to' | 'List' | 'Decide' | 'Read' | 'Versions' | 'Memories' | 'Clean up' | 'Form';
}

export const CATALOGUE = {
  'app.menu': { keys: 'mod+k', label: 'Command menu', group: 'Everywhere' },
  'app.cheatsheet': { keys: '?', label: 'Keyboard shortcuts', group: 'Everywhere' },
  'app.filter': { keys: '/', label: 'Focus the filter', group: 'Everywhere' },
  'app.rail': { keys: 'b', label: 'Collapse or expand the sidebar', group: 'Everywhere' },
  'app.toasts': { keys: 'f8', label: 'Open notifications', group: 'Everywhere' },
  'go.review': { keys: 'g r', label: 'Review', group: 'Go to' },
  'go.canaries': { keys: 'g c', label: 'Canaries', group: 'Go to' },
  'go.skills': { keys: 'g s', label: 'Skills', group: 'Go to' },
  'go.memories': { keys: 'g m', label: 'Memories', group: 'Go to' },
  'go.episodes': { keys: 'g e', label: 'Episodes', group: 'Go to' },
  'go.insights': { keys: 'g i', label: 'Insights', group: 'Go to' },
  'list.next': { keys: 'j', label: 'Next item', group: 'List' },
  'list.previous': { keys: 'k', label: 'Previous item', group: 'List' },
  'list.open': { keys: 'o', label: 'Open the item', group: 'List' },
  'list.select': { keys: 'x', label: 'Select the item', group: 'List' },
  'list.extend-next': { keys: 'shift+j', label: 'Extend the selection down', group: 'List' },
  'list.extend-previous': { keys: 'shift+k', label: 'Extend the selection up', group: 'List' },
  'list.approve': { keys: 'shift+a', label: 'Approve the selection', group: 'List' },
  'list.reject': { keys: 'shift+r', label: 'Reject the selection', group: 'List' },
  'change.approve': {
    keys: 'a',
    label: 'Approve, once all changes have been on screen',
    group: 'Decide',
  },
  'change.reject': { keys: 'r', label: 'Reject with a reason', group: 'Decide' },
  'reject.1': { keys: '1', label: 'Reject: wrong', group: 'Decide' },
  'reject.2': { keys: '2', label: 'Reject: duplicate', group: 'Decide' },
  'reject.3': { keys: '3', label: 'Reject: too specific', group: 'Decide' },
  'reject.4': { keys: '4', label: 'Reject: unsafe', group: 'Decide' },
  'reject.5': { keys: '5', label: 'Reject: unclear', group: 'Decide' },
  'reject.6': { keys: '6', label: 'Reject: not worth it', group: 'Decide' },
  'change.amend': { keys: 'e', label: 'Edit the changes', group: 'Decide' },
  'change.skip': { keys: 's', label: 'Skip, come back later', group: 'Decide' },
  'change.comment': { keys: 'c', label: 'Comment', group: 'Decide' },
  'change.undo': { keys: 'z', label: 'Undo', group: 'Decide' },
  'read.next-card': { keys: 'n', label: 'Next change', group: 'Read' },
  'read.previous-card': { keys: 'shift+n', label: 'Previous change', group: 'Read' },
  'read.layout': { keys: 'd', label: 'Inline or side by side', group: 'Read' },
  'read.unchanged': { keys: 'u', label: 'Show unchanged rules', group: 'Read' },
  'read.support': { keys: 'p', label: 'Evidence', group: 'Read' },
  'read.preview': { keys: 'v', label: 'Show the preview of the recall text', group: 'Read' },
  'change.leave': { keys: 'escape', label: 'Close the editor and keep the draft', group: 'Decide' },
  'version.back': { keys: '[', label: 'Version back', group: 'Versions' },
  'version.forward': { keys: ']', label: 'Version forward', group: 'Versions' },
  'memory.approve': { keys: 'a', label: 'Approve the memory', group: 'Memories' },
  'memory.reject': { keys: 'r', label: 'Reject the memory', group: 'Memories' },
  'cleanup.merge': { keys: 'a', label: 'Merge the two memories', group: 'Clean up' },
  'cleanup.keep': { keys: 'r', label: 'Keep both memories', group: 'Clean up' },
  'form.submit': { keys: 'mod+enter', label: 'Submit the open form', group: 'Form' },
} as const satisfies Record<string, Entry>;

export type ShortcutId = keyof typeof CATALOGUE;
