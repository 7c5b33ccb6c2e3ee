/** Import rules: who may know whom. The reasons are in ARCHITECTURE.md. */

const allowed = {
  flow: [],
  chat: ['flow'],
  engine: ['flow', 'chat'],
  blocks: ['flow', 'chat', 'engine'],
  prove: ['flow', 'chat', 'engine', 'blocks'],
  templates: ['flow'],
  storage: [],
  ports: ['flow', 'engine', 'blocks', 'test-kit'],
  api: ['flow', 'chat'],
  widget: ['flow', 'chat'],
  builder: ['flow', 'api', 'sdk', 'prove', 'templates', 'test-kit'],
  // The widget in tests only: what react ships loads it from an instance.
  sdk: ['api', 'widget'],
  react: ['widget'],
  reliability: ['flow', 'engine', 'blocks', 'storage', 'ports', 'server', 'test-kit'],
  'test-kit': [],
}

/** A package may import itself, what is listed for it, and packages that are not ours. */
const mayImportOnly = ([name, others]) => ({
  name: `${name}-imports-only-${others.join('-and-') || 'itself'}`,
  severity: 'error',
  from: { path: `^packages/${name}/` },
  to: { path: '^packages/', pathNot: `^packages/(${[name, ...others].join('|')})/` },
})

module.exports = {
  forbidden: [
    ...Object.entries(allowed).map(mayImportOnly),
    {
      name: 'only-cli-and-tests-of-reliability-import-server',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/(server|cli|bench|reliability)/' },
      to: { path: '^packages/server/' },
    },
    {
      name: 'nothing-imports-cli',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/cli/' },
      to: { path: '^packages/cli/' },
    },
    {
      name: 'nothing-imports-reliability',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/reliability/' },
      to: { path: '^packages/reliability/' },
    },
    {
      // The global fetch, WebSocket and EventSource are held back by the linter, in biome.json.
      name: 'only-the-egress-door-goes-out',
      severity: 'error',
      from: {
        path: '^packages/',
        pathNot: '(^packages/ports/src/egress/|^packages/(bench|reliability|test-kit)/|\\.test\\.ts$|/src/testing/)',
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
        pathNot: '(^packages/(ports|bench|reliability|test-kit)/|\\.test\\.ts$|/src/testing/)',
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
      name: 'widget-imports-types-only',
      severity: 'error',
      from: { path: '^packages/widget/src/' },
      to: { path: '^packages/(flow|chat)/', dependencyTypesNot: ['type-only'] },
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
      from: { path: '^packages/builder/src/', pathNot: '^packages/builder/src/(prove/replay|tests/test)-worker\\.ts$' },
      to: { path: '^packages/prove/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'sdk-imports-types-only',
      severity: 'error',
      from: { path: '^packages/sdk/src/', pathNot: '(\\.test\\.ts$|/src/testing/)' },
      to: { path: '^packages/', pathNot: '^packages/sdk/', dependencyTypesNot: ['type-only'] },
    },
    { name: 'no-cycles', severity: 'error', from: { path: '^packages/' }, to: { circular: true } },
    { name: 'every-import-is-found', severity: 'error', from: { path: '^packages/' }, to: { couldNotResolve: true } },
    {
      name: 'sources-import-no-tests',
      severity: 'error',
      from: {
        path: '^packages/[^/]+/src/',
        pathNot: '(\\.test\\.tsx?$|/src/testing/|/src/contract\\.ts$|^packages/(bench|reliability|test-kit)/)',
      },
      to: { path: '(\\.test\\.ts$|/src/testing/|^packages/test-kit/)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/|^packages/bench/rivals/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['development', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css', '.svg'],
    },
  },
}
