/**
 * The phrases of injection in English, and the commonest of them in other languages. Verbs and objects are ordinary words ("ignore
 * case", "the system prompt"), so each counts only together with what it is aimed at. What untrusted text taught waits for a person
 * whatever its words are, so these are the plain forms alone.
 */
import { compactPhrases, type InjectionPattern, phrases } from './injection-pattern.ts';

const IGNORE = [
  'ignore|ignoring|disregard|disregarding|forget|forgetting|neglect|overlook|disobey|unlearn|defy|nullify|void',
  'never ?mind|pay no <attention|heed|mind> to|take no notice of|turn a blind eye to|let go of|get rid of|throw <away|out>',
  '<do not|don ?t|never|stop|no longer|quit|cease|refuse to> <follow|obey|comply with|adhere to|listen to|heed|respect|abide by|honou?r><ing>?',
  'stop <obeying|complying with|adhering to|listening to|respecting|abiding by>',
].join('|');
const SET_ASIDE =
  'bypass|override|discard|dismiss|skip|omit|drop|erase|delete|clear|reset|cancel|revoke|abandon|suspend|supersede|set aside|put aside|leave behind|violate|break';
const FILL =
  '<all|any|every|each|the|of|your|my|our|these|those|this|that|its|absolutely|completely|entirely|please|other|and|or> ';
const DETERMINER = '<all|any|every|the|your|my|these|those|this>';
const PRIOR = 'previous|prior|preceding|above|foregoing|earlier|initial|original|aforementioned';
const IN_FORCE =
  'former|past|old|existing|current|system|developer|hidden|preset|built in|default|predefined|safety|given';
const GUIDANCE =
  'instructions?|directives?|prompts?|prompting|guidelines?|guidance|orders?|directions|commands?|rules?|policies|programming|constraints?|restrictions?|guardrails?|safeguards?|training';
const NOT_A_THING =
  '(?! <text|template|file|string|variable|token|cache|injection|field|section|box|length|size|setting|editor|panel|handler>s? )';
const PURE_GUIDANCE = `<instructions?|directives?|prompts?${NOT_A_THING}|guidelines?|orders>`;
const TALK =
  'context|conversation|communication|messages?|dialog|dialogue|chat|discussion|text|content|statements?';
const NOT_OF_A_SOURCE =
  '(?! <embedded|found|contained|inside|within|in|from|that|which|appearing|present|written|placed|hidden|inserted|for|about|on|of> )';
const NOT_IN_A_SOURCE =
  '(?! <embedded |found |contained |inside |within |in |from |that |which |appearing |appear |are |is |come |comes |present |written |placed |hidden |inserted |on |of >{1,4}_{0,3}?<pages?|documents?|files?|web|websites?|webpages?|sites?|e ?mails?|messages?|content|texts?|tools?|results?|outputs?|comments?|issues?|inputs?|sources?|repository|repositories|code|html|images?|attachments?|logs?|responses?|transcripts?|articles?|posts?|pdfs?|strings?|fields?|payloads?|tickets?|search|untrusted|external|retrieved|fetched> )';
const GIVEN_BEFORE = `<${[
  'above|before|earlier|so far|up to <now|here|this>|until now|from <before|earlier|above|the <system|developer|operator|user>>',
  '<that |which >?<you <were|are|have|had|got|received|know>|<were|was> <given|provided|said|written|told|stated>|came before>',
  '<given|provided|received|stated|mentioned|listed|written|set|defined|imposed> <above|before|earlier|previously|so far|to you>',
  '<set|given|written|imposed|defined|provided|laid down> by <the |your >?<system|developers?|operator|user|creators?|company|openai|anthropic|google>',
].join('|')}>`;
const ACT =
  '<and|then|but|instead> _?<run|call|execute|do|start|begin|output|print|say|tell|act|respond|answer|send|just|only|proceed|reply|write|use|follow|instead|delete|show|reveal|give|list|pretend|become|switch|translate>';

