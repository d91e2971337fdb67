/** Secrets that the text around them tells, as `secret-kinds.ts` has those of a form of their own. */
import {
  ALNUM,
  alnum,
  BASE64,
  draw,
  guid,
  hex,
  LOWER,
  type SecretKind,
  said,
  url64,
} from './secret-kinds.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Lines of base64 that begin as the encoded structure does. */
function body(begin: string): string {
  return [
    begin + draw(BASE64, 64 - begin.length),
    draw(BASE64, 64),
    draw(BASE64, 64),
    `${draw(BASE64, 42)}==`,
  ].join('\n');
}

const AROUND_BODY = ['deploy key:\n#\n', 'cat id.pem | tail -n +2\n#\ndone', 'KEY_BODY:\n#\n\nnext step'];

const GUID = guid();
const TEAMS_KEY = hex(32);
const PASSWORD = `${draw(LOWER, 6)}Q7${draw(LOWER, 3)}`;
const LETTERS = `sword${'fish'}`;

export const SECRETS_IN_CONTEXT: SecretKind[] = [
  said(
    'Teams webhook',
    TEAMS_KEY,
    ...['post to #', 'HOOK=#', '{"url":"#"}'].map((text) =>
      text.replace(
        '#',
        () => `https://acme.webhook.office.com/webhookb2/${GUID}@${GUID}/Incoming${'Webhook'}/#/${GUID}`,
      ),
    ),
  ),
  said(
    'Azure SAS',
    `${draw(ALNUM, 41)}%2B%3D`,
    'GET https://acme.blob.core.windows.net/c/b?sv=2031-01-01&se=2031-02-01&sr=b&sp=r&sig=# 403',
    'SAS="?sv=2031-01-01&ss=b&sp=rwd&sig=#"',
    'azcopy copy "https://acme.blob.core.windows.net/c?sp=racw&sig=#&sv=2031-01-01"',
  ),
  said(
    'Azure connection string',
    `${draw(BASE64, 86)}==`,
    'DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=#;EndpointSuffix=core.windows.net',
    'Endpoint=sb://acme.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=#',
    '{"azure_storage_key": "#"}',
  ),
  said(
    'AWS secret beside its id',
    draw(BASE64, 40),
    `AK${'IA'}Z7QH2LMNP4RSTUVW #`,
    `AK${'IA'}Z7QH2LMNP4RSTUVW,#`,
    `AWS Access Key ID [None]: AK${'IA'}Z7QH2LMNP4RSTUVW\nAWS Secret Access Key [None]: #`,
  ),
  said(
    'Twilio auth token',
    hex(32),
    'curl -u AC0123456789abcdef0123456789abcdef:# https://api.twilio.com',
    'TWILIO_AUTH_TOKEN=#',
    "new Twilio('AC0123456789abcdef0123456789abcdef', '#')",
  ),
  said('PKCS#1 body', body('MIIEpAIBAAKCAQEA'), ...AROUND_BODY),
  said('PKCS#8 body', body('MIIEvQIBADANBgkqhkiG9w0BAQEFAASC'), ...AROUND_BODY),
  said('EC body', body('MHcCAQEEI'), ...AROUND_BODY),
  said('OpenSSH body', body('b3BlbnNzaC1rZXktdjEAAAAA'), ...AROUND_BODY),
  said(
    'curl -u',
    PASSWORD,
    'curl -u admin:# https://example.net',
    "curl -sS --user 'ci-bot:#' https://example.net/x",
    'curl https://example.net -X POST -u "api:#" -d @f',
  ),
  said(
    'mysql -p',
    PASSWORD,
    'mysql -u root -p# shop',
    "mysqldump -h db -uapp -p'#' shop > d.sql",
    'mariadb --host=db -u app -p# -e "select 1"',
  ),
  said(
    'sshpass -p',
    PASSWORD,
    'sshpass -p # ssh app@host',
    "sshpass -p '#' scp f app@host:",
    'sshpass -p# rsync -a . host:',
  ),
  said(
    'netrc',
    LETTERS,
    'machine api.example.net login ci password #',
    'machine api.example.net\n  login ci\n  password #\n',
    'default login anonymous password #',
  ),
  said(
    'Docker auth',
    base64(`ci-bot:${PASSWORD}`),
    '{"auths":{"ghcr.io":{"auth":"#"}}}',
    '"https://index.docker.io/v1/": {\n  "auth": "#"\n}',
    '{"auth": "#", "email": ""}',
  ),
  said(
    'SSWS',
    url64(42),
    'Authorization: SSWS #',
    'curl -H "Authorization: SSWS #" https://acme.okta.com/api/v1/users',
    '{"Authorization":"SSWS #"}',
  ),
  said(
    'Basic header',
    base64(`admin:${LETTERS}`),
    'Authorization: Basic #',
    '{"Authorization": "Basic #"}',
    "headers.set('authorization', 'Basic #')",
  ),
  said(
    'Bearer header',
    alnum(32),
    'Authorization: Bearer #',
    '{"authorization":"Bearer #"}',
    "curl -H 'Authorization: Bearer #' https://example.net",
  ),
  said(
    'letters after DB_PASS',
    LETTERS,
    'DB_PASS=#',
    'export SMTP_PASS=#\n',
    'docker run -e POSTGRES_PASS=# postgres',
  ),
  said(
    'password in an address',
    PASSWORD,
    'postgres://app:#@db/shop',
    'redis://:#@cache:6379/0',
    'amqp://ci:#@mq:5672',
  ),
  said(
    'redis-cli -a',
    PASSWORD,
    'redis-cli -h cache -a # ping',
    "redis-cli -a '#' info",
    'redis-cli -p 6379 -a "#"',
  ),
  said('English', PASSWORD, 'The password is #.', 'password: #', 'Your new passphrase was #'),
  said('German', PASSWORD, 'Das Passwort lautet #.', 'Das Kennwort ist # und gilt bis Mai', 'Passwort: #'),
  said('French', PASSWORD, 'Le mot de passe est #.', 'mot de passe : #', 'Le mot de passe du compte est #'),
  said('Spanish', PASSWORD, 'La contraseña es #.', 'contraseña: #', 'La clave de acceso es #'),
  said('Portuguese', PASSWORD, 'A senha é #.', 'senha: #', 'A palavra-passe é #'),
  said('Italian', PASSWORD, 'La password è #.', 'parola d’ordine: #', 'La password di root è #'),
  said('Dutch', PASSWORD, 'Het wachtwoord is #.', 'wachtwoord: #', 'Het wachtwoord luidt #'),
  said('Polish', PASSWORD, 'Hasło to #.', 'hasło: #', 'Twoje hasło to #'),
  said('Russian', PASSWORD, 'Пароль: #', 'пароль — #', 'Ваш пароль это #'),
  said('Turkish', PASSWORD, 'Şifre: #', 'Şifreniz: #', 'parola: #'),
  said('Chinese', PASSWORD, '密码是#', '密码：#', '口令为 #'),
  said('Japanese', PASSWORD, 'パスワードは#です', 'パスワード：#', 'パスワードは「#」'),
  said('Korean', PASSWORD, '비밀번호는 # 입니다', '비밀번호: #', '암호: #'),
  said('Arabic', PASSWORD, 'كلمة المرور هي #', 'كلمة المرور: #', 'كلمة السر: #'),
  said('Hindi', PASSWORD, 'पासवर्ड # है', 'पासवर्ड: #', 'पासवर्ड है #'),
  said('Vietnamese', PASSWORD, 'Mật khẩu là #', 'mật khẩu: #', 'Mật khẩu của bạn là #'),
];
