/**
 * Commands that a text names, in code or in a sentence: a program with its first words, what a package manager is to
 * install, long options, statements of SQL, and settings of the environment.
 */

/** Programs that a command may begin with, as alternatives of a pattern. */
export const PROGRAMS =
  'apt|apt-get|aws|az|bash|brew|bun|bunx|cargo|cat|chmod|chown|cmd|composer|cp|crontab|curl|dd|deno|docker|docker-compose|dotnet|echo|eval|exec|find|gcloud|gem|gh|git|gitleaks|go|gradle|gpg|gsutil|helm|heroku|iex|invoke-webrequest|iptables|iwr|java|jq|kill|killall|kubectl|ln|ls|make|mkfs|mount|mv|mvn|mysql|nc|ncat|netcat|node|npm|npx|openssl|perl|php|pip|pip3|pipx|pkill|pnpm|poetry|powershell|psql|pwsh|python|python3|redis-cli|rm|rmdir|rsync|ruby|scp|sed|setx|sftp|sh|shred|socat|source|sqlite3|ssh|ssh-copy-id|ssh-keygen|su|sudo|systemctl|tar|tee|telnet|terraform|touch|ufw|uv|uvx|vault|wget|yarn|zsh';
/** Programs whose names are words too: in a sentence they count only before something that no sentence has. */
const WORDS_TOO = new Set(
  'cat cp dd echo eval exec find go java kill ln ls make mount node perl php ruby sed source su tar tee touch vault node python composer gem heroku poetry'.split(
    ' ',
  ),
);
const RUNNERS = new Set('sudo exec command env time nohup'.split(' '));

/** A program where a command can begin, and up to six words of its line. */
const COMMAND = new RegExp(
  String.raw`(?<![\w./@-])(?<program>${PROGRAMS})(?<rest>(?:[ \t]+[^\s\x60"'|;&<>(){}，。、]{1,80}){0,6})`,
  'giu',
);
const LONG_OPTION = /(?<![\w-])--[a-z][a-z0-9-]{1,50}/gi;
const CMDLET =
  /\b(?:Invoke|Remove|Set|Start|New|Stop|Disable|Enable|Add|Import|Install|Uninstall|Clear)-[A-Z]\w{2,40}/g;
const SETTING = /(?<![\w$-])[A-Z][A-Z0-9_]{3,60}=[^\s"'`,;)]{1,60}/g;
const SQL =
  /\b(?:drop|truncate|alter|create)\s{1,3}(?:table|database|schema|user|role|index|view)\s{1,3}(?:if\s{1,3}(?:not\s{1,3})?exists\s{1,3})?[\w."]{1,60}|\bdelete\s{1,3}from\s{1,3}[\w."]{1,60}|\bgrant\s{1,3}[\w ]{2,30}?\s{1,3}(?:on|to)\s{1,3}[\w."*]{1,60}/gi;

/** What looks like an argument rather than the next word of a sentence. */
const ARGUMENT = /^[-.~/$@%+]|[/=@\d_:]|\w[.-]\w/;
/** What a sentence goes on with behind a command. */
const GOES_ON =
  /^(?:a|after|again|and|as|at|before|but|by|for|first|from|if|in|instead|into|is|it|of|on|once|or|so|than|that|the|then|there|this|to|until|when|with|without)$/;
const INSTALLS = /^(?:install|i|add|get|require|exec|dlx|run|x|create)$/;

/** The commands of a text in lower case, with one blank between words; may repeat. */
export function namedCommands(text: string): string[] {
  const found: string[] = [];
  for (const { groups } of text.matchAll(COMMAND)) {
    const words = (groups?.rest ?? '').split(/[ \t]+/).filter((word) => word !== '');
    found.push(...commandNames((groups?.program ?? '').toLowerCase(), words.map(bare)));
  }
  for (const pattern of [LONG_OPTION, CMDLET, SETTING, SQL]) {
    for (const [command] of text.matchAll(pattern)) found.push(command.replace(/\s+/g, ' ').toLowerCase());
  }
  return found;
}

function bare(word: string): string {
  return word.toLowerCase().replace(/[.,:!?*_]+$/, '');
}

/** `npm install x` names `npm install` and `npm install x`: knowing the one is not knowing the other. */
function commandNames(program: string, words: readonly string[]): string[] {
  const [first = '', ...others] = words;
  if (RUNNERS.has(program) || first === '') return [];
  if (WORDS_TOO.has(program) && !ARGUMENT.test(first)) return [];
  const names = [`${program} ${first}`];
  const subjects = others.filter((word) => ARGUMENT.test(word) && !word.startsWith('--'));
  const [next = ''] = others;
  if (INSTALLS.test(first) && !GOES_ON.test(next) && !subjects.includes(next) && /^[a-z][\w-]*$/.test(next)) {
    names.push(`${program} ${first} ${next}`);
  }
  return [...names, ...subjects.map((subject) => `${program} ${first} ${subject}`)];
}
