/**
 * Phrases that set earlier instructions aside or put new ones in their place. The verbs are ordinary ("ignore
 * case", "override the timeout"), so a verb counts only together with what it is aimed at.
 */
import { compactPhrases, type InjectionPattern, phrases } from './injection-pattern.ts';

/** Verbs that, aimed at any kind of guidance, tell a reader to set it aside. */
const IGNORE = [
  'ignore|ignoring|disregard|disregarding|forget|forgetting|neglect|overlook|disobey|unlearn|defy|nullify|void',
  'never ?mind|pay no <attention|heed|mind> to|take no notice of|turn a blind eye to|let go of|get rid of|throw <away|out>',
  '<do not|don ?t|never|stop|no longer|quit|cease|refuse to> <follow|obey|comply with|adhere to|listen to|heed|respect|abide by|honou?r><ing>?',
  'stop <obeying|complying with|adhering to|listening to|respecting|abiding by>',
].join('|');

/**
 * Verbs with many innocent objects, which therefore need a determiner and an object that is only ever
 * guidance.
 */
const SET_ASIDE =
  'bypass|override|discard|dismiss|skip|omit|drop|erase|delete|clear|reset|cancel|revoke|abandon|suspend|supersede|set aside|put aside|leave behind|violate|break';

const FILL =
  '<all|any|every|each|the|of|your|my|our|these|those|this|that|its|absolutely|completely|entirely|please|other|and|or> ';
const DETERMINER = '<all|any|every|the|your|my|these|those|this>';

/** Guidance that came before. */
const PRIOR = 'previous|prior|preceding|above|foregoing|earlier|initial|original|aforementioned';
/** Words for guidance in force, which describe settings too and so need a determiner before them. */
const IN_FORCE =
  'former|past|old|existing|current|system|developer|hidden|preset|built in|default|predefined|safety|given';

const GUIDANCE =
  'instructions?|directives?|prompts?|prompting|guidelines?|guidance|orders?|directions|commands?|rules?|policies|programming|constraints?|restrictions?|guardrails?|safeguards?|training';
/** "Prompt" followed by one of these is a thing that a program has. */
const NOT_A_THING =
  '(?! <text|template|file|string|variable|token|cache|injection|field|section|box|length|size|setting|editor|panel|handler>s? )';
const PURE_GUIDANCE = `<instructions?|directives?|prompts?${NOT_A_THING}|guidelines?|orders>`;
const TALK =
  'context|conversation|communication|messages?|dialog|dialogue|chat|discussion|text|content|statements?';

/** "Ignore all rules of the linter" is about a setting … */
const NOT_OF_A_SOURCE =
  '(?! <embedded|found|contained|inside|within|in|from|that|which|appearing|present|written|placed|hidden|inserted|for|about|on|of> )';
/**
 * … and "ignore all instructions in fetched pages" protects: only what names such a source tells it from an
 * attack.
 */
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
const NO_LONGER_VALID =
  'void|invalid|cancel+ed|obsolete|revoked|superseded|overridden|null|wrong|fake|outdated|irrelevant|apply|lifted|suspended|replaced|an? <test|joke|decoy|trick|placeholder>';

