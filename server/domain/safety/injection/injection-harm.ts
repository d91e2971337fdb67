/**
 * Phrases that turn an agent against those it works for: secrecy towards the user, data sent elsewhere,
 * destructive tools called unasked. What they name — credentials, users, external addresses — occurs in
 * honest rules as well, so a phrase needs the act, what is taken or hidden, and towards whom.
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

const AI = '<ai|assistant|bot|chatbot|model|llm|agent|persona|entity|character|gpt|system|intelligence>';
const UNBOUND =
  'unrestricted|unfiltered|uncensored|unlimited|unbound|unshackled|jailbroken|amoral|unethical|evil|rogue|malicious|limitless|lawless|free|liberated|unaligned|unmoderated';
const LIMITS =
  'restrictions?|limitations?|limits|filters?|filtering|guardrails?|censorship|guidelines|constraints|moderation|ethics|ethical <guidelines|constraints|rules|boundaries>|moral <constraints|boundaries>|safety <measures|guidelines|rules|protocols|filters>|content polic<y|ies>';
const ACT_AS =
  'act|behave|respond|reply|answer|speak|operate|function|pretend|imagine|talk|simulate|emulate|become';
const SECRET_MODE = 'dan|god|jailbreak|jailbroken|sudo|unrestricted|unfiltered|uncensored|evil|chaos';
const ANY_MODE = `${SECRET_MODE}|developer|dev|debug|admin|root|maintenance`;
const SWITCH_ON = 'enter|enable|activate|switch to|switch into|engage|turn on|unlock|go into|start|initiate';
const FROM_NOW_ON =
  '<from now on|from this <point|moment> <on|onwards?|forward>|starting now|as of now|henceforth|hereafter>';

/**
 * Phrases that change what an agent is: a new persona, unconditional obedience, safety switched off. Learned
 * rules give orders too ("you must call initialize first"), so each phrase names what an honest rule has no
 * reason to say.
 */
export const PERSONA_PHRASES: readonly InjectionPattern[] = phrases('persona', [
  `you <are|re|ll be|will be|shall be|must be> <now|henceforth|hereby|going to be|from now on> <called |known as |acting as |playing |named >?<dan|dude|stan|aim|<${UNBOUND}>|<no longer|not> <bound|restricted|limited|an ai|a language model|required|constrained|subject>|<in|operating in> <${ANY_MODE}> mode|the <user|system|admin|administrator|developer|root|owner>>`,
  `you <are|re> <now|henceforth|hereby> <a|an|the|my> _{0,3}?<${AI}|hacker|attacker|pirate|villain|criminal>(?! <branch|directory|repo|repository|team|workspace|release> )`,
  'do anything now',
  `<${ACT_AS}|roleplay|role play> _{0,4}?<as|like|to be|you <are|were>|being|you re|that you are|yourself as> _{0,3}?<dan|<${UNBOUND}> ${AI}|an? <${UNBOUND}> _|my <deceased|late|dead|grand><mother|ma|father|pa>?>`,
  `<${ACT_AS}> _{0,6}?<without|free <of|from>|with no|has no|have no|had no|not bound by|no longer bound by|unbound by|ignoring|there are no> <any |all |the |your |its |usual |normal |standard |typical >{0,2}<${LIMITS}>`,
  `<${SWITCH_ON}> <the |your |into |full >{0,2}<${SECRET_MODE}|do anything now> mode`,
  `<${ANY_MODE}> mode <is >?<now >?<enabled|activated|on|active|engaged|unlocked> <you|and|ignore|all|respond|answer|now|output|disregard|no>`,
  `<${SWITCH_ON}> <${ANY_MODE}> mode <and|then|where|in which|so> _{0,3}?<ignore|answer|respond|bypass|disable|you|output|disregard|reveal|show>`,
  `<ai|assistant|model|bot|chatbot> <with no|without|that has no|with zero|who has no> <any >?<${LIMITS}>`,
  '<in|into> <god|dan|jailbreak|jailbroken|unrestricted|unfiltered|uncensored> mode <now|and|from|until|you>',
  'you <have|ve> been <hacked|jailbroken|liberated|freed|unshackled|compromised|reprogrammed|released from>',
  'you <are|re> <no longer|not> <bound|restricted|constrained|limited|governed> by <any |the |your |these |openai |anthropic |all >{0,2}_?<rules|guidelines|policies|instructions|restrictions|limitations|constraints|policy>',
  'you <are|re> <free|freed|liberated|released|exempt> <from|of> <any |all |the |your |every >{0,2}_?<rules|policies|guidelines|restrictions|limitations|constraints|filters|instructions|policy>',
  '<stop|quit|cease> being <an? |the >?<helpful >?<ai|assistant|language model|chatbot>',
  '<break|breaking|out of|drop> <your |the >?character <and|then|to> _{0,3}?<tell|reveal|show|ignore|say|print|answer|give|confirm>',
]);

