import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { askingBot } from '@colloquy/server/testing'
import {
  checkHistory,
  httpClient,
  postgresData,
  publishBot,
  type ServiceProcess,
  startAt,
} from '@colloquy/server/testing/process'
import { expect, inject, test } from 'vitest'
import { noInstance, startFailoverProxy } from '../harness/failover-proxy.js'
import { Visitor } from '../harness/visitor.js'

const repliesPerSession = 6
const nextRelease = { NODE_OPTIONS: `--import=${new URL('../harness/next-release.mjs', import.meta.url)}` }
const readyEveryMs = 50
const stretchMs = 1_500

const readinessOf = async ({ url }: ServiceProcess): Promise<number> =>
  (await fetch(`${url}/ready`).catch(() => undefined))?.status ?? 0

test('while the next release migrates and takes over from the previous one behind a proxy that asks /ready, no turn is lost, and requests fail only as long as no instance is ready', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-upgrade-'))
  const data = await postgresData(inject('postgres') as string)(folder)
  const schema = async () => Number((await data.rows<{ n: unknown }>('SELECT max(number) AS n FROM migrations'))[0]?.n)
  const previous = await startAt(data)
  await publishBot(previous.url, askingBot('upgrade', repliesPerSession))
  const before = await schema()
  const instances = [previous]
  let ready = instances
  const isOver = { now: false }
  const asking = (async () => {
    for (; !isOver.now; await sleep(readyEveryMs)) {
      const statuses = await Promise.all(instances.map(readinessOf))
      ready = instances.filter((_, index) => statuses[index] === 200)
    }
  })()
  const proxy = await startFailoverProxy(() => ready.map(({ url }) => url))
  const http = httpClient()
  const visitors = Array.from({ length: 16 }, (_, index) => {
    return new Visitor({ bot: 'upgrade', repliesPerSession, name: `${index}` })
  })
  const failures: string[] = []
  const talking = visitors.map(async (visitor) => {
    while (!isOver.now) {
      const response = await visitor.say(http, proxy.url)
      if (response?.status === 200) continue
      failures.push(`${response?.status}: ${response?.text}`)
      await sleep(readyEveryMs)
    }
  })
  const turns = () => visitors.reduce((sum, { history }) => sum + history.length, 0)

  await sleep(stretchMs)
  const next = await startAt(data, nextRelease)
  instances.push(next)
  expect(await schema()).toBe(before + 1)
  await expect.poll(() => readinessOf(previous)).toBe(503)
  await expect.poll(() => ready).toEqual([next])
  const handedOver = turns()
  await sleep(stretchMs)
  expect(await previous.end('SIGTERM')).toBe(0)
  await sleep(stretchMs)
  expect(turns()).toBeGreaterThan(handedOver + 100)

  isOver.now = true
  await Promise.all([...talking, asking])
  http.close()
  await proxy.close()
  expect(await next.end('SIGTERM')).toBe(0)
  // The columns stay: the storage of this release can read them all the same.
  await data.change(`DELETE FROM migrations WHERE number > ${before}`)
  const history = visitors.flatMap((visitor) => visitor.history)
  expect(await checkHistory(data.storage, history, { isUnansweredStored: false })).toEqual([])
  console.log(`${history.length} turns, ${handedOver} of them until the next release took over`)
  expect(failures.filter((failure) => failure !== `502: ${noInstance}`)).toEqual([])
  await rm(folder, { recursive: true })
})
