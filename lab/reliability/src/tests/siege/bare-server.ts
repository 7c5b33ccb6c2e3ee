import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FromBareServer } from './bare-server-program.js'

const program = fileURLToPath(new URL('./bare-server-program.ts', import.meta.url))
const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const requestsPerSecond = 20
/** About what a turn stores. */
const body = Buffer.alloc(2_000, '{"message":"hello"}')

/**
 * Measures what the machine allows while it is under siege: a server that nobody attacks, in a separate process, makes a record durable
 * for each request, and does nothing else. Requests are due at a fixed rate, and their times count from then, as those of healthy visitors.
 */
export async function startBareServer(file: string) {
  const child = fork(program, [file], { cwd: root, execArgv: ['--conditions=development', '--import=tsx'] })
  const gone = once(child, 'exit')
  const failed = gone.then(([code]) => {
    throw new Error(`The bare server ended with ${code} before it could listen.`)
  })
  const [{ port }] = (await Promise.race([once(child, 'message'), failed])) as [FromBareServer]
  const agent = new Agent({ keepAlive: true })
  const answers: { due: number; ms: number }[] = []
  const underWay = new Set<Promise<void>>()
  let isOver = false
  const load = (async () => {
    const began = performance.now()
    for (let number = 0; !isOver; number++) {
      const due = began + (number * 1000) / requestsPerSecond
      await sleep(Math.max(0, due - performance.now()))
      const asking = ask(agent, port).then(() => {
        answers.push({ due, ms: performance.now() - due })
        underWay.delete(asking)
      })
      underWay.add(asking)
    }
  })()
  return {
    /** The times of the requests that were due in this stretch, in milliseconds, in order. */
    timesBetween: (from: number, to: number) =>
      answers
        .filter(({ due }) => due >= from && due < to)
        .map(({ ms }) => ms)
        .toSorted((a, b) => a - b),
    async stop() {
      isOver = true
      await load
      await Promise.all(underWay)
      agent.destroy()
      child.disconnect()
      await gone
    },
  }
}

function ask(agent: Agent, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ port, host: '127.0.0.1', method: 'POST', agent }, (incoming) =>
      incoming.resume().once('end', resolve),
    )
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}
