/** The rules that keep the network behind one door do bite: a rule that has lost its subject passes in silence. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './root.mjs'

const server = 'packages/server/src'
const client = 'packages/sdk/src/client.ts'

test('no source says fetch, WebSocket or EventSource but the clients', () => {
  const says = (call) => `export const made = () => ${call}\n`
  const sources = {
    [`${server}/fetch.ts`]: says("fetch('http://x')"),
    [`${server}/socket.ts`]: says("new WebSocket('ws://x')"),
    [`${server}/events.ts`]: says("new EventSource('http://x')"),
    [`${server}/own.ts`]: 'export const made = (fetch: () => void) => fetch()\n',
    [`${server}/made.test.ts`]: says("fetch('http://x')"),
    [client]: says("fetch('http://x')"),
  }
  const { stderr } = inRepositoryOf(sources, 'node_modules/@biomejs/biome/bin/biome', ['lint', '--colors=off', '.'])
  const places = [...stderr.matchAll(/(packages\/\S+?):\d+:\d+ lint\/style\/noRestrictedGlobals/g)].map(
    ([, file]) => file,
  )
  expect(places.sort()).toEqual([`${server}/events.ts`, `${server}/fetch.ts`, `${server}/socket.ts`])
}, 180_000)

test('no source imports what opens connections but the door', () => {
  const names = ['node:net', 'node:tls', 'node:dns/promises', 'node:http', 'node:https', 'node:dgram']
  const everything = names.map((name, index) => `export * as made${index} from '${name}'\n`).join('')
  const inside = ['turns/made.ts', 'made.test.ts', 'testing/made.ts'].map((file) => `${server}/${file}`)
  const files = [...inside, 'packages/ports/src/mail/made.ts', 'packages/ports/src/egress/made.ts']
  const sources = Object.fromEntries(files.map((file) => [file, everything]))
  const args = ['packages', '--config', '.dependency-cruiser.cjs', '--output-type', 'json']
  const { stdout } = inRepositoryOf(sources, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs', args)
  const ours = JSON.parse(stdout).summary.violations.filter(({ rule }) => rule.name === 'only-the-egress-door-goes-out')
  const outside = ['packages/ports/src/mail/made.ts', `${server}/turns/made.ts`]
  expect(ours.map(({ from }) => from).toSorted()).toEqual(outside.flatMap((file) => names.map(() => file)))
}, 180_000)

/** What a tool prints about a repository made of these sources and of our rules. */
function inRepositoryOf(sources, tool, args) {
  const folder = mkdtempSync(join(tmpdir(), 'colloquy-rules-'))
  try {
    for (const [path, source] of Object.entries(sources)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), source)
    }
    for (const name of ['biome.json', '.dependency-cruiser.cjs']) cpSync(join(root, name), join(folder, name))
    const { stdout, stderr } = spawnSync(process.execPath, [join(root, tool), ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
    return { stdout, stderr }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
