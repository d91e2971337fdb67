/**
 * Finds passwords among the arguments of commands whose option for them does not say so: `curl -u name:…`, `mysql -p…`. Every
 * stretch of text is read for the command before it alone, which keeps a line of many commands linear.
 */
import type { Detector } from '../find-spans.ts';
import type { Span } from '../spans.ts';
import { isSecretValue } from './secret-value.ts';

/** The quote before a value is `\1`; the value is the last group. */
const QUOTE = '(\\\\{0,3}["\']?)';
const VALUE = '([^\\s"\'`\\\\]{3,128})(?=[\\s"\'`\\\\]|$)';

/** An option with a value, and what of the value stands before the password. */
function option(names: string, before = ''): RegExp {
  return new RegExp(`(?<=\\s)(?:${names})${QUOTE}${before}${VALUE}`, 'd');
}

const USER = '[^\\s"\'`:]{0,128}:';

/** Commands, and the options that hold a password. */
const COMMANDS: readonly (readonly [names: string, password: RegExp])[] = [
  ['curl', option('(?:-u|-U|--user|--proxy-user)[= ]?\\s{0,4}', USER)],
  ['https?', option('(?:-a|--auth)[= ]\\s{0,4}', USER)],
  ['mysql\\w{0,8}|mariadb(?:-\\w{1,8})?|7z|mongorestore|mongodump', option('-p|-p(?=["\'])')],
  ['sshpass', option('-p\\s{0,4}')],
  ['redis-cli', option('(?:-a|--pass)[= ]\\s{0,4}')],
  [
    'mongosh?|cqlsh|docker login|podman login|helm registry login|az login|oc login|cf login',
    option('-p[= ]\\s{0,4}'),
  ],
  ['sqlcmd|bcp|mosquitto_pub|mosquitto_sub|zip|unzip', option('-P\\s{0,4}')],
  ['ldap(?:search|add|modify|delete)', option('-w\\s{0,4}')],
  ['smbclient|rpcclient', option('(?:-U|--user)[= ]\\s{0,4}', '[^\\s"\'`%]{1,128}%')],
  ['lftp', option('-u\\s{1,4}', '[^\\s"\'`,]{1,128},')],
  ['openssl', option('-pass(?:in|out)?\\s{1,4}', 'pass:')],
];

const COMMAND = new RegExp(
  `(?<![\\w.-])(?:${COMMANDS.map(([names]) => `(${names})`).join('|')})(?=\\s)`,
  'g',
);

const ARGUMENT = { sign: '://', quoted: true, strong: true, after: '' };

/** Arguments are looked for so far behind a command. */
const MAX_ARGUMENTS = 600;
/** A line that ends in a backslash goes on. */
const END_OF_LINE = /(?<!\\)\r?\n/;

/** The shortest option with a password: ` -pab1c`. */
const MIN_ARGUMENTS = 7;

export const COMMAND_PASSWORDS: Detector = {
  signs: [
    ...[
      'curl',
      'ttp ',
      'tps ',
      'mysq',
      'riad',
      '7z ',
      'mong',
      'sshp',
      'dis-',
      'cqls',
      'logi',
      'sqlc',
      'bcp ',
    ],
    ...['mosq', 'zip ', 'ldap', 'smbc', 'rpcc', 'lftp', 'enss'],
  ],
  find: findCommandPasswords,
};

/** Every password of a command's arguments. */
function findCommandPasswords(text: string): Span[] {
  const spans: Span[] = [];
  let last: RegExpExecArray | undefined;
  for (const command of text.matchAll(COMMAND)) {
    if (last) spans.push(...passwordOf(text, last, command.index));
    last = command;
  }
  return last ? [...spans, ...passwordOf(text, last, text.length)] : spans;
}

/** The password among a command's arguments, which end at the next command. */
function passwordOf(text: string, command: RegExpExecArray, next: number): Span[] {
  const from = command.index + command[0].length;
  if (next - from < MIN_ARGUMENTS) return [];
  const [stretch = ''] = text.slice(from, Math.min(next, from + MAX_ARGUMENTS)).split(END_OF_LINE, 1);
  const [, password] = COMMANDS[command.slice(1).findIndex((name) => name !== undefined)] ?? [];
  const [start, end] = password?.exec(stretch)?.indices?.at(-1) ?? [0, 0];
  const isPassword = isSecretValue(stretch.slice(start, end), ARGUMENT);
  return isPassword ? [{ start: from + start, end: from + end, kind: 'password_assignment' }] : [];
}
