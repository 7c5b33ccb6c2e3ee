import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const everyMs = 200

/** Asks the service again and again whether it is alive: the longest wait is how long it stood still. */
export function watchHealth(url: string) {
  const agent = new Agent({ keepAlive: true, localAddress: '127.1.1.1' })
  let maxMs = 0
  let since = performance.now()
  let isOver = false
  const look = () => {
    maxMs = Math.max(maxMs, performance.now() - since)
  }
  const watching = (async () => {
    while (!isOver) {
      since = performance.now()
      await askOnce(`${url}/healthz`, agent)
      if (!isOver) look()
      since = Number.POSITIVE_INFINITY
      await sleep(everyMs)
    }
  })()
  return {
    /** So far, a wait that has not ended included. */
    get maxMs() {
      look()
      return maxMs
    },
    async stop() {
      isOver = true
      agent.destroy()
      await watching
    },
  }
}

function askOnce(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve) => {
    get(url, { agent }, (incoming) => incoming.resume().once('close', resolve)).once('error', () => resolve())
  })
}
