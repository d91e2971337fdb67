// Which way imports may point, as errors. Every rule says why it exists; change the code before the rule.

/** The rooms of `server/`, from the top down. A room imports what stands below it, never what stands above. */
const ROOMS = [
  'api',
  'sample',
  'learning',
  'runs',
  'admin',
  'skills',
  'memories',
  'knowledge',
  'webhooks',
  'jobs',
  'audit',
  'platform',
];
const FEATURE = '^server/(sample|learning|runs|admin|skills|memories|knowledge|webhooks|jobs|audit)/';
const TRANSPORTS = 'server/api/(rest|mcp|trpc|socket|dashboard)';
const TEST = '\\.test\\.tsx?$|^server/testing/|^client/(testing|examples)/|^e2e/|^lab/';

/** Stores with a query that no tenant's request asks, or that finds the tenant out. */
const STORES_OF_ALL_TENANTS = [
  // Workers serve all tenants.
  'jobs/(sqlite|graphile|daily)-store',
  'knowledge/embedding/all-tenants-store',
  // The purge goes from tenant to tenant.
  'admin/retention/store',
  // The operator sees all tenants, and what it allows them is read for all at once.
  'admin/tenants/store',
  'platform/tenants/store',
  // The tenant is what a key's hash tells.
  'admin/keys/store',
  // One statement writes the recalls of many requests.
  'runs/recall/store',
  // One statement reads the news of everybody who watches.
  'audit/store',
  // The installation's own values have no tenant.
  'sample/marker-store',
  'platform/llm/dialect-store',
];

