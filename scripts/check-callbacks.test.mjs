import { expect, test } from 'vitest'
import { callbacksOf } from './check-callbacks.mjs'
import { parse } from './syntax.mjs'

const problems = (text) => callbacksOf(parse('planted.ts', text)).problems

test.each([
  ["socket.on('data', (text) => { use(JSON.parse(text)) })", 'JSON.parse'],
  ["socket.once('data', (text) => decodeURIComponent(text))", 'decodeURIComponent'],
  ['setTimeout(() => { use(new URL(address)) })', 'new URL'],
  ["this.#worker.on('exit', () => { throw new Error() })", 'throw'],
  ["server.on('upgrade', async () => { await open() })", 'await'],
  ['setInterval(look)\nfunction look() { read(new RegExp(pattern)) }', 'new RegExp'],
  [
    'connectToProxy(options, (error, socket) => { openTunnel(socket) })\nfunction openTunnel(socket) { decodeURI(socket.user) }',
    'decodeURI',
  ],
])('the check finds the throwing call of %s', (text, call) => {
  expect(problems(text)).toEqual([expect.stringContaining(`: ${call} in an event callback`)])
})

test.each([
  "socket.on('data', (text) => { try { JSON.parse(text) } catch (error) { socket.destroy(error) } })",
  "socket.on('data', (text) => { read(text).catch(report) })\nasync function read(text) { return JSON.parse(text) }",
  'setTimeout(async () => { try { await open() } catch { again() } })',
  'use(list.map((text) => JSON.parse(text)))',
  "setTimeout(() => new URL('./worker.js'))",
])('the check passes %s', (text) => {
  expect(problems(text)).toEqual([])
})
