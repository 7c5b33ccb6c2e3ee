import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemTable } from './problem-table.js'

const bin = fileURLToPath(new URL('../bin/colloquy.js', import.meta.url))
const examples = fileURLToPath(new URL('../../../examples/', import.meta.url))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colloquy-lint-'))
})
afterAll(() => rm(folder, { recursive: true }))

const run = (...args: string[]) =>
  new Promise<{ code: number; out: string; error: string }>((resolve) => {
    execFile(process.execPath, [bin, 'lint', ...args], (failure, out, error) =>
      resolve({ code: typeof failure?.code === 'number' ? failure.code : 0, out, error }),
    )
  })

const at = { x: 0, y: 0 }
const flow = {
  version: '6',
  events: [{ id: 's', type: 'start', graphCoordinates: at }],
  groups: [{ id: 'g', title: 'Hello', graphCoordinates: at, blocks: [{ id: 'b', type: 'text' }] }],
}

test.each(['lead-form', 'support-triage'])('the example %s has no problems', async (name) => {
  expect(await run(join(examples, `${name}.json`))).toEqual({ code: 0, out: 'No problems were found.\n', error: '' })
})

test('errors of a file are shown with their places, and end with exit code 1', async () => {
  const file = join(folder, 'flow.json')
  // Editors on Windows begin a file with a byte order mark.
  await writeFile(file, `\uFEFF${JSON.stringify(flow)}`)
  const { code, out } = await run(file)
  expect(code).toBe(1)
  expect(out).toMatch(/error +│ events\.0 .*│ start-not-connected/)
  expect(out).toMatch(/warning +│ Hello › 1 text .*│ empty-text/)
  expect(out.trimEnd().split('\n').at(-1)).toBe('1 error, 2 warnings')
  const asJson = await run(file, '--json')
  expect(asJson.code).toBe(1)
  expect(JSON.parse(asJson.out)).toContainEqual(
    expect.objectContaining({ rule: 'empty-text', location: expect.objectContaining({ blockId: 'b' }) }),
  )
})

test('a file that is not a flow is named, with its errors', async () => {
  const file = join(folder, 'bad.json')
  await writeFile(file, '{"version":"9"}')
  expect(await run(file)).toMatchObject({ code: 1, error: expect.stringContaining('bot.version') })
  expect(await run(join(folder, 'absent.json'))).toMatchObject({ code: 1, error: expect.stringContaining('no file') })
})

test('nothing found is said in words', () => {
  expect(problemTable([], { groups: [] })).toBe('No problems were found.')
})
