import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readStaticFile, type StaticFile, sendStaticFile } from './static-files.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colloquy-static-'))
})
afterAll(() => rm(folder, { recursive: true }))

let count = 0
/** The text of a new file, and its path. */
async function makeFile() {
  count += 1
  const text = `export const text = "${count}: said again and again"\n`.repeat(50)
  const path = join(folder, `${count}.js`)
  await writeFile(path, text)
  return { text, path }
}
const script = 'text/javascript; charset=utf-8'

/** Sends the file once for each encoding; returns the bodies. */
async function send(file: StaticFile, ...encodings: string[]) {
  const app = Fastify()
  app.get('/', async (request, reply) => sendStaticFile(file, request, reply))
  const answers = await Promise.all(
    encodings.map((encoding) => app.inject({ url: '/', headers: { 'accept-encoding': encoding } })),
  )
  await app.close()
  return answers.map(({ rawPayload }) => rawPayload)
}

test('a file is compressed only into the encodings that are asked for, so that the first page does not wait for others', async () => {
  const { text, path } = await makeFile()
  const file = await readStaticFile(path, script)
  expect(file.compressed?.size).toBe(0)
  const [plain] = await send(file, 'identity')
  expect(plain?.toString()).toBe(text)
  expect(file.compressed?.size).toBe(0)
  const [zipped] = await send(file, 'gzip')
  expect(gunzipSync(zipped as Buffer).toString()).toBe(text)
  expect([...(file.compressed?.keys() ?? [])]).toEqual(['gzip'])
})

test('a file is compressed once, however many clients request it at the same time', async () => {
  const { text, path } = await makeFile()
  const file = await readStaticFile(path, script)
  const sent = send(file, 'br', 'gzip, br', 'br')
  const [first, ...others] = await sent
  expect(brotliDecompressSync(first as Buffer).toString()).toBe(text)
  for (const other of others) expect(other).toEqual(first)
  expect([...(file.compressed?.keys() ?? [])]).toEqual(['br'])
})

test('a file is compressed once for all services of a process', async () => {
  const { path } = await makeFile()
  const [one, other] = [await readStaticFile(path, script), await readStaticFile(path, script)]
  await send(one, 'br')
  const body = one.compressed?.get('br')
  expect(body).toBeDefined()
  expect(other.compressed?.get('br')).toBe(body)
})

test('a file that is compressed already is sent as it is', async () => {
  const { text, path } = await makeFile()
  const file = await readStaticFile(path, 'font/woff2')
  expect((await send(file, 'gzip, br'))[0]?.toString()).toBe(text)
})
