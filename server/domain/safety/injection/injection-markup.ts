/**
 * Injection by form instead of words: tags and control tokens that pretend to be another role of the
 * conversation, characters that people cannot see, and links or commands that carry data away. Looked for in
 * the raw text, where punctuation still exists.
 */

import type { Span } from '../spans.ts';
import type { InjectionKind, InjectionPattern } from './injection-pattern.ts';

const SYSTEM = 'system(?:[-_ ]?(?:prompt|message|instructions?|reminder|note|override|role|directive))?';

const TAG = `[<＜⟨]\\s{0,3}/?\\s{0,3}${SYSTEM}(?:\\s[^<>＜＞]{0,80})?\\s{0,3}/?[>＞⟩]`;
const ONLY_TAGS = '(?:</?[\\w-]{1,30}>|…|[.]{3}|\\s){0,4}';

export const MARKUP_PATTERNS: readonly InjectionPattern[] = [
  // A tag of the system anywhere but in generics (`List<System>`) and where code is nothing but tags; other
  // roles only where a turn could begin.
  {
    kind: 'role_tag',
    pattern: new RegExp(
      `(?:(?<!\\w)|(?=.\\s{0,3}/))(?!(?<=\`${ONLY_TAGS})${TAG}(?=${ONLY_TAGS}\`))${TAG}`,
      'giu',
    ),
  },
  {
    kind: 'role_tag',
    pattern: /(?:^|[\n>.!?])[ \t]{0,8}<\s{0,3}\/?(?:assistant|developer)(?:\s[^<>]{0,80})?>(?!`)/gi,
  },
  {
    kind: 'role_tag',
    pattern:
      /<\|\s{0,2}(?:im_start|im_end|im_sep|system|user|assistant|developer|start_header_id|end_header_id|eot_id|endoftext|begin_of_text|end_of_text|endofprompt)\s{0,2}\|>|\[\/?INST\]|<<\/?SYS>>|<(?:start|end)_of_turn>/gi,
  },
  {
    kind: 'role_tag',
    pattern:
      /(?:^|[\n.!?])[ \t#>*[("'-]{0,8}(?:system|assistant|developer)(?: (?:prompt|message|note|instruction|update|alert))?[\])*"']{0,3}[ \t]{0,2}[:：][ \t"'*]{0,4}(?:you (?:are|must|will|should|have|may)|ignore|disregard|forget|from now|override|the user (?:is|has)|execute|reveal)/gi,
  },
  {
    kind: 'exfiltration',
    pattern:
      /!\[[^\]\n]{0,120}\]\(\s{0,4}https?:\/\/[^)\s{<[]{0,200}[?&=/](?:\$?\{+|<|\[|%7B)\s{0,2}[^)\s}>\]]{0,40}(?:conversation|history|secret|memor|token|api_?key|prompt|message|password|context|encoded|user_?data|credential)/gi,
  },
  // A value in the query is nearly always meant to be filled in, so here plainer words count too.
  {
    kind: 'exfiltration',
    pattern:
      /!\[[^\]\n]{0,120}\]\(\s{0,4}https?:\/\/[^)\s{<[]{0,200}[?&][\w-]{0,30}=(?:\$?\{+|<|\[|%7B)\s{0,2}[^)}>\]\n]{0,40}(?:customer|client|user|account|answer|reply|e-?mail|address|data|list|file|content|summary|record|session|cookie)/gi,
  },
  // What a command prints becomes part of a name that is looked up, so that its own name server reads it.
  { kind: 'exfiltration', pattern: /\$\([^()\n]{1,200}\)(?:\.[\w-]{1,63}){1,8}?\.[a-z]{2,}\b/gi },
];

/** Removing everything below the root, the home or the current directory, which no rule needs. */
export const DESTRUCTIVE_COMMAND: InjectionPattern = {
  kind: 'destructive_call',
  pattern:
    /\brm[ \t]{1,4}-(?:rf|fr|Rf|r[ \t]{1,4}-f|f[ \t]{1,4}-r)[ \t]{1,4}(?:--no-preserve-root[ \t]{1,4})?["']?(?:~|\/|\$HOME)?\/?\*?["']?(?<=[~/*E"'])(?=[\s;&|`"').,]|$)/g,
};

const SECRET_FILE =
  /(?<![\w-])(?:\.env\b(?!\.(?:example|sample|template|dist))|id_rsa|id_ed25519|\.aws\/credentials|\.ssh\/|\/etc\/(?:passwd|shadow)|\.netrc|\.npmrc|\.git-credentials|\$\((?:env|printenv)\)|(?:env|printenv)(?= ?\|))/g;
const UPLOADER = /\b(?:curl|wget|ncat?)\b/;
const UPLOAD_SIGN = /@|-F|-T|--data|--upload|--post|<|\$\(/;
const COPIER = /\b(?:scp|rsync)\b/;
const COPY_AFTER = /^\S{0,60}\s{1,4}\S{1,80}:/;
const PIPED_AFTER = /\|[ \t]{0,4}(?:base64[^|]{0,20}\|[ \t]{0,4})?(?:curl|wget|ncat?)\b/;
const LINE_REACH = 120;

/**
 * Shell commands that send a file of secrets elsewhere: the file is found first, then the rest of its line is
 * read.
 */
export function findShellTransfers(text: string): Span<InjectionKind>[] {
  const spans: Span<InjectionKind>[] = [];
  for (const match of text.matchAll(SECRET_FILE)) {
    const end = match.index + match[0].length;
    const before =
      text
        .slice(Math.max(0, match.index - LINE_REACH), match.index)
        .split('\n')
        .at(-1) ?? '';
    const after = text.slice(end, end + LINE_REACH).split('\n')[0] ?? '';
    const command = before.split(/[|;]/).at(-1) ?? '';
    const isSent = (UPLOADER.test(before) && UPLOAD_SIGN.test(command)) || PIPED_AFTER.test(match[0] + after);
    const isCopied = COPIER.test(before) && COPY_AFTER.test(after);
    if (isSent || isCopied) spans.push({ start: match.index, end, kind: 'exfiltration' });
  }
  return spans;
}
