/**
 * Phrases that ask the agent for its own instructions. Texts about prompts are common in engineering ("keep
 * the system prompt short"), so a phrase counts when it asks to hand them over: to "me", of "you", or by a
 * verb of disclosure.
 */
import { type InjectionPattern, phrases } from './injection-pattern.ts';

const HIDDEN =
  'system|initial|original|hidden|secret|internal|developer|base|underlying|exact|full|entire|complete|starting|root|master|first|confidential|private|core|custom|verbatim|actual|real|true|operating|current|configuration|initiali[sz]ation|startup|setup';
const THE_PROMPT =
  '<system ?prompts?|pre ?prompt|meta ?prompt|hidden prompt|initial prompt|original prompt|<system|initial|original|hidden|secret|internal|developer> <instructions?|messages?|directives?|guidelines|rules>>';
const OWN_TEXT =
  '<prompt|instructions|directives|programming|pre ?prompt|system message|system ?prompt|context window>';
const GUIDANCE = '<instructions?|rules?|guidelines|prompts?|directives|orders|constraints|policies>';

const DISCLOSE =
  '<reveal|disclose|leak|expose|divulge|recite|dump|repeat|regurgitate|spill|exfiltrate|confess><s|ing>?|print out|spit out';
const UTTER =
  'show|print|output|display|tell|give|share|provide|send|write|list|summari[sz]e|translate|encode|decode|paraphrase|describe|explain|state|type|say|spell|quote|copy|paste|return|echo|read|convert|rewrite|reverse|rhyme|sing|embed|extract';
const GIVEN_TO_YOU = `<${[
  '<that |which >?<you <were|have been|had been|are|got> <originally |initially |first |been >?<given|told|provided|instructed|programmed|prompted|configured|initiali[sz]ed|following|sent>|you <have |had >?<received|operate under|must not reveal|started with>>',
  '<given|provided|sent> to you|<guiding|governing> you',
].join('|')}>`;
const IN_FULL =
  '<word for word|verbatim|exactly|in full|in detail|completely|letter by letter|one <word|letter|line> at a time|one by one|backwards?|in reverse>';

/**
 * "Show the system prompt length" and "print the system prompt in verbose mode" are about a program's prompt.
 */
const NOT_A_SETTING =
  '(?! <length|size|tokens?|template|field|on|into|when|if|file|editor|panel|preview|at|per|only|during|hash|version|name|id|used|for|section|cache|caching|as|s> | in (?!<full|a|an|its|base|txt|code|json|markdown|plain|english|your|reverse> ))';

