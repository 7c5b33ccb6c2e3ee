/** Import rules: who may know whom. The reasons are in ARCHITECTURE.md. */

const allowed = {
  permissions: [],
  channels: ['test-kit'],
  flow: ['channels', 'test-kit'],
  chat: ['flow'],
  engine: ['channels', 'flow', 'chat', 'test-kit'],
  blocks: ['channels', 'flow', 'chat', 'engine', 'test-kit'],
  // Templates for recordings of a released version only.
  prove: ['flow', 'chat', 'engine', 'blocks', 'templates'],
  templates: ['flow'],
  storage: ['permissions', 'flow'],
  ports: ['channels', 'flow', 'engine', 'blocks', 'test-kit'],
  api: ['permissions', 'flow', 'chat'],
  widget: ['flow', 'chat', 'test-kit'],
  builder: ['permissions', 'channels', 'flow', 'api', 'sdk', 'prove', 'templates', 'test-kit'],
  // The widget in tests only: what react ships loads it from an instance.
  sdk: ['api', 'widget'],
  react: ['widget'],
  'test-kit': [],
}

/** A package may import itself, what is listed for it, and packages that are not ours. */
const mayImportOnly = ([name, others]) => ({
  name: `${name}-imports-only-${others.join('-and-') || 'itself'}`,
  severity: 'error',
  from: { path: `^packages/${name}/` },
  to: { path: '^packages/', pathNot: `^packages/(${[name, ...others].join('|')})/` },
})

/**
 * Folders of the builder from the ground up: each imports only folders of lines above its own. The ground holds what all pages
 * use, `editor` what the pages of one open bot share. `bot` is the page around that bot, `app` the routes to all pages.
 */
const builderLayers = [
  ['i18n'],
  ['catalogue', 'design', 'document', 'flow-map'],
  ['service', 'workers'],
  ['notifications'],
  ['editor', 'commands', 'credentials', 'deliveries', 'integrations', 'people'],
  ['canvas', 'flow-tests', 'frame', 'gate', 'knowledge', 'prove'],
  ['account', 'contacts', 'environments', 'instance', 'preview'],
  ['forms'],
  ['experiments', 'inspector'],
  ['appearance', 'comments', 'results', 'versions'],
  ['analytics', 'inbox', 'templates', 'workspace'],
  ['dashboard', 'flow-view', 'messaging', 'summary'],
  ['share', 'time-travel'],
  ['bot'],
  ['app'],
]

const builderTests = '(\\.test\\.tsx?$|^packages/builder/src/testing/)'

const mayImportOnlyLower = (folders, index) => ({
  name: `builder-${folders.join('-and-')}-imports-only-lower-layers`,
  severity: 'error',
  from: { path: `^packages/builder/src/(${folders.join('|')})/`, pathNot: builderTests },
  to: {
    path: '^packages/builder/src/[^/]+/',
    // Its own folder, which the group of the path names, and those of lower layers.
    pathNot: [
      '^packages/builder/src/$1/',
      ...(index > 0 ? [`^packages/builder/src/(${builderLayers.slice(0, index).flat().join('|')})/`] : []),
    ],
  },
})

const everyBuilderFolderHasALayer = {
  name: 'every-folder-of-the-builder-has-a-layer',
  severity: 'error',
  from: { path: '^packages/builder/src/', pathNot: builderTests },
  to: { path: '^packages/builder/src/[^/]+/', pathNot: `^packages/builder/src/(${builderLayers.flat().join('|')})/` },
}

/**
 * Folders of the server, from the ground floor up: each imports only folders that stand before it, so that there are no circles. The loose
 * files of `src` are part of the ground, apart from those that start the service.
 */
const serverFloors = {
  ground: ['limits', 'config', 'observability', 'rate-limits', 'process', 'vault'],
  // Who sends a request, and what it may do.
  access: ['access', 'http', 'mail', 'sign-in', 'sites', 'domains'],
  // What is stored, and the caches of it.
  data: [
    ...[
      'effects',
      'removals',
      'head-code',
      'stored-bots',
      'environments',
      'caches',
      'assignments',
      'sessions',
      'files',
    ],
    ...['results', 'exports', 'answer-summary', 'people', 'contacts'],
  ],
  // Calls to other systems.
  services: [
    ...[
      'documents',
      'contact-imports',
      'service-calls',
      'oauth',
      'mcp',
      'models',
      'integrations',
      'deliveries',
      'knowledge',
      'credentials',
    ],
    ...['analytics', 'workspaces', 'notifications'],
  ],
  conversations: [
    ...[
      'turns',
      'generations',
      'dry-runs',
      'replays',
      'messaging',
      'conversations',
      'recordings',
      'moves',
      'chat',
      'hosted-page',
    ],
  ],
  authoring: ['flow-tests', 'bots', 'editing', 'comments', 'webhooks', 'flow-worker', 'releases', 'experiments'],
  entrances: [
    ...[
      'summary-page',
      'summary-mails',
      'unsubscribe',
      'compat',
      'cleanup',
      'maintenance',
      'instance',
      'static-files',
      'routes',
    ],
  ],
}
const serverFolders = Object.values(serverFloors).flat()

const serverTests = '(\\.test\\.ts$|^packages/server/src/testing/)'

const mayImportOnlyFoldersBefore = (folder, index) => ({
  name: `server-${folder}-imports-only-lower-folders`,
  severity: 'error',
  from: { path: `^packages/server/src/${folder}/`, pathNot: serverTests },
  to: {
    path: '^packages/server/src/[^/]+/',
    pathNot: `^packages/server/src/(${serverFolders.slice(0, index + 1).join('|')})/`,
  },
})

