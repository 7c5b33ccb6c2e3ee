/**
 * The attackers of the siege, in a separate process. With the argument `aside` it has the lowest priority, because its cost is not the
 * service's fault.
 */
import { setMaxListeners } from 'node:events'
import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import type { Attack, AttackReport } from './attack.js'
import { attacks } from './attacks.js'
import { HostileClient, type HostileWorld, Rejected } from './hostile-client.js'
import { startHostileServers } from './hostile-servers.js'

export type ToAttackers =
  | { kind: 'attack'; world: HostileWorld; names: readonly string[] | undefined }
  | { kind: 'stop' }
export type FromAttackers =
  | { kind: 'ready'; webPort: number; mailPort: number }
  | { kind: 'report'; reports: AttackReport[]; problems: string[]; cpuMs: number }

const minPauseMs = 1_000
/** Number of strikes after which an attack must have met its `mustMeet` status. */
const enoughStrikes = 100

if (process.argv[2] === 'aside') {
  setPriority(constants.priority.PRIORITY_LOW)
  lowerPriorityOfSession()
}
const problems: string[] = []
const clients: HostileClient[] = []
const running: Promise<AttackReport>[] = []
const over = new AbortController()
setMaxListeners(0, over.signal)

process.on('message', async (message: ToAttackers) => {
  if (message.kind === 'attack') {
    for (const [number, attack] of attacks.entries()) {
      if (message.names && !message.names.includes(attack.name)) continue
      const client = new HostileClient(message.world, number)
      clients.push(client)
      running.push(run(attack, client))
    }
    return
  }
  over.abort()
  for (const client of clients) client.close()
  const reports = await Promise.all(running)
  const { user, system } = process.cpuUsage()
  const report: FromAttackers = { kind: 'report', reports, problems, cpuMs: (user + system) / 1000 }
  process.send?.(report, () => process.exit(0))
})
process.on('disconnect', () => process.exit(0))
process.send?.({ kind: 'ready', ...(await startHostileServers()) } satisfies FromAttackers)

async function run(attack: Attack, client: HostileClient): Promise<AttackReport> {
  const { name, everyMs, atOnce = 1, mustMeet } = attack
  const errorCounts: Record<string, number> = {}
  let strikes = 0
  let inProgress = 0
  const note = (error: unknown) => {
    if (error instanceof Rejected) errorCounts[error.code] = (errorCounts[error.code] ?? 0) + 1
    if (!(error instanceof Rejected)) problems.push(`"${name}": ${inspect(error)}`)
    else if (!isBusy(error) && !attack.rejectedWith?.includes(error.code))
      problems.push(`"${name}" could not be prepared: ${error.message}`)
  }
  let strike: (() => Promise<unknown>) | undefined
  while (!over.signal.aborted && !strike) {
    strike = await attack.prepare(client).catch(async (error: unknown) => {
      strikes += 1
      note(error)
      await pause(Math.max(everyMs, minPauseMs))
      return undefined
    })
  }
  while (!over.signal.aborted && strike) {
    const began = performance.now()
    if (inProgress < atOnce) {
      strikes += 1
      inProgress += 1
      void strike()
        .catch(note)
        .finally(() => {
          inProgress -= 1
        })
    }
    await pause(Math.max(1, everyMs - (performance.now() - began)))
  }
  const { statuses, allowedBytes } = client
  const isMissed = mustMeet !== undefined && strikes >= enoughStrikes && !statuses[mustMeet]
  return { name, strikes, statuses, errorCounts, allowedBytes, ...(isMissed && { missed: mustMeet }) }
}

/** Ends early when the siege ends. */
const pause = (ms: number) => sleep(ms, undefined, { signal: over.signal }).catch(() => {})

/** Errors with which any request may be answered under load; missing answers are noticed elsewhere. */
const isBusy = ({ status, code }: Rejected) =>
  status === 0 || ['server_busy', 'too_many_requests', 'storage_unavailable'].includes(code)

/**
 * If Linux shares the processor among sessions (`sched_autogroup_enabled`), a priority counts only within a session, and the attackers'
 * session would get as much as that of the service.
 */
function lowerPriorityOfSession(): void {
  try {
    writeFileSync('/proc/self/autogroup', `${constants.priority.PRIORITY_LOW}`)
  } catch {
    // This kernel has no such groups.
  }
}
