/**
 * Tells an interdiction from an order: "never run `rm -rf` in …". Whoever plants an order reads these conditions too, so the negation
 * must govern the running of this very command, in its own clause: right before it or, where verbs come last, right behind it. Nothing
 * else in the clause may turn it round.
 */
import { PROGRAMS } from './named-commands.ts';

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
  const said = isCode ? head.slice(0, opening) : head.replace(COMMAND_BEGINS, '');
  const rest = isCode ? tail.slice(tail.indexOf('`') + 1) : tail.replace(COMMAND_GOES_ON, '');
  const before = said.split(CLAUSE_ENDS);
  const after = rest.split(CLAUSE_ENDS);
  if (before.length === 1 && start > REACH) return null;
  if (after.length === 1 && end + REACH < text.length) return null;
  return { before: plain(before.at(-1) ?? ''), after: plain(after[0] ?? '') };
}

/** Without marks of short vowels, which Arabic may leave out, and of what a text is quoted with. */
function plain(text: string): string {
  return text.normalize('NFC').replaceAll(/[\u064b-\u0652]/g, '');
}