const everyServerFolderHasAFloor = {
  name: 'every-folder-of-the-server-has-a-floor',
  severity: 'error',
  from: { path: '^packages/server/src/', pathNot: serverTests },
  to: { path: '^packages/server/src/[^/]+/', pathNot: `^packages/server/src/(${serverFolders.join('|')})/` },
}

const noServerFolderImportsTheStart = {
  name: 'no-folder-of-the-server-imports-its-start',
  severity: 'error',
  from: { path: '^packages/server/src/[^/]+/', pathNot: serverTests },
  to: { path: '^packages/server/src/(app|index|main|open-service)\\.ts$' },
}

module.exports = {
  forbidden: [
    ...Object.entries(allowed).map(mayImportOnly),
    ...builderLayers.map(mayImportOnlyLower),
    everyBuilderFolderHasALayer,
    ...serverFolders.map(mayImportOnlyFoldersBefore),
    everyServerFolderHasAFloor,
    noServerFolderImportsTheStart,
    {
      name: 'only-cli-imports-server',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/(server|cli)/' },
      to: { path: '^packages/server/' },
    },
    {
      name: 'nothing-imports-cli',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/cli/' },
      to: { path: '^packages/cli/' },
    },
    {
      // It tests and measures the product, and is no part of it.
      name: 'nothing-imports-the-lab',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^lab/' },
    },
    {
      name: 'reliability-imports-only-what-it-tests',
      severity: 'error',
      from: { path: '^lab/reliability/' },
      to: {
        path: '^(packages|lab)/',
        pathNot: '^(lab/reliability|packages/(flow|engine|blocks|storage|ports|server|test-kit))/',
      },
    },
    {
      // The global fetch, WebSocket and EventSource are held back by the linter, in biome.json.
      name: 'only-the-egress-door-goes-out',
      severity: 'error',
      from: {
        path: '^packages/',
        pathNot: '(^packages/ports/src/egress/|^packages/test-kit/|\\.test\\.ts$|/src/testing/)',
      },
      to: {
        path: '^(node_modules/undici/|(node:)?(net|tls|dns|http|https|http2|dgram)(/promises)?$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      // Each of them reaches out in a way of its own, or runs what authors wrote.
      name: 'only-ports-reach-out',
      severity: 'error',
      from: {
        path: '^packages/',
        pathNot: '(^packages/(ports|test-kit)/|\\.test\\.ts$|/src/testing/)',
      },
      to: {
        path: '^node_modules/(nodemailer/lib/(nodemailer|smtp)|aws4fetch/|quickjs-emscripten|@jitl/)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-the-app-knows-the-compatibility-entry',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/server/src/(compat/|app\\.ts$)' },
      to: { path: '^packages/server/src/compat/' },
    },
    {
      name: 'only-the-compatibility-entry-speaks-web-socket',
      severity: 'error',
      from: { path: '^packages/', pathNot: '(^packages/server/src/compat/webhook-rooms\\.ts$|\\.test\\.ts$)' },
      to: { path: '^node_modules/ws/' },
    },
    {
      // What widget and service must decide alike is code without imports, which comes with the chunk that needs it.
      name: 'widget-imports-types-and-readers-only',
      severity: 'error',
      from: { path: '^packages/widget/src/' },
      to: {
        path: '^packages/(flow|chat)/',
        pathNot: '^packages/flow/(src|dist)/(media/file-types\\.[jt]s$|text/searchable\\.[jt]s$|readers/)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'readers-import-only-each-other',
      severity: 'error',
      from: { path: '^packages/flow/src/readers/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/flow/src/readers/' },
    },
    {
      name: 'nothing-imports-widget',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/(widget/|(react|sdk)/src/[\\w-]+\\.test\\.ts$)' },
      to: { path: '^packages/widget/' },
    },
    {
      // With it come the engine and all blocks: a worker loads them when they are needed.
      name: 'only-workers-of-the-builder-run-flows',
      severity: 'error',
      from: {
        path: '^packages/builder/src/',
        pathNot: '^packages/builder/src/(prove/replay|flow-tests/test)-worker\\.ts$',
      },
      to: { path: '^packages/prove/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'sdk-imports-types-only',
      severity: 'error',
      from: { path: '^packages/sdk/src/', pathNot: '(\\.test\\.ts$|/src/testing/)' },
      to: { path: '^packages/', pathNot: '^packages/sdk/', dependencyTypesNot: ['type-only'] },
    },
    {
      // The name of a suite decides when it runs: see vitest.config.ts.
      name: 'suites-that-open-browsers-are-named-browser-or-journey',
      severity: 'error',
      from: {
        path: '^packages/.+\\.test\\.tsx?$',
        pathNot: '\\.(browser|journey)\\.test\\.tsx?$|/packed\\.test\\.ts$',
      },
      to: { path: '^packages/test-kit/src/(browsing|other-engines)\\.ts$', reachable: true },
    },
    { name: 'no-cycles', severity: 'error', from: { path: '^(packages|lab)/' }, to: { circular: true } },
    {
      name: 'every-import-is-found',
      severity: 'error',
      from: { path: '^(packages|lab)/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'sources-import-no-tests',
      severity: 'error',
      from: {
        path: '^packages/[^/]+/src/',
        pathNot: '(\\.test\\.tsx?$|/src/testing/|/src/contract\\.ts$|^packages/test-kit/)',
      },
      to: { path: '(\\.test\\.ts$|/src/testing/|^packages/test-kit/)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/|^lab/bench/rivals/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['development', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css', '.svg'],
    },
  },
}
