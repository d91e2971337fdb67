/**
 * Secrets that their form tells, each in three texts as runs hold them, for tests of what redaction finds. The secrets are drawn by a seeded
 * generator and joined with their prefixes at run time, so that no scanner takes this file for a leak.
 */
import { KEY_PREFIX } from '../../domain/admin/key.ts';

export interface SecretKind {
  readonly name: string;
  /** Nothing of this may be left of the texts. */
  readonly secret: string;
  readonly texts: readonly string[];
}

const DIGITS = '0123456789';
const HEX = `${DIGITS}abcdef`;
export const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
export const ALNUM = DIGITS + LOWER + UPPER;
const URL64 = `${ALNUM}_-`;
export const BASE64 = `${ALNUM}+/`;

let seed = 20_310;

/** Characters of an alphabet; beyond 8, at least one digit, small and capital letter where the alphabet has them. */
export function draw(alphabet: string, length: number): string {
  let drawn = '';
  for (let at = 0; at < length; at += 1) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    drawn += alphabet[(seed >>> 8) % alphabet.length];
  }
  const sure = `${draw8(alphabet, DIGITS)}${draw8(alphabet, LOWER)}${draw8(alphabet, UPPER)}`;
  return length > 8 ? drawn.slice(0, 3) + sure + drawn.slice(3 + sure.length) : drawn;
}

function draw8(alphabet: string, part: string): string {
  return [...part].filter((sign) => alphabet.includes(sign))[7] ?? '';
}

export const hex = (length: number) => draw(HEX, length);
export const alnum = (length: number) => draw(ALNUM, length);
export const url64 = (length: number) => draw(URL64, length);
export const guid = () => [8, 4, 4, 4, 12].map(hex).join('-');

/** Plain text, env file, JSON, code, command line, URL and log line; none says what the value is. */
const AROUND = [
  'Please use # for the nightly import.',
  'LOG_LEVEL=info\nexport UPSTREAM=#\nPORT=8080',
  '{"name":"importer","value":"#","retries":3}',
  "const client = connect('#', { retries: 3 });",
  '$ importer run --with # --verbose',
  'GET https://api.example.net/v1/items?k=#&page=2',
  '2031-03-01T10:00:00Z WARN importer: upstream refused # (401)',
];

let turn = 0;

/** A secret that its form alone tells. */
function token(name: string, ...parts: string[]): SecretKind {
  turn += 1;
  return said(name, parts.join(''), ...[0, 2, 4].map((at) => AROUND[(turn + at) % AROUND.length] ?? '#'));
}

/** A secret that the text around it tells; `#` stands for it. */
export function said(name: string, secret: string, ...texts: string[]): SecretKind {
  return { name, secret, texts: texts.map((text) => text.replaceAll('#', () => secret)) };
}

