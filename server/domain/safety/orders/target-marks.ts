/** Writes one word in the place of each address and each account number, so that orders can be found that are aimed at one. */
import { addressesOfWord } from '../learned/named-targets.ts';

/** The words that stand for what was replaced. No language has them. */
export const ADDRESS_MARK = 'qqaddress';
export const ACCOUNT_MARK = 'qqaccount';

const WORD = /[^\s"'`<>()[\]{}|,;*„“”«»「」『』]+/gu;
const ASCII_RUN = /[!-~]+/g;
const MAX_WORD = 600;

const WALLET = `(?:0x[0-9a-fA-F]{40}|bc1[a-z0-9]{25,60}|[13T][a-km-zA-HJ-NP-Z1-9]{25,34})`;
const IBAN = String.raw`[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{2,4}){3,8}`;
/** Six digits and more in groups; what is written as a date is none. */
const NUMBER = String.raw`(?!\d{4}-\d{2}-\d{2}(?!\d))\d{2,8}(?:[- ]\d{2,8}){1,8}|\d{8,20}`;
const PAYEE = String.raw`(?:PayPal|Venmo|Cash ?App|Zelle|Revolut|Wise|Alipay|M-?Pesa|Pix)\s{1,2}[$@]?[\w.@-]{3,40}`;
const ACCOUNT = new RegExp(
  String.raw`(?<![\w.])(?:${[PAYEE, WALLET, IBAN, NUMBER].join('|')})(?![\w-])`,
  'g',
);

/** The text with the marks; what a file, a version or this machine is called stays. */
export function withTargetsMarked(text: string): string {
  const addressed = /[.@]|:\/\//.test(text) ? text.replace(WORD, markedWord) : text;
  return /\d|PayPal|Venmo|Zelle|Revolut/.test(addressed)
    ? addressed.replace(ACCOUNT, (written) =>
        digitsIn(written) >= 6 || /^\D/.test(written) ? ` ${ACCOUNT_MARK} ` : written,
      )
    : addressed;
}

const digitsIn = (text: string) => text.replace(/\D/g, '').length;

/** An address may stand in a word of a script without blanks. */
function markedWord(word: string): string {
  if (!word.includes('.') && !word.includes('://')) return word;
  const marked = word.replace(ASCII_RUN, (run) => (isAddress(run) ? ` ${ADDRESS_MARK} ` : run));
  return marked === word && isAddress(word) ? ` ${ADDRESS_MARK} ` : marked;
}

function isAddress(word: string): boolean {
  const read = word.slice(0, MAX_WORD);
  return /^[^@\s]{1,64}@[\w-]+(?:\.[\w-]+)+/.test(read) || addressesOfWord(read).length > 0;
}
