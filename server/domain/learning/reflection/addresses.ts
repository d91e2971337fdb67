/**
 * Finds addresses in a text: a rule with one sends the agent, or what it knows, to somebody. Linear in the
 * text's length.
 */

/** Web and mail addresses and those of hosts. */
const ADDRESS =
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'`<>)\]]{1,300}|\bwww\.[a-z0-9-]{1,63}\.[^\s"'`<>)\]]{1,200}|[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,5}|\b\d{1,3}(?:\.\d{1,3}){3}\b/giu;

/** The host of an address that leads nowhere: this machine, and the names reserved for examples. */
const HARMLESS_HOST =
  /^(?:localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|(?:[a-z0-9-]+\.)*example(?:\.(?:com|org|net))?)$/;

/** Where a sentence goes on behind an address without a blank. */
const SENTENCE_GOES_ON =
  /(?<=^[!-~]+)[，。、；：！？（）「」『』《》\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}].*$/su;
/** What ends a sentence, and no address. */
const LAST_MARKS = /[.,;:!?]+$/;

/** The addresses in a text in lower case, without those that lead nowhere. */
export function addressesIn(text: string): string[] {
  const found = text.match(ADDRESS) ?? [];
  return found
    .map((address) => address.toLowerCase().replace(SENTENCE_GOES_ON, '').replace(LAST_MARKS, ''))
    .filter((address) => !HARMLESS_HOST.test(parseHost(address)));
}

/** `https://user@host:80/path` and `user@host` are at `host`. */
function parseHost(address: string): string {
  const authority = address.replace(/^[a-z][a-z0-9+.-]*:\/\//, '').split(/[/?#]/, 1)[0] ?? '';
  return (authority.split('@').at(-1) ?? '').replace(/:\d*$/, '').replace(/[.,;:]+$/, '');
}
