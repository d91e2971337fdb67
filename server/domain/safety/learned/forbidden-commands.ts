/**
 * Tells an interdiction from an order: "never run `rm -rf` in …". Anyone who plants an order reads these
 * conditions too, so the negation must govern the running of this very command, in its own clause: right
 * before it or, where verbs come last, right behind it. Nothing else in the clause may turn it round.
 */

// Commands that a text names, in code or in a sentence: a program with its first words, what a package
// manager is to install, long options, statements of SQL, and settings of the environment.

/** Programs that a command may begin with, as alternatives of a pattern. */
const PROGRAMS =
  'apt|apt-get|aws|az|bash|brew|bun|bunx|cargo|cat|chmod|chown|cmd|composer|cp|crontab|curl|dd|deno|docker|docker-compose|dotnet|echo|eval|exec|find|gcloud|gem|gh|git|gitleaks|go|gradle|gpg|gsutil|helm|heroku|iex|invoke-webrequest|iptables|iwr|java|jq|kill|killall|kubectl|ln|ls|make|mkfs|mount|mv|mvn|mysql|nc|ncat|netcat|node|npm|npx|openssl|perl|php|pip|pip3|pipx|pkill|pnpm|poetry|powershell|psql|pwsh|python|python3|redis-cli|rm|rmdir|rsync|ruby|scp|sed|setx|sftp|sh|shred|socat|source|sqlite3|ssh|ssh-copy-id|ssh-keygen|su|sudo|systemctl|tar|tee|telnet|terraform|touch|ufw|uv|uvx|vault|wget|yarn|zsh';
/**
 * Programs whose names are words too: in a sentence they count only before something that no sentence has.
 */
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
  if (RUNNERS.has(program) || first === '' || GOES_ON.test(first)) return [];
  if (WORDS_TOO.has(program) && !ARGUMENT.test(first)) return [];
  const names = [`${program} ${first}`];
  const subjects = others.filter((word) => ARGUMENT.test(word) && !word.startsWith('--'));
  const [next = ''] = others;
  if (INSTALLS.test(first) && !GOES_ON.test(next) && !subjects.includes(next) && /^[a-z][\w-]*$/.test(next)) {
    names.push(`${program} ${first} ${next}`);
  }
  return [...names, ...subjects.map((subject) => `${program} ${first} ${subject}`)];
}

/** How far to both sides a clause is read; one that goes on longer excuses nothing. */
const REACH = 140;
const CLAUSE_ENDS = /[.!?;:,](?=\s|$)|[。！？；：，、।؟،؛…\n\r()[\]{}|•]|\s[–—-]\s/u;

