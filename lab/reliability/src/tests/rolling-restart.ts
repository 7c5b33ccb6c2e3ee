import { askingBot } from '@colloquy/server/testing'
import { checkHistory, httpClient, publishBot, startAt } from '@colloquy/server/testing/process'
import { counted } from '../counts.js'
import { startFailoverProxy } from '../harness/failover-proxy.js'
import { Visitor } from '../harness/visitor.js'
import type { ReliabilityTestOptions, ReliabilityTestReport } from '../reliability-test.js'

const repliesPerSession = 6

/**
 * Restarts two instances behind a proxy, one after the other, again and again, while visitors talk through the proxy: every one
 * of their requests is answered with 200, at its first try. The negative control is a kill of the only instance that a proxy knows, which
 * has to fail a visitor.
 */
export async function restartInTurn({
  folder,
  newData,
  goesOn,
}: ReliabilityTestOptions): Promise<ReliabilityTestReport> {
  const data = await newData(folder)
  const instances = await Promise.all([startAt(data), startAt(data)])
  await publishBot(instances[0].url, askingBot('rolling', repliesPerSession))
  const proxy = await startFailoverProxy(() => instances.map(({ url }) => url))
  const http = httpClient()
  const visitors = Array.from({ length: 16 }, (_, index) => {
    return new Visitor({ bot: 'rolling', repliesPerSession, name: `${index}` })
  })
  const problems: string[] = []
  const isOver = { now: false }
  const talking = visitors.map(async (visitor) => {
    while (!isOver.now) {
      const response = await visitor.say(http, proxy.url)
      if (response?.status === 200) continue
      problems.push(
        `Through the proxy a visitor was answered ${response?.status ?? 'nothing'}: ${response?.text ?? ''}`,
      )
      return
    }
  })
  let restarts = 0
  for (; problems.length === 0 && goesOn(restarts); restarts++) {
    const index = restarts % 2
    const code = await instances[index as 0 | 1].end('SIGTERM')
    if (code !== 0) problems.push(`An instance ended with ${code}.`)
    instances[index as 0 | 1] = await startAt(data)
  }
  isOver.now = true
  await Promise.all(talking)
  const retries = proxy.retries()
  const found = await failWithoutProxy(instances[0], http)
  http.close()
  await proxy.close()
  await Promise.all(instances.map((instance) => instance.end('SIGTERM')))
  const history = visitors.flatMap((visitor) => visitor.history)
  problems.push(...(await checkHistory(data.storage, history, { isUnansweredStored: false })))
  return {
    tries: restarts,
    counts: counted`${restarts} restarts, ${history.length} turns through the proxy, which sent ${retries} of them to the
      other instance`,
    problems,
    controls: [{ name: 'a kill and no other instance', found, of: 1 }],
  }
}

/** 1 when a visitor is failed because the one instance that the proxy knows was killed. */
async function failWithoutProxy(
  instance: Awaited<ReturnType<typeof startAt>>,
  http: ReturnType<typeof httpClient>,
): Promise<number> {
  const proxy = await startFailoverProxy(() => [instance.url])
  const visitor = new Visitor({ bot: 'rolling', repliesPerSession, name: 'control' })
  await visitor.say(http, proxy.url)
  await instance.end('SIGKILL')
  const response = await visitor.say(http, proxy.url)
  await proxy.close()
  return response?.status === 200 ? 0 : 1
}
