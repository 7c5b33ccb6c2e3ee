import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../root.mjs'

const folder = mkdtempSync(join(tmpdir(), 'guides-'))
const colloquy = join(root, 'packages/cli/bin/colloquy.js')
let service
let address

beforeAll(async () => {
  const env = { ...process.env, PORT: '0', COLLOQUY_DATA: join(folder, 'data') }
  service = spawn(process.execPath, [colloquy, 'start'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  address = await new Promise((resolve, reject) => {
    service.stdout.on('data', (text) => /ready at/.test(text) && resolve(/ready at (\S+)/.exec(text)[1]))
    service.on('exit', () => reject(new Error('The service did not start.')))
  })
})

afterAll(async () => {
  const ended = once(service, 'exit')
  service.kill()
  await ended
  rmSync(folder, { recursive: true })
})

/**
 * The `sh` blocks of a page, in order. One below `<!-- not run: reason -->` is left to the reader: it needs another machine, a third party or
 * rights of an operator.
 */
function commandsOf(page) {
  const text = readFileSync(join(root, 'docs', `${page}.md`), 'utf8')
  return [...text.matchAll(/(<!-- not run: .+ -->\n)?^```sh\n(.*?)^```$/gms)]
    .filter(([, mark]) => mark === undefined)
    .map(([, , commands]) => commands)
}

/** Fails at the first command that fails or is answered with an error, and has the names that the pages use. */
const prelude = (run) => `set -euo pipefail
curl() { command curl --fail-with-body -sS "$@"; }
npx() { shift; node ${colloquy} "$@"; }
npm() { echo "npm $*"; }
export COLLOQUY_URL=${address}
COLLOQUY=$COLLOQUY_URL
TOKEN=$(cat data/admin-token)
${run}
`

async function run(script) {
  const cwd = mkdtempSync(join(folder, 'page-'))
  symlinkSync(join(root, 'examples'), join(cwd, 'examples'))
  symlinkSync(join(folder, 'data'), join(cwd, 'data'))
  mkdirSync(join(cwd, 'bots'))
  const here = script.replaceAll('http://127.0.0.1:3000', address)
  const { stdout } = await promisify(execFile)('bash', ['-c', prelude(here)], { cwd })
  return stdout
}

let workspaces = 0
/** Names of workspaces are distinct. */
const chat = () => commandsOf('http-api').join('\n').replace('My first', `My ${++workspaces}.`)
const releases = 'RELEASE=$(curl "$URL/bots/$BOT/releases" -H "$AUTH" | pick "releases[0].id")'

test('the commands of the HTTP API page create a bot, chat with it and read its result', async () => {
  expect(await run(chat())).toContain('A website')
})

test('the commands of the page on accounts invite a member', async () => {
  expect(await run(`${chat()}\n${commandsOf('accounts').join('\n')}`)).toContain('ada@example.com')
})

test('the commands of the page on publishing check, publish, deploy and move chats', async () => {
  await run(`${chat()}\n${releases}\n${commandsOf('publish').join('\n')}`)
})

test('the commands of the page on tests record, export and run a test', async () => {
  const commands = commandsOf('test-a-flow').join('\n').replace('r5t8y2u6', `'$RESULT'`)
  expect(await run(`${chat()}\n${commands}`)).toContain('1 passed')
})

test('the script of the page for Typebot imports every file of a folder', async () => {
  const before = 'cp examples/lead-form.json contact.json\ncp examples/support-triage.json other.json'
  const output = await run(`${before}\n${commandsOf('move-from-typebot').join('\n')}`)
  const names = ['lead-form', 'support-triage'].map((file) => exampleName(file))
  for (const name of names) expect(output).toContain(name)
})

const exampleName = (file) => JSON.parse(readFileSync(join(root, 'examples', `${file}.json`), 'utf8')).name