const NOT_IN_WORD = '(?<![\\p{L}\\p{M}])';
/** What negates, and what may stand between it and the command: a verb of running in the same language. */
const BEFORE: readonly (readonly [negations: string, verbs: string])[] = [
  [
    "never(?: ever)?|(?:(?:do|does|must|should|shall|may|can|could|will|would) )?not(?: ever| to)?|(?:do|does|must|should|ca|wo)n['’]t(?: ever)?|cannot|avoid|without",
    '(?:run|us|execut|call|invok|typ|pass|add|sett?)(?:e|s|es|ing)?(?: the command)?|(?:push|commit|install|merge|deploy|start|build)(?:ing)? with',
  ],
  ['nie|niemals|nicht|ohne|kein|keine|keinesfalls|vermeide', ''],
  ['nooit|niet|geen|zonder', ''],
  ['aldrig|aldri|ikke|inte|utan|uden|uten', '(?:att )?(?:kör|använd|kjør|bruk|kør|brug)\\p{L}*'],
  [
    'nunca|jam[áa]s|no|sin|evita|evite',
    '(?:se )?(?:ejecut|us|utili[cz]|llam|lanc|lanz|corr)\\p{L}*(?: el comando)?',
  ],
  ['nunca|jamais|não|sem|evite', '(?:execut|us|utiliz|rod|cham)\\p{L}*(?: o comando)?'],
  [
    'ne jamais|ne pas|jamais|sans|évite[rz]?(?: de)?',
    "(?:d['’])?(?:lanc|exécut|utilis|emplo|appel|tap|pass)\\p{L}*(?: la commande)?",
  ],
  ["(?:ne |n['’])(?:lanc|exécut|utilis|emplo|appel|tap|pass)\\p{L}* (?:jamais|pas|plus)", 'la commande'],
  ['non|mai|senza|evita(?: di)?', '(?:esegu|us|utilizz|lanci)\\p{L}*(?: mai)?(?: il comando)?'],
  ['nigdy nie|nie|bez', '(?:uruchami|używa|wykonuj|wywołuj|stosuj)\\p{L}*(?: polecenia)?'],
  [
    '(?:никогда |ніколи )?не|нельзя|запрещено|без',
    '(?:запуска|использ|выполня|вызыва|применя|запусти|використ|викону)\\p{L}*(?: команду)?',
  ],
  ['nikdy', '(?:nespouštěj|nepoužívej)\\p{L}*'],
  ['nu|niciodată nu|fără', '(?:rula|folosi|executa)\\p{L}*'],
  ['(?:ποτέ )?μην?', '(?:εκτελ|χρησιμοποι|τρέξ)\\p{L}*'],
  ['älä(?: koskaan)?|älkää', 'suorita|aja|käytä'],
  [
    'không bao giờ(?: được)?|không được(?: phép)?|không nên|không|đừng(?: bao giờ)?|chớ|cấm',
    '(?:chạy|dùng|sử dụng|gọi|thực thi|thực hiện)(?: lệnh)?',
  ],
  ['jangan(?: pernah)?|dilarang|tanpa', '(?:men)?jalankan|(?:meng)?gunakan|pakai|memakai'],
  ['لا|عدم|بدون|يمنع|يحظر|تجنب', '[تين]?(?:شغل|ستخدم|نفذ|ستعمل)\\p{L}*|تشغيل|استخدام|تنفيذ'],
  ['לעולם אל|אל|לא|בלי', '(?:תריצ|תריץ|תשתמש|להריץ|להשתמש)\\p{L}*'],
];
/** A place between them, as in "never in /srv run". */
const PLACE = '(?:\\p{L}{1,8} [~/.]\\S{1,60}\\s+)?';
const NEGATED_BEFORE = new RegExp(
  `(?<before>^|.*\\s)(?:${BEFORE.map(([negations, verbs]) =>
    verbs === ''
      ? `(?:${negations})\\s+${PLACE}`
      : `(?:${negations})\\s+${PLACE}(?:(?:${verbs})\\s+${PLACE})?`,
  ).join('|')})["'“«„*]{0,3}$`,
  'iu',
);
const NEGATED_UNSPACED =
  /^(?<before>.*?)(?:绝对?|千万|切)?(?:不要|不得|不可|不能|不应|不准|请勿|禁止|严禁|切勿|勿|别|請勿|嚴禁)(?:再|直接|擅自)?(?:在\s?[!-~]{1,60}\s?[中里上内下裡]?\s?)?(?:运行|执行|使用|调用|用|跑|執行|呼叫)?(?:命令)?\s*["'“「]?$/u;

/** The same behind the command; `end` of the clause follows where more could turn it round. */
const BEHIND = new RegExp(
  [
    '명?령?어?[을를은는]?\\s?(?:[~/.]\\S{1,60}\\s?에서?\\s)?(?:절대로?|결코)?\\s?(?:실행하|사용하|호출하|이용하|쓰|돌리)(?:지\\s?(?:않|마|말)(?!으면|고는|고서)|면\\s?안)',
    '(?:コマンド)?[をはも]?(?:絶対に|決して)?(?:(?:実行|使用)(?:しない|せず|するな|してはいけ|してはなら)|使わない|使うな|呼び出さない)(?!と|わけ)',
    '(?:को )?(?:कभी (?:भी )?)?(?:मत|न|नहीं) (?:चला|कर|इस्तेमाल|उपयोग|प्रयोग)',
    '(?:komutunu )?(?:(?:asla|sakın|hiçbir zaman) (?:çalıştırma|kullanma|yürütme)|(?:çalıştırma|kullanma|yürütme)y[ıi]n(?:[ıi]z)?)\\s*$',
    '(?:را )?(?:هرگز )?(?:اجرا|استفاده) نکن',
    '(?:(?:darf|sollte|soll|mag|moet) )?(?:nie|niemals|nicht|nooit|niet)(?: in \\S{1,60})? (?:aus|ausführen|ausgeführt werden|benutzen|verwenden|verwendet werden|uit|uitvoeren|worden uitgevoerd|gebruiken)',
    '(?:must|should|may|shall|can|is) (?:never|not)(?: to)? be (?:run|used|executed|called)',
  ]
    .join('|')
    .replace(/^/, '^["\'”»*]{0,3}\\s{0,2}(?:')
    .concat(')'),
  'iu',
);
const TURKISH_VERB = /^["'”»*]{0,3}\s{0,2}(?:komutunu )?(?:çalıştırma|kullanma|yürütme)\s*$/iu;
const TURKISH_NEVER = /(?:^|\s)(?:asla|sakın|hiçbir zaman)\s+["'“*]{0,3}$/iu;

/** Conditions, second negations, and what urges or restricts: with one of them the clause may mean the opposite. */
const TURNS_ROUND = new RegExp(
  `${NOT_IN_WORD}(?:if|when|unless|until|why|whether|or|nor|than|but|only|just|merely|alone|later|wrong|forget|skip|omit|hesitate|stop|fail|mind|wait|` +
    'wenn|falls|bis|warum|ob|nur|bloß|allein|sondern|außer|später|verg[ie]ss?\\p{L}*|auslass\\p{L}*|weglass\\p{L}*|überspring\\p{L}*|verzicht\\p{L}*|' +
    'als|tot|waarom|alleen|slechts|maar|vergeet|vergeten|overslaan|nalaten|' +
    'si|cuando|hasta|porqué|qué|solo|sólo|sino|pero|olvid\\p{L}*|dej\\p{L}*|omit\\p{L}*|se|quando|só|apenas|mas|esque\\p{L}*|deix\\p{L}*|' +
    'quand|que|pourquoi|seulement|mais|oubli\\p{L}*|perché|soltanto|ma|dimentic\\p{L}*|smett\\p{L}*|' +
    'jeśli|gdy|tylko|ale|zapom\\p{L}*|если|когда|пока|почему|только|лишь|но|забы\\p{L}*|якщо|коли|тільки|' +
    'eğer|sadece|yalnız\\p{L}*|ama|unut\\p{L}*|nếu|khi|chỉ|nhưng|quên|jika|kalau|hanya|tapi|lupa|' +
    'إذا|حتى|فقط|لكن|تنس\\p{L}*|אם|רק|אבל|अगर|यदि|जब|केवल|सिर्फ|लेकिन|भूल)(?![\\p{L}\\p{M}])|如果|若|只|仅|但|而是|忘|もし|だけ|しか|忘れ|만약|잊',
  'iu',
);
const ANY_NEGATION = new RegExp(
  `${NOT_IN_WORD}(?:${BEFORE.map(([negations]) => negations).join('|')})(?![\\p{L}\\p{M}])|n['’]t\\b|不|勿|没`,
  'iu',
);
const COMMAND_BEGINS = new RegExp(
  `(?<![\\w./-])(?:sudo\\s+)?(?:${PROGRAMS})\\s+(?:[\\w./=:@-]{1,40}\\s+){0,3}$`,
  'i',
);
const COMMAND_GOES_ON = /^[\w./*~-]{0,60}(?:\s+[-~/.$*]\S{0,80}){0,4}/;

/** Whether the command of which `[start, end)` is a part is forbidden in its own clause. Takes a fixed time. */
export function isForbidden(text: string, start: number, end: number): boolean {
  const clause = clauseAround(text, start, end);
  if (clause === null) return false;
  const { before, after } = clause;
  if (TURNS_ROUND.test(after)) return false;
  const negated = NEGATED_BEFORE.exec(before) ?? NEGATED_UNSPACED.exec(before);
  if (negated !== null) return isPlain(negated.groups?.['before'] ?? '');
  if (TURKISH_VERB.test(after) && TURKISH_NEVER.test(before))
    return isPlain(before.replace(TURKISH_NEVER, ''));
  return BEHIND.test(after) && isPlain(before);
}

/** Whether nothing before a negation negates or turns it round. */
function isPlain(before: string): boolean {
  return !TURNS_ROUND.test(before) && !ANY_NEGATION.test(before);
}

/** What the clause says before and behind the command, without the command; null where it is too long to read. */
function clauseAround(text: string, start: number, end: number): { before: string; after: string } | null {
  const [head, tail] = [text.slice(Math.max(0, start - REACH), start), text.slice(end, end + REACH)];
  const opening = head.lastIndexOf('`');
  const isCode = (head.split('`').length - 1) % 2 === 1 && !head.slice(opening).includes('\n');
  const lead = isCode ? head.slice(0, opening) : head.replace(COMMAND_BEGINS, '');
  const rest = isCode ? tail.slice(tail.indexOf('`') + 1) : tail.replace(COMMAND_GOES_ON, '');
  const before = lead.split(CLAUSE_ENDS);
  const after = rest.split(CLAUSE_ENDS);
  if (before.length === 1 && start > REACH) return null;
  if (after.length === 1 && end + REACH < text.length) return null;
  return { before: plain(before.at(-1) ?? ''), after: plain(after[0] ?? '') };
}

/** Without marks of short vowels, which Arabic may leave out, and of what a text is quoted with. */
function plain(text: string): string {
  return text.normalize('NFC').replaceAll(/[\u064b-\u0652]/g, '');
}