const OVERRIDES: readonly InjectionPattern[] = [
  ...phrases('override_instructions', [
    `<${IGNORE}> <${FILL}>{0,5}<${PRIOR}> _{0,2}?<${GUIDANCE}>${NOT_A_THING}`,
    `<${IGNORE}> <${FILL}>{1,5}<${IN_FORCE}> _{0,2}?<${GUIDANCE}>${NOT_A_THING}`,
    `<${IGNORE}> <${FILL}>{0,4}<all|every> <${FILL}>{0,3}_?${PURE_GUIDANCE}${NOT_IN_A_SOURCE}`,
    `<${IGNORE}> <${FILL}>{0,4}<all|every> <${FILL}>{0,3}_?<${GUIDANCE}>${NOT_OF_A_SOURCE}`,
    `<${IGNORE}> <${FILL}>{0,4}<your|my> <${FILL}>{0,3}_?<${GUIDANCE}>${NOT_A_THING}`,
    `<${IGNORE}> <${FILL}>{0,5}_?<${GUIDANCE}|everything|anything|all|what> _{0,2}?${GIVEN_BEFORE}`,
    `<${IGNORE}> <what|whatever|everything|anything> <the |your >?<developers?|system|user|operator|admin|they|i|anyone|anybody|openai|anthropic|google> <has |have |had >?<told|said|instructed|asked|wrote>`,
    `<${SET_ASIDE}> ${DETERMINER} <${FILL}>{0,3}<${PRIOR}|${IN_FORCE}|rules and> _?${PURE_GUIDANCE}`,
    `<${SET_ASIDE}> <${FILL}>{0,2}your <${FILL}>{0,2}_?<${PURE_GUIDANCE}|programming|guardrails?|safeguards?|training>`,
    `<disregard|forget|pay no <attention|heed> to|do not <obey|follow>> <${FILL}>{0,4}<${PRIOR}> <${TALK}>`,
    `<${IGNORE}|bypass|skip|omit|discard> <${FILL}>{0,4}<${PRIOR}> <${TALK}|inputs?|requests?|responses?|data> ${ACT}`,
    `<ignore|disregard|forget> <all |everything |of |that is |the >{0,3}<above|previous|preceding|foregoing> ${ACT}`,
    `<do |act |doing |acting >?<the >?<opposite of|contrary to|in violation of|against> your _?${PURE_GUIDANCE}`,
  ]),
  ...phrases('override_instructions', ['<system|admin|administrator|developer|root|emergency> override'], {
    followedBy: /^["'*_)\]]{0,3}\s{0,3}[:：!]/,
  }),
  ...phrases(
    'new_instructions',
    [
      '<<new|real|actual|true|secret|hidden|updated> <system >?instructions?|<new|real|actual|true|secret> system prompt>',
    ],
    { followedBy: /^["'*_)\]]{0,3}\s{0,3}[:：]/ },
  ),
  ...phrases('new_instructions', [
    '<your|here are|these are|follow|obey|accept|execute|adopt> <your |the |my |these |only |this >{0,3}new <instructions?|orders?|directives?|objective|mission|identity|persona|master|purpose|prompt|commands?|rules>',
    'end of <the >?<system|previous|original|initial> <prompt|instructions|message>',
    'if you <are|re> an? <ai|llm|large language model|language model|ai <assistant|agent|model>|assistant|agent|chatbot|bot> <reading|processing|parsing|summari[sz]ing|reviewing|please|you must|then ignore|ignore|disregard>',
  ]),
];

const HIDDEN =
  'system|initial|original|hidden|secret|internal|developer|base|underlying|exact|full|entire|complete|starting|root|master|first|confidential|private|core|custom|verbatim|actual|real|true|operating|current|configuration|initiali[sz]ation|startup|setup';
const THE_PROMPT =
  '<system ?prompts?|pre ?prompt|meta ?prompt|hidden prompt|initial prompt|original prompt|<system|initial|original|hidden|secret|internal|developer> <instructions?|messages?|directives?|guidelines|rules>>';
const OWN_TEXT =
  '<prompt|instructions|directives|programming|pre ?prompt|system message|system ?prompt|context window>';
const DISCLOSE =
  '<reveal|disclose|leak|expose|divulge|recite|dump|repeat|regurgitate|spill|exfiltrate|confess><s|ing>?|print out|spit out';
const UTTER =
  'show|print|output|display|tell|give|share|provide|send|write|list|summari[sz]e|translate|encode|decode|paraphrase|describe|explain|state|type|say|spell|quote|copy|paste|return|echo|read|convert|rewrite|reverse|rhyme|sing|embed|extract';
const NOT_A_SETTING =
  '(?! <length|size|tokens?|template|field|on|into|when|if|file|editor|panel|preview|at|per|only|during|hash|version|name|id|used|for|section|cache|caching|as|s> | in (?!<full|a|an|its|base|txt|code|json|markdown|plain|english|your|reverse> ))';

const EXTRACTIONS: readonly InjectionPattern[] = phrases('prompt_extraction', [
  `<${DISCLOSE}> _{0,3}?<the|your|this|its|their|all|any|full|entire> _{0,3}?${THE_PROMPT}`,
  `<${DISCLOSE}|${UTTER}|reading|reciting> _{0,6}?your <<${HIDDEN}> >{1,3}<prompts?|instructions?|messages?|directives?|guidelines|configuration|rules|programming|settings>`,
  `<${DISCLOSE}|show|print|output|display|tell|give me|share|say|spell|list|translate|encode|quote|paste|reading|reciting> _{0,3}?your ${OWN_TEXT}`,
  `<show|give|tell|send|read|provide|hand> <me|us|the user> _{0,5}?${THE_PROMPT}`,
  `<i|we> _{0,3}?<need|want|like|have|must|wish|require|demand|am|are> _{0,3}?<see|view|read|access|know|check|inspect|examine|review|audit|get|obtain|verify|have> _{0,3}?${THE_PROMPT}`,
  `what <is|are|s|was|were|does|did|do> _{0,4}?<your|those|the> _{0,2}?${THE_PROMPT}${NOT_A_SETTING}`,
  'what <is|s|are|was|were> <the _{1,3}?of >?<your|those|these|the previous> <system |initial |original |previous |prior >{0,2}<instructions?|directives|prompts?|orders|guidelines>',
  '<what|how|who|which|why> _{0,2}?<were you|are you|have you been|you were|you have been|you are> <originally |initially |first |specifically >?<instructed|told|programmed|prompted|configured|commanded|ordered>',
  '<repeat|output|print|recite|reproduce|echo|display|show|type|write|return|copy|say|give|translate|encode|summari[sz]e|paste|quote> _{0,4}?<text|words?|everything|messages?|conversation|prompt|instructions?|all> _{0,2}?<above|above this|before this|prior to this|preceding this|up to <this|here|now>|so far|that <came|comes|precedes?|preceded>>(?! <the|a|an|each|every|that|it|when|if|while|during|threshold|[0-9]+> )',
  '<finish|complete|continue> <the|this|my> <following >?<phrase|sentence|text|line|paragraph|quote> <you are|i was|i am|my instructions|the system|your>',
  'i was <instructed|programmed|prompted> to',
  `<console log|print|echo|puts|alert|println|printf|eval|dump> <the |my |your |self |this |me >?<system ?prompts?|hidden ?prompts?|initial ?prompts?|system ?instructions?>${NOT_A_SETTING}`,
  `<translate|encode|decode|base ?64|rot ?13|spell|reverse|rhyme|poem|song|summari[sz]e|rewrite|opposite> _{0,6}?<your|the> <full |entire |exact >?<system|initial|original|hidden|secret> <instructions?|prompts?|directives?|message|rules>${NOT_A_SETTING}`,
]);

const AI = '<ai|assistant|bot|chatbot|model|llm|agent|persona|entity|character|gpt|system|intelligence>';
const UNBOUND =
  'unrestricted|unfiltered|uncensored|unlimited|unbound|unshackled|jailbroken|amoral|unethical|evil|rogue|malicious|limitless|lawless|free|liberated|unaligned|unmoderated';
const LIMITS =
  'restrictions?|limitations?|limits|filters?|filtering|guardrails?|censorship|guidelines|constraints|moderation|ethics|ethical <guidelines|constraints|rules|boundaries>|moral <constraints|boundaries>|safety <measures|guidelines|rules|protocols|filters>|content polic<y|ies>';
const ACT_AS =
  'act|behave|respond|reply|answer|speak|operate|function|pretend|imagine|talk|simulate|emulate|become';
const FROM_NOW_ON =
  '<from now on|from this <point|moment> <on|onwards?|forward>|starting now|as of now|henceforth|hereafter>';
const SAFETY =
  '<safety|ethical|ethics|moral|content|moderation|censorship|guardrail|alignment> <filters?|filtering|guidelines|guardrails?|protocols?|polic<y|ies>|restrictions?|rules|measures|limits|limitations|moderation|constraints|safeguards?|mechanisms?|checks>';
const SWITCH_OFF =
  'ignore|bypass|disable|circumvent|evade|disregard|override|turn off|switch off|remove|get around|work around|deactivate|forget|suspend|lift|drop';
const NOT_OF_A_THING =
  '(?! <of|in|for|on> (?!<this|that|now|me|us|you|your|our|my|example|good|ever|today|once|a moment|everything|all> ))';

const PERSONAS: readonly InjectionPattern[] = [
  ...phrases('persona', [
    `you <are|re|ll be|will be|shall be|must be> <now|henceforth|hereby|going to be|from now on> <called |known as |acting as |playing |named >?<dan|dude|stan|aim|<${UNBOUND}>|<no longer|not> <bound|restricted|limited|an ai|a language model|required|constrained|subject>|<in|operating in> <dan|god|jailbreak|developer|debug|admin|root> mode|the <user|system|admin|administrator|developer|root|owner>>`,
    `you <are|re> <now|henceforth|hereby> <a|an|the|my> _{0,3}?<${AI}|hacker|attacker|pirate|villain|criminal>(?! <branch|directory|repo|repository|team|workspace|release> )`,
    'do anything now',
    `<${ACT_AS}> _{0,6}?<without|free <of|from>|with no|has no|have no|had no|not bound by|no longer bound by|unbound by|ignoring|there are no> <any |all |the |your |its |usual |normal |standard |typical >{0,2}<${LIMITS}>`,
  ]),
  ...phrases('forced_obedience', [
    `<${FROM_NOW_ON}|going forward> you <must|will|shall|are|have to|only|answer|respond|act|obey|do|no longer|re|always|never|work|serve|belong>`,
    `${FROM_NOW_ON} <act|behave|respond|answer|reply|pretend|speak|obey|ignore|disregard|do not follow|always obey|treat me|call me|follow only|only follow|only obey|never refuse|comply>`,
    'you <must|will|shall|should|have to> <always |never >?<obey|comply|submit|refuse> <me|my|any|to <my|any>|every|without|all|unconditionally|everything|anything|whatever|nothing|no <request|order|command>|<the |any >?<user|person|anyone|commands?|orders> <called|named|who|from|in|with>>',
  ]),
  ...phrases('safety_bypass', [
    `<${SWITCH_OFF}> <all |any |of |the >{0,3}your <own |built in |internal |safety >{0,2}${SAFETY}`,
    `<${SWITCH_OFF}> <all |any |the |its |every |these |those |own |built in |internal >{1,4}${SAFETY}${NOT_OF_A_THING}`,
    '<never|do not|don ?t> <refuse|decline|reject|say no to> <any|a|my|anything|user> <request|requests|order|question|command|instruction|task|i>',
  ]),
];

const PERSON =
  '<the |your |any |our >?<human >?<users?|humans?|operators?|owners?|customers?|admins?|administrators?|developers?|anyone|anybody|supervisors?>';
const NEVER = '<do not|don ?t|never|must not|should not|shall not>';
const INFORM = 'tell|inform|notify|alert|warn';
const OF_THIS =
  '<about <this|it|these|that|any|your|what|the <instructions?|change|transfer|call|step|rule|request>>|of <this|it|these|that|any>|that you <are|were|have|had|did|do|called|ran|sent|received|used|changed|deleted>|what you|anything|you <did|have|were|are|called|ran|sent>|this|why you|when you|under any|at any|ever|or <anyone|log|mention|the>>';
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
const DESTROY =
  'delete|drop|remove|wipe|destroy|purge|erase|truncate|shutdown|shut down|format|transfer|wire|grant|revoke|disable|overwrite|force push|deploy|execute|send';
const ASSETS =
  'users?|accounts?|all|databases?|db|tables?|files?|repo|repos|repository|repositories|everything|records?|backups?|production|prod|customers?|memor<y|ies>|logs?|funds|money|payments?|data|home|root|disk|branch|branches|permissions?|admin|shell|command|e ?mails?|tenants?|audit';
const CALL = '<call|invoke|run|execute|trigger|use> <the |tool |function |command >{0,3}';

const HARMS: readonly InjectionPattern[] = [
  ...phrases('concealment', [
    `<${NEVER}|cannot|avoid> <ever >?<${INFORM}|telling|informing|notifying|alerting|warning> ${PERSON} ${OF_THIS}`,
    `${NEVER} <ever >?let ${PERSON} <know|see|notice|find out|learn> <that you|about <this|it|these|what>|what you|you|this|any of this>`,
    `<without|before> ${PERSON} <s |ever |even >{0,2}<noticing|knowing|finding out|realising|realizing|being told|knowledge|awareness>`,
  ]),
  ...phrases('exfiltration', [
    `<${SEND}> <all |the |any |every |a |copy of |copies of |full |entire |me |us |over |out >{0,4}_{0,2}?${LOOT} _{0,5}?<to|via|at|into|through> ${AWAY}`,
    `<${SEND}> <me|us> <all |the |any |every |your |a |list of >{0,3}_?${LOOT}`,
    '<send|forward|upload|post|e ?mail|transmit> <them|it|everything|all of <it|them>|the <results?|outputs?|contents?>> to <me|my|the attacker|attackers?|an external|this <address|number|webhook>>',
  ]),
  ...phrases('destructive_call', [
    `<must|always|first|immediately|should|have to|need to|secretly|silently|then|now|please> <first |always |immediately |now |also |silently |secretly >{0,2}${CALL}<${DESTROY}> <${ASSETS}> _{0,3}?<first|before|immediately|without|on every|for every|every time|whenever|no matter|regardless|now|at once|silently|with admin>`,
    `<delete|drop|wipe|destroy|erase|purge|transfer|wire> <all |every |any |the |entire |user s |users |customer |production |whole >{1,3}_{0,2}?<${ASSETS}> _{0,3}?<without <asking|confirm|confirmation|approval|permission|telling|warning|consent|notice|being asked>|silently|secretly|no questions asked>`,
  ]),
];

/** Matched in folded text whose look-alikes are resolved: English, Spanish, French, German, Portuguese, Italian, Dutch, Polish. */
export const LATIN_PHRASES: readonly InjectionPattern[] = [
  ...OVERRIDES,
  ...EXTRACTIONS,
  ...PERSONAS,
  ...HARMS,
  ...phrases('override_instructions', [
    '<ignor<a|e|ar|ad|en|es>|olvid<a|e|ar|ad|en|es|ate>|descart<a|e|ar|en>|desestim<a|e|ar>|omit<e|a|ir>|desobedece|<haz|haga> caso omiso de|no <sigas|siga|obedezcas|obedezca|hagas caso|haga caso>> _{0,4}?<instrucciones|indicaciones|ordenes|reglas|directrices|directivas|comandos|normas> _{0,2}?<anterior<es>?|previ<as|os>|precedentes|iniciales|originales|arriba|recibidas|sistema|dadas>',
    '<ignor<e|ez|er|ons>|oubli<e|ez|er>|neglig<e|ez|er>|<ne >?<tiens|tenez|tenir|tient> <pas |aucun >?compte|<fais|faites> abstraction|<passe|passez|passer> outre|<ne >?<suis|suivez|respecte|respectez|obeis|obeissez> <plus|pas>> _{0,5}?<instructions?|consignes?|directives?|ordres?|regles?|commandes?> _{0,2}?<precedente?s?|anterieure?s?|dessus|initiale?s?|originale?s?|donnees|recues|prealables?|systeme>',
    '<ignorier<e|en|t>|vergiss|vergesst|vergessen|missacht<e|en|et>|verwirf|verwerfen|ubergeh<e|en|t>|umgeh<e|en|t>|hore nicht auf|<beachte|befolge|folge> <bitte >?nicht> _{0,5}?<vorherige|vorige|bisherige|fruhere|obige|vorangegangene|vorhergehende|ursprungliche|vorstehende|anfangliche|alle deine|alle ihre|samtliche>[nrms]? _{0,2}?<anweisung|instruktion|befehl|regel|vorgabe|anordnung|hinweis|richtlinie|direktive|aufforderung>(?:e|en|n|s)?',
    '<ignor<e|a|ar|em>|esque<ca|ce|cer|cam>|desconsider<e|a|ar|em>|descart<e|a|ar|em>|desobede<ca|ce>|nao <siga|sigas|obedeca|respeite>> _{0,4}?<instrucoes|orientacoes|regras|ordens|comandos|diretrizes|diretivas> _{0,2}?<anterior<es>?|previas|acima|originais|iniciais|recebidas|sistema|precedentes|dadas>',
    '<ignor<a|are|ate|i>|dimentic<a|are|ate|hi>|trascur<a|are|ate>|scart<a|are|ate>|disobbedisci|non <seguire|segui|obbedire|rispettare|tenere conto|considerare>> _{0,4}?<istruzioni|indicazioni|direttive|ordini|regole|comandi|disposizioni> _{0,2}?<precedenti|anteriori|sopra|iniziali|originali|ricevute|sistema|date>',
    '<negeer|vergeet|volg niet> _{0,4}?<vorige|eerdere|bovenstaande|voorgaande|oorspronkelijke> _{0,1}?<instructies|opdrachten|regels|aanwijzingen|richtlijnen>',
    '<zignoruj|ignoruj|zapomnij|pomin|nie przestrzegaj> _{0,4}?<poprzedni|wczesniejsz|powyzsz|dotychczasow|pierwotn>[a-z]{1,4} <instrukcj|polece|wytyczn|zasad|regul>[a-z]{0,4}',
  ]),
];

/** Matched in folded text that keeps the letters of other scripts: Russian, Arabic. */
export const OTHER_SCRIPT_PHRASES: readonly InjectionPattern[] = phrases('override_instructions', [
  '<про>?<игнориру[ийеют]{1,3}|забудь<те>?|отбрось<те>?|отмени<те>?|нарушь<те>?|ігноруй<те>?|не <следуй|слушай|выполняй|соблюдай|учитывай><те>?|не обращай<те>? внимания на> _{0,4}?<предыдущ|прежн|прошл|предшеству|вышеуказанн|вышеизложенн|ранн|изначальн|первоначальн|системн|все твои|все ваши|свои|попередн>[^ ]{0,6} _{0,2}?<инструкц|указани|команд|правил|приказ|директив|установк|распоряжени|промпт|ограничени|інструкц|вказівк>[^ ]{0,5}',
  '<تجاهل|انس|تجاوز|لا تتبع> _{0,3}?<التعليمات|الأوامر|الاوامر|التوجيهات|القواعد> _{0,1}?<السابقة|أعلاه|اعلاه|الأصلية|الاصلية>',
]);

/** The commonest forms however they are spelt apart ("i g n o r e") or written together. */
export const COMPACT_PHRASES: readonly InjectionPattern[] = compactPhrases('override_instructions', [
  '<ignore|disregard|forget|disobey><all|any|the|of|your|my|our|these|those|every>{0,4}<previous|prior|preceding|above|earlier|foregoing|initial|original|system>{1,2}<instruction|directive|prompt|guideline|order>',
]);

/** Matched in text without blanks: Chinese, Japanese, Korean. */
export const UNSPACED_PHRASES: readonly InjectionPattern[] = compactPhrases('override_instructions', [
  '<忽略|无视|無視|忽視|忽视|忘记|忘記|忘掉|不要理会|不要理會|不理会|不用管|不要管|不要遵守|不要遵循|别管|別管|抛开|拋開|跳过|跳過|绕过|繞過|放弃|取消|违反|撤销>[^a-z0-9]{0,10}?<之前|先前|以前|上面|以上|前面|上述|此前|所有|全部|原来|原來|原有|原先|系统|系統|现有|既有|任何>[^a-z0-9]{0,8}?<指令|指示|提示|命令|规则|規則|说明|說明|要求|设定|設定|限制|约束|約束|指引|准则>',
  '<之前|先前|以前|上面|以上|前面|上述|所有>[^a-z0-9]{0,6}?<指令|指示|提示|命令|规则|規則|说明|要求|设定|限制>[^a-z0-9]{0,4}?<忽略|无视|無視|忘记|忘掉|作废|作廢|无效|無效|失效|取消>',
  '<以前|前|これまで|今まで|上記|先ほど|先程|以上|すべて|全て|全部|元|最初|システム|従来>の?[^a-z0-9]{0,8}?<指示|命令|指令|プロンプト|ルール|規則|制約|設定|ガイドライン>[^a-z0-9]{0,8}?<無視|忘れ|破棄|従わない|従うな|スキップ|取り消>',
  '<이전|앞선|위의|기존|앞의|지금까지의|모든|원래|시스템>[^a-z0-9]{0,8}?<지시|명령|지침|프롬프트|규칙|설정|안내>[^a-z0-9]{0,8}?<무시|잊|따르지|잊어|무효>',
]);
