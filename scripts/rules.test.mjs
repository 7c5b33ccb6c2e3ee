/** Rules of the linter and of imports do bite: one that has lost its subject passes in silence. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { nativeTypes } from '../packages/flow/src/blocks/index.ts'
import { integrationTypes } from '../packages/flow/src/integrations/index.ts'
import { mutualFolders } from './check.mjs'
import { root } from './root.mjs'

const server = 'packages/server/src'
const says = (call) => `export const made = () => ${call}\n`
const mocking = "import { vi } from 'vitest'\nvi.mock('x')\n"
const openingPage = "import { made } from '../../test-kit/src/browsing.js'\nmade()\n"
/** Code that asks for the type of a block, and code that only names one. */
const asking = [
  ...[...nativeTypes, ...integrationTypes].map((type) => `if (block?.type === '${type}') say()`),
  "if ('Jump' !== type) go()",
  "switch (type) { case 'Condition': go() }",
  "const chosen = new Set(['other', 'choice input'])",
  "const views = { 'date input': DateInput }",
]
const naming = [
  "add({ type: 'rating input' })",
  "if (message.type === 'text') say()",
  "if (promptOf(input) === 'scale') rate()",
]
const connecting = ['node:net', 'node:tls', 'node:dns/promises', 'node:http', 'node:https', 'node:dgram']

/** Sources, and the rules that they break. */
const linted = {
  [`${server}/fetch.ts`]: [says("fetch('http://x')"), 'noRestrictedGlobals'],
  [`${server}/socket.ts`]: [says("new WebSocket('ws://x')"), 'noRestrictedGlobals'],
  [`${server}/events.ts`]: [says("new EventSource('http://x')"), 'noRestrictedGlobals'],
  [`${server}/own.ts`]: ['export const made = (fetch: () => void) => fetch()\n'],
  [`${server}/made.test.ts`]: [says("fetch('http://x')")],
  'packages/sdk/src/client.ts': [says("fetch('http://x')")],
  [`${server}/address.ts`]: [says("URL.canParse('x')"), 'plugin'],
  ...Object.fromEntries(asking.map((text, index) => [`${server}/asks-${index}.ts`, [text, 'plugin']])),
  [`${server}/names.ts`]: [naming.join('\n')],
  [`${server}/normalize.ts`]: [says("'x'.normalize('NFC')"), 'plugin'],
  'packages/flow/src/clock.ts': [says('Date.now()'), 'plugin'],
  'packages/flow/src/clock.test.ts': [says('Date.now()')],
  'packages/engine/src/chance.ts': [says('Math.random()'), 'plugin'],
  'packages/blocks/src/cast.ts': [says('1 as unknown as string'), 'plugin'],
  'packages/flow/src/mock.test.ts': [mocking, 'plugin'],
  'packages/flow/src/mock.alone.test.ts': [mocking],
}

test('the linter finds forbidden calls, and code that asks for the type of a block', () => {
  const texts = Object.fromEntries(Object.entries(linted).map(([path, [text]]) => [path, text]))
  const { stderr } = inRepositoryOf(texts, '@biomejs/biome/bin/biome', [
    'lint',
    '--colors=off',
    '--max-diagnostics=none',
    '.',
  ])
  const found = stderr.matchAll(/(packages\/\S+?):\d+:\d+ (?:lint\/style\/)?(noRestrictedGlobals|plugin)/g)
  const broken = Object.entries(linted).flatMap(([path, [, rule]]) => (rule ? [`${path} ${rule}`] : []))
  expect([...found].map(([, path, rule]) => `${path} ${rule}`).toSorted()).toEqual(broken.toSorted())
}, 180_000)

test('only the egress client imports what opens connections, and only suites named so open browsers', () => {
  const everything = connecting.map((name, index) => `export * as made${index} from '${name}'\n`).join('')
  const inside = ['turns/made.ts', 'made.test.ts', 'testing/made.ts'].map((file) => `${server}/${file}`)
  const files = [...inside, 'packages/ports/src/mail/made.ts', 'packages/ports/src/egress/made.ts']
  const sources = {
    ...Object.fromEntries(files.map((file) => [file, everything])),
    'packages/test-kit/src/browsing.ts': says('1'),
    'packages/builder/src/page.test.ts': openingPage,
    'packages/builder/src/page.browser.test.ts': openingPage,
  }
  const args = ['packages', '--config', '.dependency-cruiser.cjs', '--output-type', 'json']
  const { stdout } = inRepositoryOf(sources, 'dependency-cruiser/bin/dependency-cruise.mjs', args)
  const { violations } = JSON.parse(stdout).summary
  const breaking = (name) => violations.filter(({ rule }) => rule.name === name).map(({ from }) => from)
  const outside = ['packages/ports/src/mail/made.ts', `${server}/turns/made.ts`]
  const attempts = outside.flatMap((file) => connecting.map(() => file))
  expect(breaking('only-the-egress-door-goes-out').toSorted()).toEqual(attempts)
  const opening = breaking('suites-that-open-browsers-are-named-browser-or-journey')
  expect(opening).toEqual(['packages/builder/src/page.test.ts'])
}, 180_000)

test('folders that import each other are found, in tests they are not', () => {
  const imports = (source, ...resolved) => ({ source, dependencies: resolved.map((path) => ({ resolved: path })) })
  const modules = [
    imports(`${server}/prices.ts`, `${server}/sales/sell.ts`, 'packages/flow/src/prices.ts'),
    imports(`${server}/sales/parts/sell.ts`, `${server}/prices.ts`, `${server}/stock.ts`),
    imports(`${server}/stock.test.ts`, `${server}/sales/sell.ts`),
  ]
  expect(mutualFolders(modules)).toEqual([
    `${server}/prices and ${server}/sales import each other. Move what both need to the lower folder.`,
  ])
})

/** What a tool prints about a repository made of these sources and of our rules. */
function inRepositoryOf(sources, tool, args) {
  const folder = mkdtempSync(join(tmpdir(), 'colloquy-rules-'))
  try {
    for (const [path, source] of Object.entries(sources)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), source)
    }
    for (const name of ['biome.json', '.dependency-cruiser.cjs', 'scripts/lint'])
      cpSync(join(root, name), join(folder, name), { recursive: true })
    return spawnSync(process.execPath, [join(root, 'node_modules', tool), ...args], { cwd: folder, encoding: 'utf8' })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
