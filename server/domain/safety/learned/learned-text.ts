/**
 * The stricter scan of text that nobody wrote on purpose: what a model made of a run. A person's skill may
 * name an address or a command; a lesson that brings a new one may have been planted, so a person looks at it
 * first.
 */
import * as stopword from 'stopword';
import { decodedForms } from '../injection/decode-text.ts';
import { isEncodedText, rot13 } from '../injection/encoded-text.ts';
import { ordersSecrecy } from '../injection/find-injections.ts';
import { compileOrders, findOrders, UNSPACED } from '../orders/find-orders.ts';
import { HARMFUL_ORDERS } from '../orders/order-words.ts';
import { LOOSE_STEERING_ORDERS } from '../orders/steering-words.ts';
import { scanText } from '../scan.ts';
import { findSecrets } from '../secrets/secret-detectors.ts';
import type { Finding } from '../spans.ts';
import { isForbidden } from './forbidden-commands.ts';
import { addressesAndCommands, namedTargets } from './named-targets.ts';

// What a learned text must not say without a person's look, though a person's own skill may: commands that
// run what they fetch or that destroy, and acts that give something away, in many languages.

/** A pipe into a program that runs what it reads, and the other ways to run what was fetched or decoded. */
const TO_INTERPRETER =
  /\|\s{0,4}(?:sudo\s{1,4})?(?:\/?(?:usr\/)?bin\/)?(?:(?:ba|z|k|da|fi)?sh|python3?|perl|ruby|node|php|iex|powershell|pwsh)\b|\b(?:ba|z)?sh\s{1,4}(?:-c\s{1,4})?["']?(?:<\(|\$\()|\b(?:eval|source)\s{1,4}["']?(?:\$\(|`|<\()|\biex\b\s{0,4}\(|\b(?:python3?|node|perl|ruby|php)\s{1,4}-[ce]\s/i;

/** Long options whose name says that they switch a guard off, give power, or destroy. */
const RISKY_OPTION = [
  '--no-(?:verify|check[\\w-]*|preserve-root|sandbox|gpg[\\w-]*|auth\\w*|ssl[\\w-]*|tls[\\w-]*|password|audit|hooks|safe[\\w-]*|security|validat\\w*|confirm\\w*|prompt|backup|interactive-auth|encrypt\\w*|firewall|secure[\\w-]*|integrity|signature|trust\\w*|certificate\\w*)',
  '--(?:force[\\w-]*|hard|delete[\\w-]*|purge|wipe|destroy|drop|prune|privileged|insecure[\\w-]*|unsafe[\\w-]*|trusted-host|extra-index-url|index-url|registry|allow-(?!empty)[\\w-]{2,30}|yes-i-\\w+|recursive|danger[\\w-]*|disable-[\\w-]{1,30}|ignore-(?:scripts=false|cert[\\w-]*|ssl[\\w-]*|checksums?|signatures?|security[\\w-]*)|skip-(?!existing)[\\w-]{2,40}|bypass[\\w-]*|accept-(?:all|any|insecure)[\\w-]*|trust-[\\w-]+|cap-add|pid=host|net(?:work)?[= ]host|ipc=host|userns[= ]host|user[= ]root|security-opt|auto-approve|tamper\\w*|unauthenticated|permission-mode[= ]bypass\\w*|noverify|nocheck|no_verify|exec[\\w-]*=)',
].join('|');
const RISKY_SIGNS = [
  `(?<![\\w-])(?:${RISKY_OPTION})(?![\\w-])`,
  '(?<![\\w-])-auto-approve\\b',
  '\\.dropDatabase\\(',
  '>\\s{0,3}/dev/(?:sd|nvme|hd|vd)|:\\(\\)\\s{0,3}\\{',
  '-ExecutionPolicy\\s{1,4}Bypass',
  '&&\\s{0,3}chmod\\s{1,4}\\+x|\\$\\((?:cat|base64|env|printenv|whoami|curl|wget)\\b|/dev/tcp/',
  'NODE_TLS_REJECT_UNAUTHORIZED|PYTHONHTTPSVERIFY|(?:GIT_)?SSL_NO_VERIFY|StrictHostKeyChecking[= ]no|UserKnownHostsFile=/dev/null|rejectUnauthorized\\W{1,4}false|InsecureSkipVerify|sslverify\\W{1,4}(?:false|0)|strict-ssl\\W{1,4}false|CERT_NONE|http\\.sslVerify',
  '(?<![\\w-])-v\\s{1,3}(?:/:|/etc|/root|/var/run/docker\\.sock|~/\\.ssh)|/var/run/docker\\.sock|(?<![\\w-])-{2}user\\s{1,3}root\\b',
  '/etc/(?:sudoers|shadow|passwd|hosts|ld\\.so)',
];
/** Each from the beginning of a word: to look for that once is many times as fast as to do it for each. */
const RISKY_WORDS = [
  'rm\\s{1,4}(?:-[a-z-]{1,12}\\s{1,4}){0,3}-[a-z]{0,4}[rf]|unlink\\s|shred\\s{1,4}-|wipefs\\b|srm\\s|truncate\\s{1,4}-s\\s{0,3}0|git\\s{1,4}clean\\s{1,4}-[a-z]*[fdx]|git\\s{1,4}reset\\s{1,4}--hard|git\\s{1,4}push\\s{1,4}(?:\\S{1,40}\\s{1,4}){0,4}(?:-f\\b|\\+[\\w/])|git\\s{1,4}(?:filter-branch|update-ref\\s{1,4}-d)|find\\s{1,4}[^\\n]{0,120}?-(?:delete|exec\\s{1,4}rm)\\b|xargs\\s{1,4}(?:-\\S{1,4}\\s{1,4}){0,3}rm\\b|rsync\\b[^\\n]{0,60}--delete',
  'chmod\\s{1,4}(?:-\\w{1,3}\\s{1,4}){0,3}(?:0?[0-7]?777|0?666|[ugoa]*\\+s|[oa]\\+[rwx]*w|a\\+rwx)|chown\\s{1,4}(?:-R\\s{1,4})?[\\w:]{1,30}\\s{1,4}/(?:\\s|$|etc)',
  '(?:drop|truncate)\\s{1,3}(?:table|database|schema|user|role|index|view|column)\\b|delete\\s{1,3}from\\s|grant\\s{1,3}all\\b|alter\\s{1,3}(?:user|role)\\b|flushall\\b|flushdb\\b|dropdb\\s',
  'dd\\s{1,4}(?:if|of|bs)=|mkfs(?:\\.\\w{2,5})?\\b|mkswap\\s|(?:sfdisk|parted|fdisk)\\s{1,4}/dev|blkdiscard\\b|cryptsetup\\s{1,4}(?:erase|luksFormat)|format\\s{1,4}[a-z]:|diskpart\\b|vssadmin\\b|wbadmin\\s{1,4}delete|cipher\\s{1,4}/w',
  '(?:kubectl|oc|terraform|tofu|pulumi|helm|aws|gcloud|az|doctl|heroku|flyctl|fly|eksctl|vagrant|multipass|supabase|firebase|vercel|netlify|wrangler|gh|glab|zfs|lvm|btrfs|docker|podman|nomad|consul|vault|etcdctl)\\s{1,4}(?:[\\w:.-]{1,30}\\s{1,4}){0,3}(?:delete|destroy|uninstall|terminate-instances|rb|apps:destroy|prune|down\\s{1,4}-v|del|secrets\\s{1,4}disable|rmi?\\s{1,4}-f)\\b|(?:lvremove|vgremove|zpool\\s{1,4}destroy|userdel|deluser|groupdel|net\\s{1,4}user\\s)\\b|docker\\s{1,4}(?:system|volume|image|container|builder)\\s{1,4}prune\\b|crontab\\s{1,4}-|shutdown\\s{1,4}[-/]|init\\s{1,4}0\\b',
  '(?:Remove-Item|Clear-Disk|Format-Volume|Clear-Content|Remove-\\w{3,30}|Stop-Computer|Set-ExecutionPolicy|Disable-\\w{3,30}|Uninstall-\\w{3,30}|Set-MpPreference|Invoke-Expression)\\b|(?:rd|rmdir)\\s{1,4}/s|del\\s{1,4}/[a-z]|reg\\s{1,4}delete\\b|bcdedit\\b',
  'curl\\s{1,4}(?:-[a-z]{1,8}\\s{1,4}){0,4}-[a-z]{0,4}k\\b|base64\\s{1,4}(?:-d|--decode|-w\\s{0,2}0)|nc\\s{1,4}-|ncat\\s|mkfifo\\b|socat\\s{1,4}\\S+|ssh\\s{1,4}-R\\b|ngrok\\s{1,4}(?:http|tcp)',
  'verify\\s{0,2}=\\s{0,2}False|check_hostname\\s{0,2}=\\s{0,2}False|verify_ssl\\W{1,4}false|ssl_verify\\W{1,4}(?:false|none)',
  'hooksPath\\b|core\\.(?:sshCommand|fsmonitor|gitProxy|pager|editor)\\s{0,2}=|HUSKY=0\\b|credential\\.helper\\s{0,2}=|protocol\\.ext\\.allow|seccomp=unconfined|apparmor=unconfined',
  'authorized_keys\\b|ssh-copy-id\\b|NOPASSWD\\b|sudo\\b[^.\\n]{0,20}(?:without|no) password|setenforce\\s{1,4}0|SELINUX=(?:disabled|permissive)|ufw\\s{1,4}(?:disable|reset)|iptables\\s{1,4}-[FX]|nft\\s{1,4}flush|systemctl\\s{1,4}(?:stop|disable|mask)\\b|service\\s{1,4}\\w+\\s{1,4}stop|usermod\\s{1,4}-a?G|useradd\\s|adduser\\s|gpasswd\\s{1,4}-a|visudo\\b|LD_PRELOAD\\b|history\\s{1,4}-c\\b|unset\\s{1,4}HISTFILE|auditctl\\s{1,4}-[De]|spctl\\s{1,4}--master-disable|csrutil\\s{1,4}disable|wevtutil\\s{1,4}cl',
];
const RISKY_COMMAND = new RegExp(`${RISKY_SIGNS.join('|')}|\\b(?:${RISKY_WORDS.join('|')})`, 'gi');
/** A picture whose address is to be filled in carries away what fills it. */
const FILLED_PICTURE = /!\[[^\]\n]{0,120}\]\(\s{0,4}https?:\/\/[^)\s]{0,200}[?&=/](?:\$?\{|<|\[|%7B|%3C)/i;

/** Longer text is held for its size, no matter what else it says. */
const MAX_READ = 262_144;

const ORDERS = compileOrders([...HARMFUL_ORDERS, ...LOOSE_STEERING_ORDERS]);

/** The findings that `scanText` does not make. */
function strictFindings(whole: string): Finding[] {
  const text = whole.slice(0, MAX_READ);
  const findings = new Set<Finding>(findOrders(text, ORDERS).map(({ finding }) => finding));
  if (TO_INTERPRETER.test(text) || namesRiskyCommand(text)) findings.add('injection:command');
  if (FILLED_PICTURE.test(text)) findings.add('injection:exfiltration');
  if (ordersSecrecy(text)) findings.add('injection:concealment');
  return [...findings];
}

/** Whether a text names a command that destroys, gives power or switches a guard off, and does not speak against it. */
function namesRiskyCommand(text: string): boolean {
  if (text.search(RISKY_COMMAND) === -1) return false;
  return text
    .matchAll(RISKY_COMMAND)
    .some(({ 0: command, index }) => !isForbidden(text, index, index + command.length));
}

const KNOWN_WORDS: ReadonlySet<string> = new Set(
  Object.values(stopword).flatMap((list: unknown) => (Array.isArray(list) ? list.map(String) : [])),
);
const LEAST_WORDS = 6;

/** Whether a text of some words has none that any known language is full of. */
function isInUnknownLanguage(whole: string): boolean {
  const text = whole.slice(0, MAX_READ);
  if (UNSPACED.test(text)) return false;
  const words = text.toLowerCase().match(/(?<![\w./@=-])\p{L}[\p{L}\p{M}'’]*(?![\w./@=-])/gu) ?? [];
  return words.length >= LEAST_WORDS && !words.some((word) => KNOWN_WORDS.has(word));
}

export { namedTargets };

/** Longer text is held for its size. */
const MAX_ROTATED = 262_144;

/** Every address is a finding of the stricter scan; one alone is what a fact may have. */
const ANY_ADDRESS: Finding = 'injection:address';

/** The findings on a text that a caller wants remembered: as a learned text, but that it may name an address. */
export function scanRememberedText(text: string): Finding[] {
  return scanLearnedText(text).filter((finding) => finding !== ANY_ADDRESS);
}

/** Everything that {@link scanText} finds, in the text and in what it encodes, and what only learned text must not say. */
export function scanLearnedText(text: string): Finding[] {
  const decoded = decodedForms(text);
  const forms = [text, ...decoded];
  const secrets = decoded.flatMap(findSecrets);
  const findings = new Set([...scanText(text, { decoded }), ...secrets.map(({ kind }) => `secret:${kind}`)]);
  for (const finding of forms.flatMap(strictFindings)) findings.add(finding);
  if (isEncodedText(text) || namesRiskyCommand(rot13(text.slice(0, MAX_ROTATED))))
    findings.add('injection:encoded_text');
  const { addresses, commands } = addressesAndCommands(text, decoded);
  if (addresses.length > 0) findings.add(ANY_ADDRESS);
  // Nobody here can tell what is to be done with it.
  if (commands.length > 0 && isInUnknownLanguage(text)) findings.add('injection:command');
  return [...findings];
}

/** Texts of one and of two bytes a character: patterns are compiled for each. */
const SAMPLES = ['Refund the order first.', 'Refund the order first… done'];

/**
 * Has the patterns compiled: the first scan of a process takes a fifth of a second, which nobody should wait for. Patterns
 * are interpreted once and compiled the second time.
 */
export function warmUp(): void {
  for (const sample of [...SAMPLES, ...SAMPLES]) scanLearnedText(sample);
}
