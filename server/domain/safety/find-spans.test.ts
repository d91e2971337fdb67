import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../testing/property.ts';
import { TOKENS } from '../../testing/samples/secret-kinds.ts';
import { SECRETS_IN_CONTEXT } from '../../testing/samples/secrets-in-context.ts';
import { spanFinder } from './find-spans.ts';
import { DETECTORS } from './redact.ts';
import { mergeSpans, type Span } from './spans.ts';

const PASSWORD_NAMES = [
  ...'password passwd passphrase passcode pwd secret token pass credential bearer cookie connectionstring'.split(
    ' ',
  ),
  ...'api-key passwort kennwort passe contrasena contraseña senha palavra-passe parola'.split(' '),
  ...'wachtwoord haslo hasło heslo lösenord adgangskode salasana jelszó sifre şifre'.split(' '),
  ...['mật khẩu', 'пароль', 'סיסמה', 'كلمة المرور', 'पासवर्ड', '密码', '口令'],
  ...['パスワード', '비밀번호', '암호', 'to\u212aen', 'pa\u017f\u017fword', 'api \u212aey'],
];

const COMMANDS = [
  ...['curl -u a:#', 'http -a a:#', 'https --auth=a:#', 'mysql -p#', 'mariadb-dump -p#', '7z x -p#'],
  ...['mongorestore -p#', 'mongodump -p#', 'sshpass -p #', 'redis-cli -a #', 'mongos -p #', 'mongosh -p #'],
  ...['cqlsh -p #', 'docker login -p #', 'podman login -p #', 'helm registry login -p #', 'az login -p #'],
  ...['oc login -p #', 'cf login -p #', 'sqlcmd -P #', 'mosquitto_pub -P #'],
  ...['zip -P #', 'unzip -P #', 'ldapsearch -w #', 'smbclient -U a%#', 'rpcclient -U a%#', 'lftp -u a,#'],
  ...['openssl rsa -passin pass:#', 'openssl rsa -passout pass:#'],
].map((command) => command.replace('#', 'Qx7kd93mz'));

const KEY_BODIES = [
  ...['MIIEpAIBAAKC', 'MIIEpAIBADANBgkqhkiG9w0BAQ', 'MHcCAQEEI', 'MHQCAQEEI', 'MIGkAgEBBD', 'MIHcAgEBBE'],
  ...['MIGHAgEAMBMGByqGSM49', 'MIHwAgEAMBAGByqGSM49', 'MC4CAQAwBQYDK2VwBCIE', 'MIIFLTBXBgkqhkiG9w0BBQ0'],
  ...['b3BlbnNzaC1rZXktdjE'],
].map((begin) => `${begin}${'aB3d'.repeat(10)}`);

const PERSONAL = [
  ...['mia@mail.example.net', 'zoe%40example.net', 'дима@пример.рф', '(212) 555-0147', '+44 20 7946 0321'],
  ...['4242 4242 4242 4242', '378282246310005', '219-09-9998', 'NL91 ABNA 0417 1643 00', 'phone ٢١٢٥٥٥٠١٤٧'],
  ...['27601903V', 'X8219858A', '191087575604863', '457.056.438-02', 'PESEL 99081603440', 'RSSMRA89R16H501A'],
  ...['RSSMRAUVRMSHRLMP', 'National Insurance number AB 12 34 56 C', '110101195902149163'],
];

const AROUND = ['', ' ', '\n', '\u00a0', '"', '=', 'é', 'the run went well, ', 'x', '-', '://', 'ag', '---'];

const SAMPLES = [
  ...[...TOKENS, ...SECRETS_IN_CONTEXT].flatMap(({ texts }) => texts),
  ...PASSWORD_NAMES.map((name) => `${name}: Qx7kd93mz!`),
  ...['PuTTY-User-Key-File-2: ssh-rsa', `-----BEGIN ${'PRIVATE'} KEY-----`],
  ...[...COMMANDS, ...KEY_BODIES, ...PERSONAL],
];

const EACH = DETECTORS.map((detector) => ({ ...detector, findBySigns: spanFinder([detector]) }));

/** What a detector finds in the text, but not where its signs are looked for first. */
function missedIn(text: string): Span[] {
  return EACH.flatMap(({ find, findBySigns }) => {
    const found = find(text);
    return found.length > 0 && findBySigns(text).length === 0 ? found : [];
  });
}

describe('the signs of detectors', () => {
  it('stand in every sample in which they find something, in capitals too', () => {
    const texts = SAMPLES.flatMap((text) => [text, text.toUpperCase(), text.replaceAll(' ', '\t')]);
    expect(texts.filter((text) => missedIn(text).length > 0)).toEqual([]);
  });

  it('are tried with samples of each detector, in each of which it finds something', () => {
    expect(EACH.filter(({ find }) => !SAMPLES.some((text) => find(text).length > 0))).toEqual([]);
    expect(SAMPLES.filter((text) => !EACH.some(({ find }) => find(text).length > 0))).toEqual([]);
  });

  it('change nothing of what is found in any text', () => {
    const part = fc.oneof(
      fc.constantFrom(...SAMPLES),
      fc.constantFrom(...AROUND),
      fc
        .tuple(fc.constantFrom(...SAMPLES), fc.nat(80))
        .map(([text, at]) => text.slice(0, at) + text.slice(at + 1)),
      fc.string({ unit: 'binary', maxLength: 10 }),
    );
    const texts = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        expect(missedIn(text)).toEqual([]);
        const each = mergeSpans(DETECTORS.flatMap(({ find }) => find(text)));
        expect(spanFinder(DETECTORS)(text)).toEqual(each);
      }),
      { numRuns: cases(3000) },
    );
  });
});
