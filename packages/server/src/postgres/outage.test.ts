import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase, startPostgres, withClient } from '@colloquy/storage/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkHistory, type Operation } from '../testing/process/history.js'
import { type HttpClient, httpClient, publishBot } from '../testing/process/http-client.js'
import { type ServiceProcess, startServiceProcess } from '../testing/process/service-process.js'
import { askingBot } from '../testing/test-service.js'

let cluster: Awaited<ReturnType<typeof startPostgres>>
let databaseUrl: string
let folder: string
let service: ServiceProcess
let http: HttpClient
beforeAll(async () => {
  cluster = await startPostgres({ isDurable: true })
  databaseUrl = await createDatabase(cluster.url('postgres'))
  folder = await mkdtemp(join(tmpdir(), 'colloquy-outage-'))
  service = await startServiceProcess(folder, { DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' })
  await publishBot(service.url, askingBot('steady', 500))
  http = httpClient()
})
afterAll(async () => {
  http.close()
  expect(await service.end('SIGTERM')).toBe(0)
  await cluster.remove()
  await rm(folder, { recursive: true })
})

const isReady = async () => (await fetch(`${service.url}/ready`)).status === 200

/** Conversations that go on until they are told to stop; a reply that is refused for now is sent again with its key. */
function talk() {
  let isOver = false
  const history: Operation[] = []
  const statuses = new Set<number>()
  const send = async (path: string, body: object, key: string) => {
    for (;;) {
      const response = await fetch(`${service.url}/api/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      })
      const text = await response.text()
      statuses.add(response.status)
      if (response.status === 200) return text
      if (response.status === 503) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      else throw new Error(`${response.status}: ${text}`)
      await sleep(20)
    }
  }
  const lanes = Array.from({ length: 8 }, async (_, lane) => {
    const name = `${Math.round(performance.now())}-${lane}`
    const begun: Operation = { kind: 'start', began: performance.now() }
    begun.answer = await send('bots/steady/startChat', {}, name)
    begun.ended = performance.now()
    begun.sessionId = (JSON.parse(begun.answer) as { sessionId: string }).sessionId
    history.push(begun)
    for (let number = 0; !isOver && number < 400; number++) {
      const message = `${name}-${number}`
      const began = performance.now()
      const answer = await send(`sessions/${begun.sessionId}/continueChat`, { message }, message)
      history.push({ kind: 'reply', sessionId: begun.sessionId, message, answer, began, ended: performance.now() })
    }
  })
  return {
    statuses,
    async stop() {
      isOver = true
      await Promise.all(lanes)
      return history
    },
  }
}

test.each(['fast', 'immediate'] as const)(
  'a database that stops (%s) and comes back costs nothing but waiting',
  async (mode) => {
    const talks = talk()
    await sleep(300)
    await cluster.stop(mode)
    expect(await isReady()).toBe(false)
    await sleep(300)
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
    await cluster.start()
    const back = performance.now()
    while (!(await isReady())) await sleep(20)
    expect(performance.now() - back).toBeLessThan(2_000)
    await sleep(300)
    const history = await talks.stop()
    expect([...talks.statuses].sort()).toEqual([200, 503])
    expect(await checkHistory(databaseUrl, history)).toEqual([])
  },
)

test('connections that are cut cost nothing but another try, and are as many as before', async () => {
  const count = () =>
    withClient(databaseUrl, async (client) => {
      const sql = "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'colloquy'"
      return (await client.query(sql)).rows[0].count as number
    })
  const talks = talk()
  await sleep(300)
  for (let cut = 0; cut < 5; cut++) {
    await withClient(databaseUrl, (client) =>
      client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'colloquy'"),
    )
    await sleep(150)
  }
  const history = await talks.stop()
  expect(await checkHistory(databaseUrl, history)).toEqual([])
  expect(await isReady()).toBe(true)
  expect(await count()).toBeLessThanOrEqual(8 + 4 + 1)
})
