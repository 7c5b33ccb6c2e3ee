import { type ChildProcess, fork } from 'node:child_process'

type Settings = Record<string, string | undefined>
type Answer = { id: number; url?: string; error?: string }

/** A process that runs services for all files of tests of this worker, and ends with it. */
export interface ProgramHost {
  /** Starts a service with these settings; resolves to its address. */
  start: (settings: Settings) => Promise<string>
  /** Ends the service at an address. */
  stop: (url: string) => Promise<void>
}

/**
 * The host of a program, which is started when a service is first needed. The program gets `{ id, start: settings }` or `{ id, stop: url }`
 * as a message, and answers each with `{ id, url }` or `{ id, error }`.
 */
export function hostOf(program: string): ProgramHost {
  const host = hosts.get(program) ?? startHost(program)
  hosts.set(program, host)
  return host
}

const hosts = new Map<string, ProgramHost>()

function startHost(program: string): ProgramHost {
  const child = fork(program, {
    env: { PATH: process.env.PATH },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const asked = new Map<number, (answer: Answer) => void>()
  child.on('message', (answer: Answer) => {
    asked.get(answer.id)?.(answer)
    asked.delete(answer.id)
    if (asked.size === 0) letGo(child)
  })
  child.on('exit', (code) => {
    hosts.delete(program)
    for (const [id, settle] of asked) settle({ id, error: `${program} ended with code ${code}` })
  })
  let count = 0
  const ask = (message: { start: Settings } | { stop: string }) =>
    new Promise<string>((resolve, reject) => {
      count += 1
      asked.set(count, ({ url, error }) => (error === undefined ? resolve(url ?? '') : reject(new Error(error))))
      child.ref()
      child.channel?.ref()
      child.send({ id: count, ...message })
    })
  return { start: (settings) => ask({ start: settings }), stop: async (url) => void (await ask({ stop: url })) }
}

/** Lets this process end, which ends the child. */
function letGo(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
}
