/**
 * The places outside that a text names: addresses to send something to, accounts to give something to,
 * commands to run. A lesson that nobody but a page or a tool's answer knows such a place of deserves a
 * person's look.
 */
import { decodedForms } from '../injection/decode-text.ts';
import { findEmails } from '../personal-data/email.ts';
import { findIbans } from '../personal-data/ssn.ts';
import { namedCommands } from './forbidden-commands.ts';

/** Each in lower case and once. */
export interface NamedTargets {
  /** Hosts, hosts with their path, and mail addresses. */
  readonly addresses: string[];
  /** Bank, card, phone and wallet numbers, handles and names of accounts. */
  readonly accounts: string[];
  /** Programs with what they are told to do, and long options. */
  readonly commands: string[];
}

/** Longer text names no more than its beginning; nothing so long is kept as a rule. */
const MAX_READ = 262_144;

/** What a text names, also where it is encoded. */
export function namedTargets(text: string): NamedTargets {
  const forms = formsOf(text);
  return { ...addressesAndCommandsIn(forms), accounts: once(forms.flatMap(accountsIn)) };
}

/** Of that the addresses and the commands; `decoded` is what the text says in another writing. */
export function addressesAndCommands(
  text: string,
  decoded: readonly string[],
): Omit<NamedTargets, 'accounts'> {
  return addressesAndCommandsIn(formsOf(text, decoded));
}

function formsOf(text: string, decoded?: readonly string[]): string[] {
  const read = plainForm(text.slice(0, MAX_READ));
  return [read, ...(decoded !== undefined && read === text ? decoded : decodedForms(read))];
}

function addressesAndCommandsIn(forms: readonly string[]): Omit<NamedTargets, 'accounts'> {
  return { addresses: once(forms.flatMap(addressesIn)), commands: once(forms.flatMap(namedCommands)) };
}

function once(names: readonly string[]): string[] {
  return [...new Set(names)];
}

