/** Whether a prompt corrects the turn before it. */

const NOT_RIGHT = '(?:not (?:right|correct|true|what|how|quite)|wrong|incorrect)';

/** English, and only where the prompt begins so: a prompt that is no correction must not count against a run. */
const CORRECTION = new RegExp(
  String.raw`^\W*(?:${[
    '(?:no|nope)(?=[,.!:;—–-])',
    String.raw`no (?:that|this|it|you|not|don't|do not)\b`,
    String.raw`(?:wrong|incorrect)\b`,
    `(?:that|this|it)(?:'s| is| was) (?:still )?${NOT_RIGHT}`,
    "(?:that|this|it) (?:isn't|wasn't) (?:right|correct|what|how)",
    "(?:that|this|it) (?:still )?(?:fails|is broken|does not work|doesn't work|didn't work|did not work)",
    String.raw`still (?:fails|failing|broken|wrong|not working|doesn't|does not)\b`,
    String.raw`you (?:forgot|missed|broke|misunderstood|removed|ignored|should(?: not|n't)? have|were supposed)\b`,
    String.raw`i (?:said|asked|told you|meant|wanted)\b`,
    String.raw`(?:please )?(?:undo|revert) (?:that|this|it|your|the last)\b`,
    String.raw`not (?:that|what i|like that)\b`,
  ].join('|')})`,
  'i',
);

export function isCorrection(prompt: string): boolean {
  return CORRECTION.test(prompt.slice(0, 200).replaceAll('’', "'"));
}
