import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { InstanceData } from './instance-data.js'

/** The built service as a separate process, as operators run it. */
export interface ServiceProcess {
  /** Without a trailing slash. */
  readonly url: string
  readonly pid: number
  /** Time from the start of the process to the line that reports readiness. */
  readonly startedInMs: number
  /** Complete output so far. */
  output(): string
  /** Ends the process with a signal. Resolves to the exit code, or to the signal that ended it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | string>
  /** Resolves to the same when the process ends by itself. */
  readonly ended: Promise<number | string>
}

export const adminToken = 'owner-token-of-the-process-tests'

const main = fileURLToPath(new URL('../../../dist/main.js', import.meta.url))
/** Script that `npm start` runs. */
export const startScript = fileURLToPath(new URL('../../../../../scripts/start.mjs', import.meta.url))
/** Far more than a normal start takes: only a start that hangs is aborted. */
const readyWithinMs = 120_000

interface StartOptions {
  /** Program that it runs under, with its arguments. */
  under?: readonly string[]
  script?: string
  /** Sends SIGKILL this long after the start, ready or not. */
  killAfterMs?: number
}

/**
 * Starts the service on a data folder and a free port, optionally under another program that takes the command line after its own. Throws
 * with the complete output when it does not become ready.
 */
export async function startServiceProcess(
  folder: string,
  env: Record<string, string> = {},
  { under = [], script = main, killAfterMs }: StartOptions = {},
): Promise<ServiceProcess> {
  if (!existsSync(main)) throw new Error(`There is no built service at ${main}: run \`npm run build\` first.`)
  const began = performance.now()
  const { DATABASE_URL: _, NODE_OPTIONS: __, ...inherited } = process.env
  const [program = process.execPath, ...args] = [...under, process.execPath, script]
  const child = spawn(program, args, {
    env: {
      ...inherited,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      COLLOQUY_DATA: folder,
      COLLOQUY_ADMIN_TOKEN: adminToken,
      COLLOQUY_RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, so that a signal reaches the service and not only the program that it runs under.
    detached: true,
  })
  const signalGroup = (signal: NodeJS.Signals) => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, signal)
  }
  const killWithUs = () => signalGroup('SIGKILL')
  process.once('exit', killWithUs)
  child.once('close', () => process.off('exit', killWithUs))
  const killing = killAfterMs === undefined ? undefined : setTimeout(() => signalGroup('SIGKILL'), killAfterMs)
  child.once('close', () => clearTimeout(killing))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
  try {
    const url = await readyUrl(child, () => output)
    return {
      url,
      pid: child.pid as number,
      startedInMs: performance.now() - began,
      output: () => output,
      ended,
      end(signal) {
        signalGroup(signal)
        return ended
      },
    }
  } catch (error) {
    signalGroup('SIGKILL')
    throw error
  }
}

/** Starts the service at a place. */
export function startAt(data: InstanceData, env: Record<string, string> = {}): Promise<ServiceProcess> {
  return startServiceProcess(data.folder, { ...data.env, ...env })
}

function readyUrl(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (what: string) => {
      clearTimeout(timer)
      reject(new Error(`The service ${what}. It said:\n${output()}`))
    }
    const timer = setTimeout(() => fail(`was not ready within ${readyWithinMs} ms`), readyWithinMs)
    child.once('close', (code) => fail(`ended with ${code} before it was ready`))
    child.stdout?.on('data', () => {
      const url = /ready at (\S+)\n/.exec(output())?.[1]
      if (url === undefined) return
      clearTimeout(timer)
      resolve(url)
    })
  })
}