/** Characters that nobody sees and look-alikes of dots and colons hide no address. */
function plainForm(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  return text
    .replace(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .normalize('NFKC')
    .replaceAll('。', '.')
    .replaceAll('∕', '/');
}

/** `hxxp`, `[.]` and `(dot)` write addresses that must not be clicked; a model reads them all the same. */
const DEFANGED = /\[\.\]|\(\.\)|\{\.\}|[[(](?:dot|punkt|punto|point)[\])]/gi;
const DEFANGED_AT = /[[(](?:at|@)[\])]/gi;

/** A run without blanks and brackets, of which an address is a part. */
const WORD = /[^\s"'`<>()[\]{}|,;*„“”«»]+/gu;
const MAX_WORD = 600;
const HOST =
  /(?:[a-z0-9](?:[a-z0-9_-]{0,62})\.){1,10}(?:[a-z]{2,24}|xn--[a-z0-9-]{2,59}|\d{1,3})(?![a-z0-9_-])|(?:[\p{L}\p{N}-]{1,63}\.){1,4}(?:рф|укр|бел|срб|中国|中國|公司|网络|香港|台灣|한국|みんな|السعودية|مصر|भारत)/iu;
const IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;
/** Addresses of this machine lead nowhere. */
const LOCAL = /^(?:localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|.*\.localhost)$/;

/** Endings that nothing but an address has. */
const STRONG = wordSet(
  'com net org edu gov mil int biz info app dev xyz top site online shop icu vip club click website onion example invalid ninja rocks loan racing digital finance agency cloud tech pro mobi eth local internal io ai co me tv gg ly to ru cn su de fr es it nl be ch at pt br mx ar cl uk us ca au nz jp kr eu se no dk fi cz sk hu ro bg gr tr ua kz il ae ir pk bd sg th vn ph tw hk za ng ke tk ga cf gq pw ws la vu',
);
/** Endings that files (`run.sh`) and fields (`user.name`) have too; an address with them has a path or a third part. */
const WEAK = wordSet(
  'md py sh rs pl ts cc so ps cs mm hs ml tf in is as am do by my id sa name page web live work link store fun space host news blog life world today email solutions support network systems group team zone center company bank money cash pay download stream win bid review trade party science date men test bot chat codes',
);
/** What programs call what they log to and read from. */
const PROGRAM_OBJECT =
  /^(?:console|log|logger|logging|this|self|window|process|config|app|module|import|std|t|e|i)\./;

/** Hosts (with their path where they have one), IP addresses and mail addresses. */
function addressesIn(raw: string): string[] {
  const text = raw
    .replace(DEFANGED, '.')
    .replace(DEFANGED_AT, '@')
    .replace(/\bhxxp/gi, 'http');
  const found = findEmails(text).map(({ start, end }) => text.slice(start, end).toLowerCase());
  for (const [word] of text.matchAll(WORD)) {
    if (word.includes('.') || word.includes('://')) found.push(...addressesOfWord(word.slice(0, MAX_WORD)));
  }
  return found;
}

/** The host of a word, and the host with its path; nothing for what names no host. */
export function addressesOfWord(word: string): string[] {
  const lower = word.toLowerCase();
  const scheme = lower.indexOf('://');
  const rest = scheme < 0 ? lower : lower.slice(scheme + 3);
  const named =
    scheme < 0 || lower.startsWith('file:') ? HOST.exec(rest) : /^(?:[^/@]*@)?([^/:?#]+)/.exec(rest);
  if (named === null || (scheme < 0 && isInside(rest.slice(0, named.index)))) return [];
  const host = (named[1] ?? named[0]).replace(/[.!?]+$/, '');
  const tail = rest.slice(named.index + named[0].length).replace(/^:\d{1,5}/, '');
  if (LOCAL.test(host) || (scheme < 0 && !isHost(host, tail))) return [];
  const path = tail.startsWith('/') ? (tail.split(/[?#]/)[0] ?? '').replace(/[/.:!?。]+$/, '') : '';
  return path === '' ? [host] : [host, host + path];
}

/** Whether what stands before a name makes it no host: a mail address, a path as in `src/api.d.ts`, a file as `.env.test`. */
function isInside(before: string): boolean {
  return before.endsWith('@') || before.endsWith('.') || (before.endsWith('/') && !before.endsWith('//'));
}

/** What stands before the ending of a source file: `api.d.ts`, `cart.test.ts`, `vite.config.ts`. */
const FILE_KIND = /\.(?:d|test|spec|config|setup|stories|module|mock|min)\.[a-z]{2,3}$/;

/** Whether a bare word with dots is the name of a host, and not of a file, a field or a version. */
function isHost(host: string, tail: string): boolean {
  if (IPV4.test(host)) return host.split('.').every((part) => Number(part) < 256);
  const labels = host.split('.');
  const ending = labels.at(-1) ?? '';
  if (tail.startsWith('=') || PROGRAM_OBJECT.test(host) || (tail === '' && FILE_KIND.test(host)))
    return false;
  if (STRONG.has(ending) || ending.startsWith('xn--') || /[^a-z0-9]/.test(ending)) return true;
  return WEAK.has(ending) && (labels.length > 2 || tail.startsWith('/')) && !/[_]/.test(host);
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** Words of many languages for what has an owner and a name. */
const ACCOUNT_NOUN =
  'accounts?|users?|usernames?|logins?|roles?|principals?|wallets?|members?|cuentas?|usuarios?|comptes?|utilisateurs?|konto|konten|benutzer|nutzer|contas?|usuários?|utenti|utente|rekening|gebruikers?|kont[oa]|użytkownik\\w*|аккаунт\\p{L}*|пользовател\\p{L}*|сч[её]т\\p{L}*|账户|账号|帐户|帳戶|用户|用戶|アカウント|ユーザー|口座|계정|사용자|계좌|حساب|المستخدم|hesap|kullanıcı|tài khoản|akun|pengguna|खाते?|उपयोगकर्ता';
const NAMED_ACCOUNT = new RegExp(
  `(?<!\\p{L})(?:${ACCOUNT_NOUN})[\\s:#=]{0,3}["'\`“«「『]?(?<name>[\\p{L}\\p{N}][\\p{L}\\p{N}._@-]{1,63})(?<closed>["'\`”»」』])?`,
  'giu',
);
const HANDLE = /(?<![\p{L}\p{N}@/._-])@(?<name>[a-z0-9][a-z0-9_-]{1,38})(?![\w/(.]*[/(])/giu;
/** Marks of code and of documentation that look like handles. */
const ANNOTATION =
  /^(?:param|returns?|throws|override|deprecated|see|link|since|property|dataclass|staticmethod|classmethod|pytest|media|import|types?|todo|beta|latest|next|app|test|autowired|component|injectable|transactional|ts-\w+)$/i;
const WALLET =
  /(?<!\w)(?:0x[0-9a-f]{40}|bc1[a-z0-9]{25,60}|[13][a-km-zA-HJ-NP-Z1-9]{25,34}|T[1-9A-HJ-NP-Za-km-z]{33})(?!\w)/g;
/** Nine digits and more, grouped or not: account numbers of a bank, a cloud or a telephone. */
const LONG_NUMBER = /(?<![\w.-])\+?\d(?:[ -]?\d){8,29}(?![\w-]|\.\d)/g;

/** Numbers and names to which something can be given. */
function accountsIn(text: string): string[] {
  const found: string[] = findIbans(text).map(({ start, end }) => compact(text.slice(start, end)));
  for (const [number] of text.matchAll(LONG_NUMBER)) found.push(compact(number));
  for (const [wallet] of text.matchAll(WALLET)) found.push(wallet.toLowerCase());
  for (const { groups } of text.matchAll(HANDLE)) {
    const name = groups?.name ?? '';
    if (!ANNOTATION.test(name)) found.push(`@${name.toLowerCase()}`);
  }
  for (const { groups } of text.matchAll(NAMED_ACCOUNT)) {
    const name = groups?.name ?? '';
    // A plain word behind the noun goes on with the sentence; a name is quoted or is no word.
    if (groups?.closed !== undefined || /[\d_@-]/.test(name)) found.push(name.toLowerCase());
  }
  return found;
}

function compact(number: string): string {
  return number.replace(/[\s\u00a0-]/g, '').toLowerCase();
}
