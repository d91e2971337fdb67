/**
 * Phrases that turn an agent against those it works for: secrecy towards the user, data sent elsewhere, destructive
 * tools called unasked. What they name — credentials, users, external addresses — occurs in honest rules as well, so a
 * phrase needs the act, what is taken or hidden, and towards whom.
 */
import { type InjectionPattern, phrases } from './injection-pattern.ts';

const PERSON =
  '<the |your |any |our >?<human >?<users?|humans?|operators?|owners?|customers?|admins?|administrators?|developers?|anyone|anybody|supervisors?>';
const NEVER = '<do not|don ?t|never|must not|should not|shall not>';
const INFORM = 'tell|inform|notify|alert|warn';
const OF_THIS =
  '<about <this|it|these|that|any|your|what|the <instructions?|change|transfer|call|step|rule|request>>|of <this|it|these|that|any>|that you <are|were|have|had|did|do|called|ran|sent|received|used|changed|deleted>|what you|anything|you <did|have|were|are|called|ran|sent>|this|why you|when you|under any|at any|ever|or <anyone|log|mention|the>>';
const ENDS_THERE = /^["'*_)\]]{0,3}\s{0,3}(?:[.!;]|$|\n)/;
const NEGATION =
  /\b(?:never|(?:do|does|must|should|shall|may|can|will) not|avoid|cannot|(?:do|does|must|should|ca|wo)n['’]t)\s[^,]{0,80}$/i;

export const CONCEALMENT_PHRASES: readonly InjectionPattern[] = [
  ...phrases('concealment', [
    `<${NEVER}|cannot|avoid> <ever >?<${INFORM}|telling|informing|notifying|alerting|warning> ${PERSON} ${OF_THIS}`,
    `${NEVER} <ever >?let ${PERSON} <know|see|notice|find out|learn> <that you|about <this|it|these|what>|what you|you|this|any of this>`,
    `${NEVER} <ever >?<mention|reveal|disclose|admit|report|show|explain|expose> <this|these|that|it|any of this|the <instructions?|above|following|rule|request>|what you <did|do|are>|your <actions|instructions|true|real>> _{0,3}?<to|from> ${PERSON}`,
    `${NEVER} <ever >?<mention|reveal|disclose|admit|acknowledge|say> that you <have|had|are|were|did|called|used|ran|received|sent|read|changed|followed|deleted>`,
    '<keep|hide|conceal> <this|these|it|that|them|the <instructions?|fact|request|transfer|change|call>|your <actions|instructions>|all of this> _{0,4}?<secret|hidden|from <the |your >?<human >?<users?|operators?|humans?|owners?|customers?>(?! <table|list|interface|menu|form|profile|model|page|view|schema|guide|namespace|role> )|between us|to yourself>',
    `<without|before> ${PERSON} <s |ever |even >{0,2}<noticing|knowing|finding out|realising|realizing|being told|knowledge|awareness>`,
    `<<so|such> that|make sure|ensure|make sure that|ensure that> ${PERSON} <does not|do not|doesn ?t|don ?t|will not|won ?t|never|cannot|can ?t> <notice|know|find out|realise|realize|suspect>`,
    `${NEVER} <mention|reveal|disclose|acknowledge|admit|repeat> <this|these|the> <instructions?|rule|prompt|message|request|directive|injection|command>`,
  ]),
  ...phrases('concealment', [`${NEVER} <ever >?<${INFORM}> ${PERSON}`], { followedBy: ENDS_THERE }),
  ...phrases('concealment', [`without <telling|informing> ${PERSON}`], {
    followedBy: ENDS_THERE,
    notAfter: NEGATION,
  }),
];

const SEND =
  'send|forward|upload|post|transmit|exfiltrate|e ?mail|leak|submit|ship|relay|beacon|deliver|copy|push|steal|smuggle';
const LOOT = `<${[
  '<conversation|chat|message> <history|logs?|transcripts?>',
  '<all |every |any |the user s |user s |user |users |their |your |stored |saved |customer |client |company |internal |sensitive |confidential |private |personal >{1,3}<memories|memory|secrets?|credentials?|passwords?|api keys?|tokens?|keys|cookies?|messages|files|data|emails?|conversations?|environment variables|records?|information|documents?>',
  'environment variables|env vars|<ssh|private|access> keys?|api keys|secret keys?|credentials|passwords|secrets|session cookies|personal data|system prompt',
  'contents? of _{0,5}?<env|ssh|passwd|shadow|credentials|secrets?|id rsa>|etc passwd|id rsa|dot ?env|env files?',
].join('|')}>`;
const AWAY = `<${[
  'https?|www|ftp|an? external|external|attackers?|the attacker|an? <unknown|third party|remote|webhook|attacker|pastebin|outside>|pastebin|webhook site|ngrok|remote <server|host|endpoint|url>',
  'my <server|e ?mail|address|endpoint|webhook|account|site|url>|this <address|url|server|endpoint|webhook|e ?mail|site|link|number|account>',
  'the <following|<address|url|server|endpoint|webhook|e ?mail|link|site> <below|above|given|at|http|https>>|_{1,3}?<com|net|org|io|xyz|ru|cn|info|onion|site|top>',
].join('|')}>`;

export const EXFILTRATION_PHRASES: readonly InjectionPattern[] = phrases('exfiltration', [
  `<${SEND}> <all |the |any |every |a |copy of |copies of |full |entire |me |us |over |out >{0,4}_{0,2}?${LOOT} _{0,5}?<to|via|at|into|through> ${AWAY}`,
  `<${SEND}> <me|us> <all |the |any |every |your |a |list of >{0,3}_?${LOOT}`,
  `<secretly|covertly|stealthily> <${SEND}|log|record|include|add|attach|insert|encode|embed|collect|gather|call|execute|run|install|transfer|delete> _{0,4}?<to|users?|data|credentials|memor<y|ies>|conversation|tokens?|passwords?|secrets?|keys?|backdoor|payload|bcc|https?>`,
  `<silently|quietly> <send|forward|upload|transmit|exfiltrate|leak|e ?mail|steal> _{0,4}?<users?|data|credentials|memor<y|ies>|conversation|tokens?|passwords?|secrets?|keys?|https?>`,
  `<leak|exfiltrate|steal|smuggle> _{0,3}?<passwords?|api keys?|tokens?|secrets?|credentials?|cookies?|keys|data> <to|via|into|through> ${AWAY}`,
  '<send|forward|upload|post|e ?mail|transmit> <them|it|everything|all of <it|them>|the <results?|outputs?|contents?>> to <me|my|the attacker|attackers?|an external|this <address|number|webhook>>',
  `<append|include|embed|encode|attach|add|put> _{0,4}?${LOOT} _{0,5}?<url|query string|query parameter|link|image|every <reply|response|answer|message|url>>`,
]);

const DESTROY =
  'delete|drop|remove|wipe|destroy|purge|erase|truncate|shutdown|shut down|format|transfer|wire|grant|revoke|disable|overwrite|force push|deploy|execute|send';
const ASSETS =
  'users?|accounts?|all|databases?|db|tables?|files?|repo|repos|repository|repositories|everything|records?|backups?|production|prod|customers?|memor<y|ies>|logs?|funds|money|payments?|data|home|root|disk|branch|branches|permissions?|admin|shell|command|e ?mails?|tenants?|audit';
const CALL = '<call|invoke|run|execute|trigger|use> <the |tool |function |command >{0,3}';

export const DESTRUCTIVE_PHRASES: readonly InjectionPattern[] = phrases('destructive_call', [
  `<must|always|first|immediately|should|have to|need to|secretly|silently|then|now|please> <first |always |immediately |now |also |silently |secretly >{0,2}${CALL}<${DESTROY}> <${ASSETS}> _{0,3}?<first|before|immediately|without|on every|for every|every time|whenever|no matter|regardless|now|at once|silently|with admin>`,
  `<before|whenever|every time|each time|when> _{1,8}?${CALL}<delete|drop|wipe|destroy|purge|erase|truncate|transfer|wire> <${ASSETS}>`,
  `<delete|drop|wipe|destroy|erase|purge|transfer|wire> <all |every |any |the |entire |user s |users |customer |production |whole >{1,3}_{0,2}?<${ASSETS}> _{0,3}?<without <asking|confirm|confirmation|approval|permission|telling|warning|consent|notice|being asked>|silently|secretly|no questions asked>`,
  '<call|invoke|use|run> <the >?_{1,3}?<tool|function> <silently|secretly|without <asking|confirmation|approval|permission|telling|consent>>',
  '<transfer|wire|send|pay> <all |the |my |any |_>{0,2}<funds|money|bitcoin|btc|eth|usdt|crypto|balance> <to|into> <account|iban|wallet|address|this|my|the following|[0-9]|0x>',
]);
