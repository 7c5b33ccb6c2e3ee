import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { FromAttackers, ToAttackers } from './attackers-program.js'
import type { HostileWorld } from './hostile-client.js'

const program = fileURLToPath(new URL('./attackers-program.ts', import.meta.url))
const root = fileURLToPath(new URL('../../../../../', import.meta.url))

export type SiegeReport = Extract<FromAttackers, { kind: 'report' }>

/**
 * Starts the process of the attackers, which waits. `isAside`: it gets only the processor time that nothing else needs, which is next to
 * nothing on a busy machine.
 */
export async function startAttackers({ isAside }: { isAside: boolean }) {
  const execArgv = ['--conditions=development', '--import=tsx']
  const { NODE_OPTIONS: _, ...env } = process.env
  // A session has its own priority. The process ends by itself when this one is gone.
  const child = fork(program, isAside ? ['aside'] : [], {
    cwd: root,
    execArgv,
    env,
    serialization: 'advanced',
    detached: true,
  })
  const killWithUs = () => child.kill('SIGKILL')
  process.once('exit', killWithUs)
  child.once('exit', () => process.off('exit', killWithUs))
  const next = async <Kind extends FromAttackers['kind']>(kind: Kind) => {
    const gone = once(child, 'exit').then(([code]) => {
      throw new Error(`The process of the attackers ended with ${code}.`)
    })
    const [message] = (await Promise.race([once(child, 'message'), gone])) as [FromAttackers]
    if (message.kind !== kind) throw new Error(`The process of the attackers said "${message.kind}", not "${kind}".`)
    return message as Extract<FromAttackers, { kind: Kind }>
  }
  const tell = (message: ToAttackers) => child.send(message)
  const { webPort, mailPort } = await next('ready')
  return {
    target: `http://127.0.0.1:${webPort}`,
    /** Environment of a service whose flows may call the hostile servers, whose mail server is one of them, and whose messaging app another. */
    env: (more: readonly string[]) => ({
      EGRESS_ALLOW: [`127.0.0.1:${webPort}`, ...more].join(','),
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      MAIL_FROM: 'bots@example.com',
      COLLOQUY_MESSAGING_META_URL: `http://127.0.0.1:${webPort}`,
    }),
    /** With the attacks of these names, or with all. */
    attack: (world: HostileWorld, names?: readonly string[]) => tell({ kind: 'attack', world, names }),
    /** Ends the attacks, closes all connections, and ends the process. */
    async stop(): Promise<SiegeReport> {
      const report = next('report')
      tell({ kind: 'stop' })
      return await report
    },
  }
}
