import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const bin = fileURLToPath(new URL('../bin/colloquy.js', import.meta.url))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colloquy-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

const run = (...args: string[]) =>
  new Promise<{ code: number; out: string; error: string }>((resolve) => {
    execFile(process.execPath, [bin, 'test', ...args], (failure, out, error) =>
      resolve({ code: typeof failure?.code === 'number' ? failure.code : 0, out, error }),
    )
  })

const at = { x: 0, y: 0 }
const bot = (greeting: string) => ({
  version: '6',
  name: 'Greeter',
  events: [{ id: 's', type: 'start', graphCoordinates: at, outgoingEdgeId: 'e' }],
  edges: [{ id: 'e', from: { eventId: 's' }, to: { groupId: 'g' } }],
  variables: [{ id: 'v', name: 'Name' }],
  groups: [
    {
      id: 'g',
      title: 'Hello',
      graphCoordinates: at,
      blocks: [
        { id: 'q', type: 'text input', options: { variableId: 'v' } },
        { id: 't', type: 'text', content: { richText: [{ type: 'p', children: [{ text: greeting }] }] } },
      ],
    },
  ],
  tests: [
    {
      name: 'Greets, "politely" & <well>',
      steps: [{}, { reply: 'Ada', expect: [{ kind: 'message', text: 'Hello Ada' }] }],
    },
  ],
})

test('the tests of a folder run without a service, with those in files beside the bot', async () => {
  const own = join(folder, 'passing')
  await mkdir(join(own, 'greeter.tests'), { recursive: true })
  await writeFile(join(own, 'greeter.json'), JSON.stringify(bot('Hello {{Name}}')))
  await writeFile(join(own, 'package.json'), '{"name":"no-bot"}')
  const yaml = 'name: Asks\nsteps:\n  - expect:\n      - { kind: awaits, blockId: q }\n'
  await writeFile(join(own, 'greeter.tests', 'asks.yaml'), yaml)
  const { code, out } = await run(own)
  expect(out).toContain('passed  Asks')
  expect(out.trimEnd().split('\n').at(-1)).toBe('2 passed, 0 failed, 0 stale')
  expect(out).toContain('100 % covered: blocks 100 %, edges 100 %, sides of conditions 100 %')
  expect(code).toBe(0)
})

test('a failing test ends with exit code 1, and is in the JUnit file and in the annotations', async () => {
  const file = join(folder, 'failing.json')
  await writeFile(file, JSON.stringify(bot('Bye {{Name}}')))
  const report = join(folder, 'report.xml')
  const { code, out } = await run(file, '--junit', report, '--annotations')
  expect(code).toBe(1)
  expect(out).toContain('actual:   Bye Ada')
  expect(out).toMatch(/^::error file=.*failing\.json,title=Greets%2C.*::step 2%3A|^::error file=.*step 2: /m)
  const xml = await readFile(report, 'utf8')
  expect(xml).toContain('<testsuites tests="1" failures="1" skipped="0">')
  expect(xml).toMatch(
    /name="Greets, &quot;politely&quot; &amp; &lt;well&gt;" file="[^"]*failing\.json"><failure message="step 2: /,
  )
})

test('a stale test is named and fails only where that is asked for', async () => {
  const file = join(folder, 'stale.json')
  const gone = { name: 'Old', steps: [{ expect: [{ kind: 'awaits', blockId: 'gone', hint: 'Hello › email' }] }] }
  await writeFile(file, JSON.stringify({ ...bot('Hello {{Name}}'), tests: [gone] }))
  expect(await run(file)).toMatchObject({ code: 0, out: expect.stringContaining('Block "Hello › email" is gone') })
  expect((await run(file, '--fail-on-stale')).code).toBe(1)
})

test('too little coverage ends with exit code 1', async () => {
  const file = join(folder, 'little.json')
  await writeFile(file, JSON.stringify({ ...bot('Hi'), tests: [{ name: 'Starts', steps: [{}] }] }))
  expect(await run(file, '--coverage', '90')).toMatchObject({
    code: 1,
    error: expect.stringContaining('at least 90 %'),
  })
})

test('what cannot be read ends with exit code 2 and the reason', async () => {
  const file = join(folder, 'bad.json')
  await writeFile(file, JSON.stringify({ ...bot('Hi'), tests: [{ name: 'Bad', steps: [] }] }))
  expect(await run(file)).toMatchObject({ code: 2, error: expect.stringContaining('tests.0 cannot be read as a test') })
  expect(await run(file, '--coverage', '120')).toMatchObject({
    code: 2,
    error: expect.stringContaining('from 0 to 100'),
  })
  expect(await run(join(folder, 'absent.json'))).toMatchObject({
    code: 2,
    error: expect.stringContaining('nothing at'),
  })
})