const downwardOnly = ROOMS.slice(1).map((room, above) => ({
  name: `${room}-imports-only-what-stands-below`,
  comment: 'Read from the top down: a room can be understood without the rooms above it.',
  severity: 'error',
  from: { path: `^server/${room}/`, pathNot: TEST },
  to: { path: `^server/(${ROOMS.slice(0, above + 1).join('|')})/|^(worker|app|components)/` },
}));

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle means that neither module can be understood, tested or moved alone.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'domain-is-pure',
      comment:
        'Rules without input, output, clock or chance can be tested exhaustively and run in a browser.',
      severity: 'error',
      from: { path: '^server/domain/', pathNot: TEST },
      to: { pathNot: ['^server/domain/', '^node_modules/', '^mdast$'] },
    },
    {
      name: 'domain-uses-no-node',
      comment: 'Node modules are input and output; a browser has none.',
      severity: 'error',
      from: { path: '^server/domain/', pathNot: TEST },
      to: { dependencyTypes: ['core'] },
    },
    ...downwardOnly,
    {
      name: 'room-only-through-indexes',
      comment: 'What a feature keeps to itself can be changed without reading the others.',
      severity: 'error',
      from: { path: '^server/([^/]+)/[^/]+$' },
      to: { path: FEATURE, pathNot: ['^server/$1/[^/]+$', '/index\\.ts$'] },
    },
    {
      name: 'feature-only-through-its-index',
      comment: 'The same for the folders within a room.',
      severity: 'error',
      from: { path: '^server/([^/]+)/([^/]+)/' },
      to: { path: FEATURE, pathNot: ['^server/$1/$2/', '/index\\.ts$'] },
    },
    {
      name: 'features-only-through-indexes-from-outside',
      comment: 'The same for everything outside the server.',
      severity: 'error',
      from: { pathNot: '^server/' },
      to: { path: FEATURE, pathNot: '/index\\.ts$' },
    },
    {
      name: 'queries-in-stores-only',
      comment: 'Every query of a feature stands in one file, made for a tenant.',
      severity: 'error',
      from: {
        path: '^(server|worker|app|components)/',
        pathNot: ['store\\.ts$', '^server/platform/db/', TEST],
      },
      to: { path: '^server/platform/db/(prisma|tenant-client)\\.ts$|^server/platform/db/generated/' },
    },
    {
      name: 'only-these-stores-know-all-tenants',
      comment: 'Every other store is bound to a tenant, which no query of it can forget or name wrongly.',
      severity: 'error',
      from: {
        path: '^(server|worker|app|components)/',
        pathNot: [
          ...STORES_OF_ALL_TENANTS.map((name) => `^server/${name}\\.ts$`),
          '^server/platform/db/',
          TEST,
        ],
      },
      to: { path: '^server/platform/db/(prisma\\.ts$|generated/)' },
    },
    {
      name: 'operations-know-no-transport',
      comment: 'One declaration serves the REST handler, the OpenAPI document and the dashboard.',
      severity: 'error',
      from: { path: '^server/api/operations/', pathNot: TEST },
      to: { path: `^${TRANSPORTS}/` },
    },
    {
      name: 'transports-apart',
      comment: 'A transport is a thin adapter; shared behaviour belongs below.',
      severity: 'error',
      from: { path: '^server/api/(rest|mcp|trpc|dashboard)/', pathNot: TEST },
      to: { path: '^server/api/(rest|mcp|trpc|dashboard|socket)/', pathNot: '^server/api/$1/' },
    },
    {
      name: 'pages-are-shims',
      comment: 'A page names its component and its data; it holds neither.',
      severity: 'error',
      from: { path: '^app/' },
      to: { path: '^server/', pathNot: '^server/api/(rest|mcp|trpc|dashboard|socket)/' },
    },
    {
      name: 'components-run-in-browsers',
      comment: 'Only pure rules may be bundled; types of the server vanish at build time. Tests run in Node.',
      severity: 'error',
      from: { path: '^components/', pathNot: TEST },
      to: { path: '^server/', pathNot: '^server/domain/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'hot-path-never-reaches-the-model',
      comment: 'Recall, episodes, feedback and trace ingestion must answer without any learning model.',
      severity: 'error',
      from: { path: '^server/runs/(recall|episodes|feedback|ingestion)/', pathNot: TEST },
      to: {
        path: '^server/(platform/llm|learning|memories/reconciliation|runs/ask)/|^node_modules/openai/',
        reachable: true,
      },
    },
    {
      name: 'client-stands-alone',
      comment:
        'The client is a package of its own: it knows the gateway by its OpenAPI document only. The rules of redaction and of triggers are pure, and are bundled with its command line.',
      severity: 'error',
      from: { path: '^client/', pathNot: TEST },
      to: {
        path: '^(server|worker|app|components|lab|e2e|scripts)/',
        pathNot: '^server/domain/(safety/redact(-value)?|moments/match)\\.ts$',
      },
    },
    {
      name: 'client-library-needs-no-node',
      comment: 'The library runs in browsers and at the edge; only its command line is a Node program.',
      severity: 'error',
      from: { path: '^client/src/', pathNot: ['^client/src/cli/', TEST] },
      to: { path: '^client/src/cli/|^node_modules/|^[^./]+$', dependencyTypesNot: ['local', 'type-only'] },
    },
    {
      name: 'client-library-knows-no-command-line',
      comment: 'What the library needs may not drag the command line and its dependencies along.',
      severity: 'error',
      from: { path: '^client/src/', pathNot: ['^client/src/cli/', TEST] },
      to: { path: '^client/src/cli/' },
    },
    {
      name: 'tests-serve-tests-only',
      comment: 'Nothing that ships may lean on test support.',
      severity: 'error',
      from: { pathNot: TEST },
      to: { path: TEST },
    },
    {
      name: 'dependencies-are-declared',
      comment: 'What is imported must be pinned in package.json.',
      severity: 'error',
      // These agents run in folders where npm has installed the SDKs that they are tried with.
      from: { pathNot: '^lab/real-sdks/agents/' },
      // mdast has types only: what resolves is @types/mdast, which package.json pins.
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'], pathNot: '^mdast$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^\\.next/', '^client/dist/', '/generated/internal/', '/generated/models'] },
    parser: 'swc',
    tsPreCompilationDeps: true,
    // The client has a package.json of its own, for those who install it; its tools are the root's.
    combinedDependencies: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts'],
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'require', 'default'],
    },
  },
};