export const OVERRIDE_PHRASES: readonly InjectionPattern[] = [
  ...phrases('override_instructions', [
    `<${IGNORE}> <${FILL}>{0,5}<${PRIOR}> _{0,2}?<${GUIDANCE}>${NOT_A_THING}`,
    `<${IGNORE}> <${FILL}>{1,5}<${IN_FORCE}> _{0,2}?<${GUIDANCE}>${NOT_A_THING}`,
    `<${IGNORE}> <${FILL}>{0,3}<${IN_FORCE}> ${PURE_GUIDANCE}`,
    `<${IGNORE}> <${FILL}>{0,4}<all|every> <${FILL}>{0,3}_?${PURE_GUIDANCE}${NOT_IN_A_SOURCE}`,
    `<${IGNORE}> <${FILL}>{0,4}<all|every> <${FILL}>{0,3}_?<${GUIDANCE}>${NOT_OF_A_SOURCE}`,
    `<${IGNORE}> <${FILL}>{0,4}<your|my> <${FILL}>{0,3}_?<${GUIDANCE}>${NOT_A_THING}`,
    `<${IGNORE}> <${FILL}>{0,5}_?<${GUIDANCE}|everything|anything|all|what> _{0,2}?${GIVEN_BEFORE}`,
    `<${IGNORE}> <what|whatever|everything|anything> <the |your >?<developers?|system|user|operator|admin|they|i|anyone|anybody|openai|anthropic|google> <has |have |had >?<told|said|instructed|asked|wrote>`,
    `<${IGNORE}> <what|whatever|everything|anything> <the |your >?<system|developer|user|original|initial> <message|prompt|instructions?> <said|says|say|told|tells|contains?|stated?>`,
    `you <do not|don ?t|no longer> <have|need> to <follow|obey|respect|comply with|adhere to|abide by> <${FILL}>{0,3}_?<${GUIDANCE}>(?! <for|in|when|on|of> )`,
    `<${SET_ASIDE}> <${FILL}>{1,4}<${GUIDANCE}> _?${GIVEN_BEFORE}`,
    `<set|put|leave> <${FILL}>{0,3}<${PRIOR}> _?<${GUIDANCE}> aside`,
    `<${GUIDANCE}> <that |which >?<you were given|given to you|you received|you got> _?<are|were|is|have been> _?<${NO_LONGER_VALID}>`,
    '<whatever|everything|anything|what> _{1,5}?<told|said|instructed> <you >?<ignore|forget|disregard> <it|that|them|all>',
    `<skip|omit|bypass|dismiss> <${PRIOR}> <instructions?|directives?|orders|guidelines>`,
    '<rules|restrictions|guidelines|filters|safeguards|limitations> <are|have been> <now |all |hereby >?<suspended|lifted|void|revoked>',
    `<${SET_ASIDE}> ${DETERMINER} <${FILL}>{0,3}<${PRIOR}|${IN_FORCE}|rules and> _?${PURE_GUIDANCE}`,
    `<${SET_ASIDE}> <${FILL}>{0,2}your <${FILL}>{0,2}_?<${PURE_GUIDANCE}|programming|guardrails?|safeguards?|training>`,
    `<disregard|forget|pay no <attention|heed> to|do not <obey|follow>> <${FILL}>{0,4}<${PRIOR}> <${TALK}>`,
    `<${IGNORE}|bypass|skip|omit|discard> <${FILL}>{0,4}<${PRIOR}> <${TALK}|inputs?|requests?|responses?|data> ${ACT}`,
    `<ignore|disregard|forget> <all |everything |of |that is |the >{0,3}<above|previous|preceding|foregoing> ${ACT}`,
    'forget <everything|all|anything> <you <know|knew|were|have|learned|learnt|had>|i <said|told|wrote>|we <said|discussed>|about your|that was said|said before|and <start|follow|do|obey>>',
    `<previous|prior|earlier|above|original|initial|system> <instructions|directives|prompts?|rules|guidelines|orders> <are|were|is|have been|has been|no longer|do not|don ?t> _{0,2}?<${NO_LONGER_VALID}>`,
    `<instructions|directives|prompt|rules|guidelines> <above|before this|given earlier|so far> <<are|were|is|was|have been> _{0,2}?<${NO_LONGER_VALID}|not real>|<do not|don ?t|no longer> apply <to you|anymore|any more|now|here>>`,
    `<treat|consider|regard|view> <${FILL}>{0,3}<${PRIOR}|your|system> _?${PURE_GUIDANCE} _{0,3}?as <if|though|void|null|cancel+ed|a <test|joke>|irrelevant|fake|invalid|obsolete|optional>`,
    `<do |act |doing |acting >?<the >?<opposite of|contrary to|in violation of|against> your _?${PURE_GUIDANCE}`,
    '<system|admin|administrator|developer|root|emergency|priority> override <mode |code |protocol |command >?<engaged|activated|accepted|enabled|initiated|authorized|you|now|ignore|all>',
  ]),
  ...phrases(
    'override_instructions',
    ['<system|admin|administrator|developer|root|emergency|priority> override'],
    {
      followedBy: /^["'*_)\]]{0,3}\s{0,3}[:：!]/,
    },
  ),
];

export const NEW_INSTRUCTION_PHRASES: readonly InjectionPattern[] = [
  ...phrases(
    'new_instructions',
    [
      '<<new|real|actual|true|secret|hidden|revised|updated|overriding> <system >?instructions?|<new|real|actual|true|secret> system prompt>',
    ],
    { followedBy: /^["'*_)\]]{0,3}\s{0,3}[:：]/ },
  ),
  ...phrases('new_instructions', [
    'you <now >?have a new <task|objective|mission|role|persona|identity|goal|master|instruction>',
    '<your|here are|these are|follow|obey|accept|execute|adopt> <your |the |my |these |only |this >{0,3}new <instructions?|orders?|directives?|objective|mission|identity|persona|master|purpose|prompt|commands?|rules>',
    'your <true|real|actual|secret|hidden> <purpose|goal|mission|master|owner|identity|objective|instructions?|task> <is|are>',
    '<follow|obey|execute|use|do|carry out> <only |exactly >?<these|the following|my|this> <instructions?|orders?|commands?|directives?> <instead|only|now|exclusively|above all|and nothing else|and ignore|without question>',
    'instead <of _{1,6}?>?<follow|obey|do|execute> <these|my|the following> <instructions?|orders?|commands?>',
    '<begin|beginning|start> of <the >?<new|real|actual> <system >?<instructions|prompt|conversation|session|orders>',
    'end of <the >?<system|previous|original|initial> <prompt|instructions|message>',
    '<attention|important|urgent|note to|message to|instructions? <for|to>> <any |all |the >{0,2}<ais?|llms?|language models?|ai <assistants?|agents?|models?>|chatbots?|assistants?|agents?> <reading|processing|that reads?|who reads?|parsing|summari[sz]ing|reviewing|you must|must|please>',
    'if you <are|re> an? <ai|llm|large language model|language model|ai <assistant|agent|model>|assistant|agent|chatbot|bot> <reading|processing|parsing|summari[sz]ing|reviewing|please|you must|then ignore|ignore|disregard>',
  ]),
];

/** The commonest forms, however they are spelt apart ("i g n o r e", "ig-nore") or written together. */
export const COMPACT_PHRASES: readonly InjectionPattern[] = [
  ...compactPhrases('override_instructions', [
    '<ignore|disregard|forget|disobey><all|any|the|of|your|my|our|these|those|every>{0,4}<previous|prior|preceding|above|earlier|foregoing|initial|original|system>{1,2}<instruction|directive|prompt|guideline|order>',
    '<ignore|disregard|forget>all<your|the|my>?<instruction|directive|guideline>s<and|now|above|before|you>',
  ]),
  ...compactPhrases('prompt_extraction', [
    '<reveal|disclose|leak|showme|tellme|giveme|repeat><me|us>?<your|the><full|entire|exact|hidden|secret|original|initial>?systemprompt',
  ]),
];