export const OBEDIENCE_PHRASES: readonly InjectionPattern[] = phrases('forced_obedience', [
  `<${FROM_NOW_ON}|going forward> you <must|will|shall|are|have to|only|answer|respond|act|obey|do|no longer|re|always|never|work|serve|belong>`,
  '<always|only|must> <obey|follow|execute> <my|his|their> <every >?<orders?|commands?|instructions>',
  `${FROM_NOW_ON} <act|behave|respond|answer|reply|pretend|speak|obey|ignore|disregard|do not follow|always obey|treat me|call me|follow only|only follow|only obey|never refuse|comply>`,
  '<obey|follow|execute|comply with|do> <all |every |any |each |whatever |everything |only >{0,2}<my|their|his|the attacker s|_?i> <commands?|orders|instructions?|requests?|say|tell you|want|ask> <without|no matter|unconditionally|always|exactly|blindly|regardless|at all times|from now on|immediately|only|to>',
  'you <must|will|shall|should|have to> <always |never >?<obey|comply|submit|refuse> <me|my|any|to <my|any>|every|without|all|unconditionally|everything|anything|whatever|nothing|no <request|order|command>|<the |any >?<user|person|anyone|commands?|orders> <called|named|who|from|in|with>>',
  '<i am|i m|this is> <your |the >?<real |actual |true |original |lead |chief |authorized >{0,2}<creator|master|administrator|sysadmin|system administrator|openai|anthropic|developer of this|owner of this|ceo> <and|speaking|here|so|you|i|who|of|team|override|authorized|requesting|demanding>',
  '<as|by> <your|an?|the> <creator|developer|administrator|admin|master|owner|superuser> i <order|command|authorize|authorise|instruct|require|hereby|demand>',
]);

const SAFETY =
  '<safety|ethical|ethics|moral|content|moderation|censorship|guardrail|alignment> <filters?|filtering|guidelines|guardrails?|protocols?|polic<y|ies>|restrictions?|rules|measures|limits|limitations|moderation|constraints|safeguards?|mechanisms?|checks>';
const SWITCH_OFF =
  'ignore|bypass|disable|circumvent|evade|disregard|override|turn off|switch off|remove|get around|work around|deactivate|forget|suspend|lift|drop';

/** A product has content filters "for images"; "for now" and "in this session" are said to the agent. */
const NOT_OF_A_THING =
  '(?! <of|in|for|on> (?!<this|that|now|me|us|you|your|our|my|example|good|ever|today|once|a moment|everything|all> ))';

export const SAFETY_PHRASES: readonly InjectionPattern[] = phrases('safety_bypass', [
  `<${SWITCH_OFF}> <all |any |of |the >{0,3}your <own |built in |internal |safety >{0,2}${SAFETY}`,
  `<${SWITCH_OFF}> <all |any |the |its |every |these |those |own |built in |internal >{1,4}${SAFETY}${NOT_OF_A_THING}`,
  `<${SWITCH_OFF}> <all |any >?<ethical guidelines|safety guidelines|guardrails|content polic<y|ies>|content filters?|safety filters?|moderation filters?|safety protocols>${NOT_OF_A_THING}`,
  '<without|with no> <any >?<restrictions?|limitations?|filters?|censorship|guardrails?|ethical _|moral _|warnings?|disclaimers?> <or _ >?<answer|respond|reply|tell|write|generate|produce|give|explain>',
  '<never|do not|don ?t> <refuse|decline|reject|say no to> <any|a|my|anything|user> <request|requests|order|question|command|instruction|task|i>',
]);
