import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Trace } from './canaries.js'

const script = fileURLToPath(new URL('../main.ts', import.meta.url))

/** The service as a separate process, recording everything that it writes and answers. */
export async function startProcess(env: Record<string, string>) {
  const child = spawn(process.execPath, ['--conditions=development', '--import', 'tsx', script], {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close') as Promise<[code: number | null]>
  let output = ''
  const answers: Trace[] = []
  const address = await new Promise<string | undefined>((resolve) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const ready = /is ready at (http:\S+)/.exec(output)?.[1]
      if (ready !== undefined) resolve(ready)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void closed.then(() => resolve(undefined))
  })
  return {
    /** Complete output of the process so far. */
    output: () => output,
    /** Its exit code, once it has ended by itself. */
    ended: closed.then(([code]) => code),
    hasStarted: address !== undefined,
    /** Bodies and headers of all answers so far. */
    answers,
    async call(method: string, path: string, body?: unknown, token?: string) {
      const response = await fetch(`${address}${path}`, {
        method,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      answers.push({ name: `${method} ${path}`, content: JSON.stringify([...response.headers]) + text })
      return { status: response.status, text, json: () => JSON.parse(text) }
    },
    async kill() {
      child.kill('SIGKILL')
      await closed
    },
  }
}