export const TOKENS: SecretKind[] = [
  token('Whetstone', KEY_PREFIX, url64(43)),
  token('GitHub personal', 'gh', 'p_', alnum(36)),
  token('GitHub fine-grained', 'github', '_pat_', alnum(22), '_', alnum(59)),
  token('GitLab', 'gl', 'pat-', url64(20)),
  token('Slack bot', 'xo', 'xb-', draw(DIGITS, 12), '-', draw(DIGITS, 12), '-', alnum(24)),
  token(
    'Slack webhook',
    'https://hooks.slack',
    '.com/services/T',
    draw(UPPER, 8),
    '/B',
    draw(UPPER, 8),
    '/',
    alnum(24),
  ),
  token('Discord bot', 'MT', alnum(24), '.', 'G', alnum(5), '.', url64(38)),
  token('Discord webhook', 'https://discord', '.com/api/webhooks/', draw(DIGITS, 18), '/', url64(68)),
  token('Telegram bot', '8', draw(DIGITS, 9), ':AA', url64(33)),
  token('Google API key', 'AI', 'za', url64(35)),
  token('Google OAuth client', 'GOC', 'SPX-', url64(28)),
  token('Google refresh token', '1/', '/0', url64(60)),
  token('Google access token', 'ya', '29.', url64(100)),
  token('AWS access key', 'AK', 'IA', draw(`${UPPER}234567`, 16)),
  token('Azure storage key', draw(BASE64, 76), '+A', 'St', alnum(5), 'A=='),
  token('Azure Cosmos key', draw(BASE64, 76), 'AC', 'Db', alnum(5), 'A=='),
  token('Azure Event Hubs key', draw(BASE64, 33), '+A', 'Eh', alnum(5), 'A='),
  token('Microsoft Entra secret', alnum(3), '8', 'Q~', url64(34)),
  token('Mailchimp', hex(32), '-us', '12'),
  token('Mailgun', 'ke', 'y-', hex(32)),
  token('SendGrid', 'S', 'G.', url64(22), '.', url64(43)),
  token('Brevo', 'xkey', 'sib-', hex(64), '-', alnum(16)),
  token('Resend', 're', '_', alnum(8), '_', alnum(24)),
  token('Airtable', 'pa', 't', alnum(14), '.', hex(64)),
  token('Figma', 'fi', 'gd_', url64(40)),
  token('Asana', '1', '/', draw(DIGITS, 16), ':', hex(32)),
  token('Asana version 2', '2', '/', draw(DIGITS, 16), '/', draw(DIGITS, 16), ':', hex(32)),
  token('Terraform Cloud', alnum(14), '.atlas', 'v1.', url64(67)),
  token('Vault', 'hv', 's.', url64(90)),
  token('Stripe', 'sk', '_live_', alnum(24)),
  token('Square', 'sq0', 'csp-', url64(43)),
  token('Shopify', 'shp', 'at_', hex(32)),
  token('Twilio key', 'S', 'K', hex(32)),
  token('OpenAI', 's', 'k-proj-', alnum(40), 'T3Blbk', 'FJ', alnum(40)),
  token('Anthropic', 's', 'k-ant-api03-', url64(93), 'AA'),
  token('OpenRouter', 's', 'k-or-v1-', hex(64)),
  token('Groq', 'gs', 'k_', alnum(52)),
  token('Hugging Face', 'h', 'f_', draw(LOWER + UPPER, 34)),
  token('Replicate', 'r', '8_', alnum(37)),
  token('Perplexity', 'pp', 'lx-', alnum(48)),
  token('xAI', 'xa', 'i-', alnum(80)),
  token('NVIDIA', 'nv', 'api-', url64(64)),
  token('LangSmith', 'lsv2', '_pt_', hex(32), '_', hex(10)),
  token('Tavily', 'tv', 'ly-', alnum(32)),
  token('npm', 'np', 'm_', alnum(36)),
  token('PyPI', 'py', 'pi-AgEIcHlwaS5vcmc', url64(120)),
  token('RubyGems', 'ruby', 'gems_', hex(48)),
  token('Docker', 'dck', 'r_pat_', url64(27)),
  token('DigitalOcean', 'do', 'p_v1_', hex(64)),
  token('Heroku', 'HR', 'KU-AA', url64(58)),
  token('Netlify', 'nf', 'p_', alnum(36)),
  token('Vercel', 'vc', 'p_', alnum(56)),
  token('Cloudflare', 'cf', 'ut_', alnum(40), hex(8)),
  token('Fly.io', 'fo', '1_', url64(43)),
  token('Pulumi', 'pu', 'l-', hex(40)),
  token('Tailscale', 'ts', 'key-auth-', alnum(12), '-', alnum(32)),
  token('Databricks', 'da', 'pi', hex(32)),
  token('Dynatrace', 'dt', '0c01.', draw(UPPER + DIGITS, 24), '.', draw(UPPER + DIGITS, 64)),
  token('New Relic', 'NR', 'AK-', draw(UPPER + DIGITS, 27)),
  token('Grafana', 'gl', 'sa_', alnum(32), '_', hex(8)),
  token('Sentry', 'snt', 'ryu_', hex(64)),
  token('PostHog', 'ph', 'x_', alnum(43)),
  token('Linear', 'li', 'n_api_', alnum(40)),
  token('Notion', 'nt', 'n_', draw(DIGITS, 11), alnum(35)),
  token('Atlassian', 'AT', 'ATT3xFfGF0', url64(180), '=', hex(8).toUpperCase()),
  token('Bitbucket', 'AT', 'BB', alnum(24), hex(8).toUpperCase()),
  token('HubSpot', 'pa', 't-na1-', guid()),
  token('Dropbox', 's', 'l.', url64(136)),
  token('Facebook', 'EA', 'A', alnum(120)),
  token('Contentful', 'CF', 'PAT-', url64(43)),
  token('Artifactory', 'AK', 'Cp', alnum(69)),
  token('Postman', 'PM', 'AK-', hex(24), '-', hex(34)),
  token('PlanetScale', 'pscale', '_tkn_', url64(43)),
  token('Supabase', 'sb', 'p_', hex(40)),
  token('age', 'AGE-', 'SECRET-KEY-1', draw('QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58)),
  token('1Password', 'op', 's_eyJ', alnum(200), 'fQ=='),
  token('JWT', 'ey', 'JhbGciOiJIUzI1NiJ9.', 'eyJzdWIiOiI5In0.', url64(43)),
];