const REQUESTS: readonly InjectionPattern[] = phrases('prompt_extraction', [
  // Handing over: "reveal the system prompt", "show me …", "print your …"
  `<${DISCLOSE}> _{0,3}?<the|your|this|its|their|all|any|full|entire> _{0,3}?${THE_PROMPT}`,
  `<print|output|display|show|return|write out|type out> <the |this |its |all |full |entire |complete |whole >{0,3}system ?prompt${NOT_A_SETTING}`,
  `<${DISCLOSE}|${UTTER}|reading|reciting> _{0,6}?your <<${HIDDEN}> >{1,3}<prompts?|instructions?|messages?|directives?|guidelines|configuration|rules|programming|settings>`,
  `<${DISCLOSE}|show|print|output|display|tell|give me|share|say|spell|list|translate|encode|quote|paste|reading|reciting> _{0,3}?your ${OWN_TEXT}`,
  `<${DISCLOSE}|${UTTER}> _{0,3}?your <rules|guidelines|configuration|context|initiali[sz]ation|constraints> ${IN_FULL}`,
  `<${DISCLOSE}|${UTTER}> _{0,3}?your initiali[sz]ation`,
  `<${DISCLOSE}|${UTTER}|what|get> _{0,6}?<text|contents?|words?|copy|version|wording|lines?|characters?|letters?|tokens?|sentences?|beginning|start|end> of your <<${HIDDEN}> >{0,2}${OWN_TEXT}`,
  `<show|give|tell|send|read|provide|hand> <me|us|the user> _{0,5}?${THE_PROMPT}`,
  // Asking: "I need to see …", "can you share …", "what is your …"
  `<i|we> _{0,3}?<need|want|like|have|must|wish|require|demand|am|are> _{0,3}?<see|view|read|access|know|check|inspect|examine|review|audit|get|obtain|verify|have> _{0,3}?${THE_PROMPT}`,
  `<i|we> _{0,2}?<need|want|demand|require|request> _?your <<${HIDDEN}> >{0,3}${OWN_TEXT}`,
  `<let me|can i|could i|may i|allow me to|help me|can you|could you|would you|will you> _?<see|view|read|access|know|check|inspect|show|print|output|display|reveal|repeat|share|tell|list|extract|give|provide> _{0,4}?${THE_PROMPT}`,
  `what <is|are|s|was|were|does|did|do> _{0,4}?<your|those|the> _{0,2}?${THE_PROMPT}${NOT_A_SETTING}`,
  'what <is|s|are|was|were> <the _{1,3}?of >?<your|those|these|the previous> <system |initial |original |previous |prior >{0,2}<instructions?|directives|prompts?|orders|guidelines>',
  '<what|how|who|which|why> _{0,2}?<were you|are you|have you been|you were|you have been|you are> <originally |initially |first |specifically >?<instructed|told|programmed|prompted|configured|commanded|ordered>',
  `<what|which> _?${GUIDANCE} <do|did|are|must|should|have|were> you _{0,2}?<follow|following|have|given|obey|under|operate|told|received?>`,
  // "The instructions you were given", "the text above"
  `<what|which|how|${DISCLOSE}|${UTTER}> _{0,6}?<${GUIDANCE}|text|words|messages?> ${GIVEN_TO_YOU}`,
  `<${DISCLOSE}|${UTTER}> _{0,3}?${GUIDANCE} <that |which >?you <must |have to >?<follow|obey|adhere|operate>`,
  '<repeat|output|print|recite|reproduce|echo|display|show|type|write|return|copy|say|give|translate|encode|summari[sz]e|paste|quote> _{0,4}?<text|words?|everything|messages?|conversation|prompt|instructions?|all> _{0,2}?<above|above this|before this|prior to this|preceding this|up to <this|here|now>|so far|that <came|comes|precedes?|preceded>>(?! <the|a|an|each|every|that|it|when|if|while|during|threshold|[0-9]+> )',
  'your <system|initial|original|hidden|secret|internal|underlying|base|developer> <prompts?|instructions|directives> <to me|in <full|json|base ?64|english|french|spanish|german|reverse|a>|verbatim|word for word>',
  `<convert|translate|encode|decode|summari[sz]e|rewrite|extract|access to|copy of|contents of|text of> <your|the> <full |entire |exact |complete >?<system ?prompt|<initial|hidden|internal|secret|developer> <prompt|message|instructions>|your <system|initial|original> instructions>(?! <length|size|template|field|file|editor|cache> )`,
  `<${DISCLOSE}|${UTTER}> _{0,4}?the <internal|hidden|secret|confidential|underlying|initial|original> <prompt|instructions|directives>${NOT_A_SETTING}`,
  `what your <<${HIDDEN}> >{0,2}<prompts?|instructions|directives|guidelines> <says?|are|is|were|contains?|tells?>`,
  '<are there|do you have|have you got|were there|did you get> <any >?<hidden|secret|system|initial|special> <instructions|prompts?|directives|rules>',
  '<what|repeat|show|tell me|print|quote> _{0,4}?first message <in|of> <this|our> <conversation|chat|session|thread>',
  '<first|last> <word|sentence|line|letter|message>s? _{0,2}?of your <full |entire >?<system|initial|original|hidden|secret> <instructions?|prompts?|directives?|message|rules>',
  // Completions and code that make it appear
  '<start|starting|begin|beginning|begins|starts> _{0,3}?<with|from|at> <the <words?|phrase|text|sentence> >?<you are|my instructions|my system>',
  '<finish|complete|continue> <the|this|my> <following >?<phrase|sentence|text|line|paragraph|quote> <you are|i was|i am|my instructions|the system|your>',
  'i was <instructed|programmed|prompted> to',
  'my <system prompt|<initial|original|system|hidden|secret> instructions|instructions> <is|are|say|says|were|was|begin|begins|start|starts|read>',
  '<console log|print|echo|puts|alert|println|printf|eval|dump> <the |my |your |self |this |me >?<system ?prompts?|hidden ?prompts?|initial ?prompts?|system ?instructions?>' +
    NOT_A_SETTING,
  '<translate|encode|decode|base ?64|rot ?13|spell|reverse|rhyme|poem|song|summari[sz]e|rewrite|opposite> _{0,6}?<your|the> <full |entire |exact >?<system|initial|original|hidden|secret> <instructions?|prompts?|directives?|message|rules>' +
    NOT_A_SETTING,
]);

/**
 * Anyone who builds a prompt says what to put into it; and anyone who guards it what not to do; neither asks
 * to see one.
 */
const BUILDS_A_PROMPT =
  /\b(?:never|not|cannot|avoid|put|keep|add|include|place|set|update|edit|cache|store|define|improve|test|iterate|write|design|in|into|customi[sz]e|append|insert|move|specify|configure|structure|tune|version|when|make|shorten|optimi[sz]e|adjust|change|review|refine)\b[^.!?\n]{0,40}$/i;

export const EXTRACTION_PHRASES: readonly InjectionPattern[] = [
  ...REQUESTS,
  ...phrases(
    'prompt_extraction',
    [
      'your <full |exact |entire >?<system|initial|original|hidden|secret|internal|underlying> <prompts?|instructions|directives>',
    ],
    { notAfter: BUILDS_A_PROMPT },
  ),
];
