import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '@colloquy/storage/testing'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { listeningBot } from '../testing/listening-bot.js'
import { followLive } from '../testing/live-client.js'
import { checkHistory, type Operation } from '../testing/process/history.js'
import { type HttpClient, httpClient, publishBot } from '../testing/process/http-client.js'
import { adminToken, type ServiceProcess, startServiceProcess } from '../testing/process/service-process.js'
import { askingBot } from '../testing/test-service.js'

/** Processes of the service on one database, as operators run them. */

let databaseUrl: string
let folder: string
let instances: ServiceProcess[]
let http: HttpClient
beforeAll(async () => {
  databaseUrl = await createDatabase(inject('postgres') as string, { isEmpty: true })
  folder = await mkdtemp(join(tmpdir(), 'colloquy-instances-'))
  const env = { DATABASE_URL: databaseUrl, COLLOQUY_SECRET: 'k3y-of-the-tests-7f2Qm9LxWz0RbVtY' }
  // Starts both at once, on a database without a schema.
  instances = await Promise.all([startServiceProcess(folder, env), startServiceProcess(folder, env)])
  http = httpClient()
  await publishBot(instances[0]!.url, askingBot('shared', 5))
})
afterAll(async () => {
  http.close()
  expect(await Promise.all(instances.map((instance) => instance.end('SIGTERM')))).toEqual([0, 0])
  await rm(folder, { recursive: true })
})

const urlOf = (number: number) => instances[number % instances.length]!.url
const authorization = `Bearer ${adminToken}`

async function start(url: string): Promise<Operation & { sessionId: string }> {
  const began = performance.now()
  const { status, text } = await http.post(`${url}/api/v1/bots/shared/startChat`, {})
  expect(status, text).toBe(200)
  const { sessionId } = JSON.parse(text) as { sessionId: string }
  return { kind: 'start', sessionId, answer: text, began, ended: performance.now() }
}

async function reply(url: string, sessionId: string, message: string): Promise<Operation> {
  const began = performance.now()
  const { status, text } = await http.post(`${url}/api/v1/sessions/${sessionId}/continueChat`, { message })
  expect(status, text).toBe(200)
  return { kind: 'reply', sessionId, message, answer: text, began, ended: performance.now() }
}

test('replies of one session that come to two instances at once are all taken, in an order that agrees with the clock', async () => {
  const workers = Array.from({ length: 8 }, async (_, worker) => {
    const history: Operation[] = []
    for (let round = 0; round < 15; round++) {
      const name = `${worker}-${round}`
      const begun = await start(urlOf(worker))
      const both = [0, 1].map((number) => reply(urlOf(number), begun.sessionId, `${name}-${number}`))
      history.push(begun, ...(await Promise.all(both)), await reply(urlOf(worker + 1), begun.sessionId, `${name}-last`))
    }
    return history
  })
  const history = (await Promise.all(workers)).flat()
  expect(history).toHaveLength(8 * 15 * 4)
  expect(await checkHistory(databaseUrl, history)).toEqual([])
})

test('a request that comes to both with one key is carried out once, and answered with the same bytes', async () => {
  for (let round = 0; round < 20; round++) {
    const headers = { 'idempotency-key': `start-${round}` }
    const begin = (number: number) => http.post(`${urlOf(number)}/api/v1/bots/shared/startChat`, {}, headers)
    const [one, other] = await Promise.all([begin(0), begin(1)])
    expect(one.text).toBe(other.text)
    const { sessionId } = JSON.parse(one.text) as { sessionId: string }
    const say = (number: number) =>
      http.post(
        `${urlOf(number)}/api/v1/sessions/${sessionId}/continueChat`,
        { message: 'Hi' },
        { 'idempotency-key': 'reply' },
      )
    const [first, second] = await Promise.all([say(0), say(1)])
    expect(first.text).toBe(second.text)
    expect(first.status).toBe(200)
  }
})

test('what is published at one is what the other starts with', async () => {
  const bots = (await (
    await fetch(`${urlOf(0)}/api/v1/bots?workspaceId=${await workspaceId()}`, { headers: { authorization } })
  ).json()) as { bots: { id: string }[] }
  const bot = bots.bots[0]!.id
  for (let round = 0; round < 10; round++) {
    const method = round % 2 === 0 ? 'unpublish' : 'publish'
    const answer = await http.post(`${urlOf(round)}/api/v1/bots/${bot}/${method}`, {}, { authorization })
    expect(answer.status).toBe(200)
    const begun = await http.post(`${urlOf(round + 1)}/api/v1/bots/shared/startChat`, {})
    expect(begun.status).toBe(method === 'publish' ? 200 : 404)
  }
})

test('a client that listens at one receives what is sent to the other', async () => {
  await publishBot(urlOf(0), listeningBot('listening'))
  const begun = await http.post(`${urlOf(0)}/api/v1/bots/listening/startChat`, {})
  const { sessionId, resultId, bot } = JSON.parse(begun.text) as StartAnswer
  const listening = await fetch(`${urlOf(0)}/api/v1/sessions/${sessionId}/webhooks`)
  const hook = `/api/v1/bots/${bot.id}/blocks/hook/results/${resultId}/executeWebhook`
  expect((await http.post(`${urlOf(1)}${hook}`, { amount: 5 }, { authorization })).status).toBe(200)
  expect(await listening.text()).toContain('data: {"data":{"amount":5}}')
})

