import { setMaxListeners } from 'node:events'
import { closing } from '@colloquy/test-kit/net/closing'
import { httpResponse, type RawResponse } from '@colloquy/test-kit/net/raw-server'
import { expect, test } from 'vitest'
import { botOf } from '../testing/bot-of.js'
import { openTestEgress } from '../testing/limited-ports.js'
import type { EgressOutcome, EgressRequest } from './egress-port.js'

const { kept, server } = closing()

const hog = botOf('hog', 'hog')
const other = botOf('other', 'other')
const limits = {
  outgoingCalls: 8,
  generations: 1,
  modelCallsPerWorkspace: 1,
  receivedBytes: 1_000,
  responseBytes: 1_000,
}

/** Answers at once, except to `/slow`. */
const response: RawResponse = (socket, { path }) => {
  if (path !== '/slow') socket.write(httpResponse(200, {}, 'fine'))
}

function open(entry: string, options = limits) {
  const reached: string[] = []
  const egress = kept(openTestEgress({ allow: [entry], limits: options, limitReached: (name) => reached.push(name) }))
  const get = (owner: EgressRequest['owner'], url: string, timeoutSeconds = 30, signal?: AbortSignal) =>
    egress.send({ owner, url, method: 'GET', headers: [], timeoutSeconds }, signal)
  return { get, reached }
}

/** Ends any number of calls at once. */
function manyCalls(): AbortController {
  const ending = new AbortController()
  setMaxListeners(0, ending.signal)
  return ending
}

const kindsOf = async (calls: Promise<EgressOutcome>[]) => (await Promise.all(calls)).map(({ kind }) => kind)

test('a workspace that calls a slow address holds up no other, not even on the same host', async () => {
  const it = await server(response)
  const { get, reached } = open(it.entry, { ...limits, outgoingCalls: 200, generations: 1 })
  const ending = manyCalls()
  const slow = Array.from({ length: 300 }, () => get(hog, `${it.url}/slow`, 30, ending.signal))
  await expect.poll(() => it.requests.length).toBe(100)
  expect(await get(other, it.url)).toMatchObject({ kind: 'response', status: 200 })
  expect(reached).toHaveLength(200)
  ending.abort()
  expect(new Set(await kindsOf(slow))).toEqual(new Set(['failed']))
  expect(it.requests.length).toBe(101)
  expect(await get(hog, it.url)).toMatchObject({ kind: 'response' })
})

test('calls with one account wait for each other, and hold up neither other accounts nor calls without one', async () => {
  const it = await server(response)
  const { get, reached } = open(it.entry, { ...limits, generations: 20, modelCallsPerWorkspace: 2 })
  const by = (accountId: string, botId = 'hog') => ({ ...botOf(botId, 'hog'), accountId })
  const ending = manyCalls()
  const slow = Array.from({ length: 13 }, () => get(by('slow'), `${it.url}/slow`, 30, ending.signal))
  await expect.poll(() => it.requests.length).toBe(2)
  expect(await get(by('fast'), it.url)).toMatchObject({ kind: 'response' })
  expect(await get(hog, it.url)).toMatchObject({ kind: 'response' })
  // Two are in progress and ten wait; the other ten positions are kept for other bots.
  const turnedAway = await slow.at(-1)
  expect(turnedAway).toEqual({ kind: 'failed', reason: expect.stringContaining('Too many calls'), isUnmade: true })
  expect(new Set(reached)).toEqual(new Set(['modelCallsPerWorkspace']))
  ending.abort()
  expect(await get(by('slow'), it.url)).toMatchObject({ kind: 'response' })
})

test('calls of many accounts leave the share of other workspaces free', async () => {
  const it = await server(response)
  const { get, reached } = open(it.entry, { ...limits, generations: 8, modelCallsPerWorkspace: 2 })
  const ending = new AbortController()
  const calls = ['a', 'b', 'c', 'd'].flatMap((accountId) =>
    [1, 2].map(() => get({ ...hog, accountId }, `${it.url}/slow`, 30, ending.signal)),
  )
  await expect.poll(() => it.requests.length).toBe(4)
  expect(reached).toEqual(['generations', 'generations', 'generations', 'generations'])
  expect(await get({ ...other, accountId: 'a' }, it.url)).toMatchObject({ kind: 'response' })
  ending.abort()
  await Promise.all(calls)
})

test('a call that waits longer than its time-out is not made, and says why', async () => {
  const it = await server(response)
  const { get } = open(it.entry)
  const slow = Array.from({ length: 4 }, () => get(hog, `${it.url}/slow`))
  await expect.poll(() => it.requests.length).toBe(4)
  expect(await get(hog, it.url, 0.1)).toEqual({
    kind: 'failed',
    reason: expect.stringContaining('in progress for 0.1 s'),
    isUnmade: true,
  })
  expect(it.requests.length).toBe(4)
  expect(slow).toHaveLength(4)
})

test('responses of one workspace leave capacity for those of another, and a response that finds none fails', async () => {
  const body = 'x'.repeat(400)
  const it = await server((socket, { path }) => {
    if (path !== '/stuck') return socket.write(httpResponse(200, {}, body))
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n${body}`)
  })
  const { get, reached } = open(it.entry)
  const ending = new AbortController()
  const stuck = get(hog, `${it.url}/stuck`, 30, ending.signal)
  await expect
    .poll(async () => (await get(hog, it.url)) as object)
    .toMatchObject({ kind: 'failed', reason: expect.stringContaining('Too many large responses') })
  expect(reached).toContain('receivedBytes')
  expect(await get(other, it.url)).toMatchObject({ kind: 'response' })
  ending.abort()
  await stuck
  expect(await get(hog, it.url)).toMatchObject({ kind: 'response' })
})
