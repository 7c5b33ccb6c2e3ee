/** Import rules: who may know whom. The reasons are in ARCHITECTURE.md. */

const allowed = {
  flow: [],
  chat: ['flow'],
  engine: ['flow', 'chat'],
  blocks: ['flow', 'chat', 'engine'],
  storage: [],
  api: ['flow', 'chat'],
  widget: ['flow', 'chat'],
  builder: ['flow', 'api'],
}

/** The mail server of all tests: it knows nothing of the packages. */
const mailOfTests = '^packages/server/src/testing/mail-catcher\\.ts$'

/** A package may import itself, what is listed for it, and packages that are not ours. */
const mayImportOnly = ([name, others]) => ({
  name: `${name}-imports-only-${others.join('-and-') || 'itself'}`,
  severity: 'error',
  from: { path: `^packages/${name}/` },
  to: { path: '^packages/', pathNot: `^packages/(${[name, ...others].join('|')})/|${mailOfTests}` },
})

module.exports = {
  forbidden: [
    ...Object.entries(allowed).map(mayImportOnly),
    {
      name: 'only-cli-imports-server',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/(server|cli)/' },
      to: { path: '^packages/server/', pathNot: mailOfTests },
    },
    {
      name: 'nothing-imports-cli',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/cli/' },
      to: { path: '^packages/cli/' },
    },
    {
      // The global fetch, WebSocket and EventSource are held back by the linter, in biome.json.
      name: 'only-the-egress-door-goes-out',
      severity: 'error',
      from: { path: '^packages/', pathNot: '(^packages/server/src/ports/egress/|\\.test\\.ts$|/src/testing/)' },
      to: {
        path: '^(node_modules/undici/|(node:)?(net|tls|dns|http|https|http2|dgram)(/promises)?$)',
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
      from: { path: '^packages/', pathNot: '^packages/widget/' },
      to: { path: '^packages/widget/' },
    },
    { name: 'no-cycles', severity: 'error', from: { path: '^packages/' }, to: { circular: true } },
    { name: 'every-import-is-found', severity: 'error', from: { path: '^packages/' }, to: { couldNotResolve: true } },
    {
      name: 'sources-import-no-tests',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: '(\\.test\\.tsx?$|/src/testing/|/src/contract\\.ts$)' },
      to: { path: '(\\.test\\.ts$|/src/testing/)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['development', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css', '.svg'],
    },
  },
}