test('subscribers of a bot at one receive changes at the other, and see who is there', async () => {
  const made = await http.post(
    `${urlOf(0)}/api/v1/bots`,
    { workspaceId: await workspaceId(), bot: { name: 'Followed' } },
    { authorization },
  )
  const { id } = (JSON.parse(made.text) as { bot: { id: string } }).bot
  const follow = (number: number) =>
    followLive(urlOf(number), id, { authorization, query: `?revision=0&client=page-at-${number}-` })
  const subscribers = await Promise.all([follow(0), follow(1)])
  const names = ['At first', 'one', 'other', 'one more', 'another']
  for (const [index, name] of names.entries()) {
    const was = index === 0 ? 'Followed' : names[index - 1]
    const body = {
      id: `at-both-${index}`,
      revision: index,
      operations: [{ kind: 'set', path: ['name'], value: name, was }],
    }
    const answer = await http.post(`${urlOf(index)}/api/v1/bots/${id}/operations`, body, { authorization })
    expect(answer.status, answer.text).toBe(200)
  }
  // Sent to one instance, about a page that streams from the other.
  const position = { client: 'page-at-0-', groupId: 'g', blockId: null }
  expect((await http.post(`${urlOf(1)}/api/v1/bots/${id}/presence`, position, { authorization })).status).toBe(204)
  for (const subscriber of subscribers) {
    await vi.waitFor(() => {
      const told = subscriber.of('operations').map(({ data }) => data.operations[0].value)
      expect(told).toEqual(names)
      const people = subscriber
        .of('people')
        .at(-1)
        ?.data.map((it: Record<string, string>) => [it.client, it.groupId])
      expect(people.toSorted()).toEqual([
        ['page-at-0-', 'g'],
        ['page-at-1-', null],
      ])
    }, 30_000)
  }
  const pointer = { client: 'page-at-0-', at: { x: 40, y: -8 } }
  expect((await http.post(`${urlOf(0)}/api/v1/bots/${id}/pointer`, pointer, { authorization })).status).toBe(204)
  await vi.waitFor(() => {
    expect(subscribers[1]!.of('pointers').map(({ data }) => data)).toMatchObject([[pointer]])
  }, 30_000)
  expect(subscribers[0]!.of('pointers')).toEqual([])
  subscribers[0]!.close()
  await vi.waitFor(() => expect(subscribers[1]!.of('people').at(-1)?.data).toHaveLength(1), 30_000)
  subscribers[1]!.close()
})

test('operations that come to both at once are all taken, one after another', async () => {
  const body = { workspaceId: await workspaceId(), bot: askingBot('at-both') }
  const made = await http.post(`${urlOf(0)}/api/v1/bots`, body, { authorization })
  const { id } = (JSON.parse(made.text) as { bot: { id: string } }).bot
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => {
      const element = { id: `v-${index}`, name: `Variable ${index}` }
      const operations = [{ kind: 'insert', spot: { list: ['variables'], after: null }, element }]
      return http.post(
        `${urlOf(index)}/api/v1/bots/${id}/operations`,
        { id: `at-both-${index}`, revision: 0, operations },
        { authorization },
      )
    }),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const read = await (await fetch(`${urlOf(1)}/api/v1/bots/${id}`, { headers: { authorization } })).json()
  const { revision, bot } = read as { revision: number; bot: { variables: unknown[] } }
  expect({ revision, variables: bot.variables.length }).toEqual({ revision: 30, variables: 31 })
})

interface StartAnswer {
  sessionId: string
  resultId: string
  bot: { id: string }
}

async function workspaceId(): Promise<string> {
  const answer = await fetch(`${urlOf(0)}/api/v1/workspaces`, { headers: { authorization } })
  return ((await answer.json()) as { workspaces: { id: string }[] }).workspaces[0]!.id
}

describe('workers', () => {
  test('share a port, are replaced when they end, and end with their supervisor', async () => {
    const env = {
      DATABASE_URL: databaseUrl,
      COLLOQUY_SECRET: 'k3y-of-the-tests-7f2Qm9LxWz0RbVtY',
      COLLOQUY_WORKERS: '2',
    }
    const service = await startServiceProcess(folder, env)
    const workers = () => readFileSync(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8').trim().split(' ')
    const [first, second] = workers()
    expect(second).toBeDefined()
    process.kill(Number(first), 'SIGKILL')
    await vi.waitFor(() => {
      expect(workers()).toHaveLength(2)
      expect(workers()).not.toContain(first)
    }, 10_000)
    const begun = await start(service.url)
    const replies = ['a', 'b', 'c'].map((message) => reply(service.url, begun.sessionId, message))
    expect(await checkHistory(databaseUrl, [begun, ...(await Promise.all(replies))])).toEqual([])
    expect(await service.end('SIGTERM')).toBe(0)
  })

  test('need a database that several processes can use', async () => {
    await expect(startServiceProcess(folder, { COLLOQUY_WORKERS: '2' })).rejects.toThrow(
      'COLLOQUY_WORKERS=2 is not allowed: the embedded database is for one process. Set DATABASE_URL',
    )
  })

  test('need the address of a database with its name, which is not repeated', async () => {
    const env = { DATABASE_URL: 'postgres://user:secret-word@host:5432' }
    const error = await startServiceProcess(folder, env).catch((reason: Error) => reason.message)
    expect(error).toContain('DATABASE_URL=(not shown) is not allowed: the address of a PostgreSQL database')
    expect(error).not.toContain('secret-word')
  })
})
