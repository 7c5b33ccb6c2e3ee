import { ApiError, type checkKinds } from '@colloquy/api'
import type { Settings } from '@colloquy/flow'
import type { BotRow } from '@colloquy/storage'
import { problemsOf } from '../bots/problems-of.js'
import { testInput } from '../flow-tests/stored-tests.js'
import { FlowWorkFailed } from '../flow-worker/flow-worker.js'
import { newId } from '../ids.js'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import { replayBot } from '../replays/replay-bot.js'
import { timeRange } from '../results/time-filter.js'
import type { Service } from '../service.js'

export type CheckKind = (typeof checkKinds)[number]

export interface Check {
  kind: CheckKind
  /** True if the settings of the bot block publishing while it fails. */
  isRequired: boolean
  isPassed: boolean
  /** Total number of problems; `problems` has the first ones. */
  count: number
  problems: { message: string; blockId?: string; path?: string }[]
}

/** The user who publishes, and their reason if checks fail. */
export interface PublishAttempt {
  reason: string | undefined
  authorId: string
}

/** A reason, as stored with the release. */
export interface Override {
  reason: string
  checks: CheckKind[]
  authorId: string
  /** Milliseconds since 1970. */
  at: number
}

type Publishing = NonNullable<Settings['publishing']>
type Problems = Pick<Check, 'count' | 'problems'>

const flags = {
  errors: 'isBlockedByErrors',
  tests: 'isBlockedByTests',
  visitors: 'isBlockedByVisitors',
  replay: 'isBlockedByReplay',
} as const satisfies Record<CheckKind, keyof Publishing>
const kinds = Object.keys(flags) as CheckKind[]

/** Returns the checks that the settings of the bot's draft require; they also apply to past releases. */
const publishingOf = ({ settings }: BotRow): Publishing => (JSON.parse(settings) as Settings).publishing ?? {}

/** True if any check can block publication. */
export function isGated(bot: BotRow): boolean {
  const publishing = publishingOf(bot)
  return kinds.some((kind) => publishing[flags[kind]] === true)
}

/** Returns the state of all checks of a draft; replays only if required, since they take long. */
export function checksOf(service: Service, bot: BotRow): Promise<Check[]> {
  return run(service, bot, bot, (kind, isRequired) => isRequired || kind !== 'replay')
}

/**
 * Runs the checks that the settings of the bot require, on its draft or on a release. Throws `flow_has_errors` or `publish_blocked` if one
 * fails and no reason is given, else returns what to store with the release. Costs nothing if no check is required.
 */
export async function passGate(
  service: Service,
  bot: BotRow,
  { reason, authorId }: PublishAttempt,
  content: Pick<BotRow, 'flow' | 'theme' | 'settings'> = bot,
): Promise<Override | undefined> {
  if (!isGated(bot)) return undefined
  const failed = (await run(service, bot, content, (_, isRequired) => isRequired)).filter(({ isPassed }) => !isPassed)
  if (failed.length === 0) return undefined
  const checks = failed.map(({ kind }) => kind)
  if (reason !== undefined) return { reason, checks, authorId, at: service.now() }
  if (checks.every((kind) => kind === 'errors')) {
    throw new ApiError('flow_has_errors', { issues: failed.flatMap(({ problems }) => problems.map(issueOf)) })
  }
  throw new ApiError('publish_blocked', {
    issues: failed.flatMap(({ kind, problems }) => problems.map(({ message }) => ({ path: kind, message }))),
  })
}

const issueOf = ({ path = '', message }: Check['problems'][number]) => ({ path, message })

async function run(
  service: Service,
  bot: BotRow,
  content: Pick<BotRow, 'flow' | 'theme' | 'settings'>,
  isWanted: (kind: CheckKind, isRequired: boolean) => boolean,
): Promise<Check[]> {
  const publishing = publishingOf(bot)
  const { flow, theme, settings } = content
  const subject: BotRow = { ...bot, flow, theme, settings }
  const checks: Check[] = []
  for (const kind of kinds) {
    const isRequired = publishing[flags[kind]] === true
    if (!isWanted(kind, isRequired)) continue
    const found = await findProblems[kind](service, subject, publishing).catch(unfinished)
    checks.push({ kind, isRequired, isPassed: found.count === 0, ...found })
  }
  return checks
}

/** A check that this flow keeps from being finished has failed, so that a reason overrides it. Other errors are thrown. */
function unfinished(error: unknown): Problems {
  const limit = error instanceof LimitExceeded ? error.limit : undefined
  if (limit === 'flowMilliseconds' || limit === 'replayMilliseconds') {
    return failedWith('This check took too long. Does a pattern, or a circle in the flow, never end?')
  }
  if (error instanceof FlowWorkFailed) return failedWith(`This check could not be finished: ${error.message}`)
  throw error
}

const failedWith = (message: string): Problems => ({ count: 1, problems: [{ message }] })

/** Number of problems of a check that are listed. */
const maxNamed = 20
const first = (problems: Check['problems'], count = problems.length): Problems => ({
  count,
  problems: problems.slice(0, maxNamed),
})

/** Tests and visitors always run in the thread for work on flows, whatever the size. */
const alwaysInThread = Number.POSITIVE_INFINITY

const findProblems: Record<CheckKind, (service: Service, bot: BotRow, publishing: Publishing) => Promise<Problems>> = {
  async errors(service, bot) {
    const errors = (await problemsOf(service, bot)).filter(({ severity }) => severity === 'error')
    return first(
      errors.map(({ location: { path, blockId }, message }) => ({
        message,
        ...(path && { path }),
        ...(blockId && { blockId }),
      })),
    )
  },

  async tests(service, bot) {
    const stored = await service.storage.botTests.list(bot.id)
    if (stored.length === 0) return first([])
    const tests = stored.map(({ id, test }) => ({ id, test }))
    const input = { ...(await testInput(service, bot)), tests }
    const report = await service.flows.run(bot.workspaceId, 'runStoredTests', input, alwaysInThread)
    const unreadable = tests.length - report.tests.length
    const failures = report.tests.flatMap(({ name, status, stale, runs }) => {
      if (status === 'passed') return []
      const failure = runs.flatMap(({ failures }) => failures)[0]
      const reason = status === 'stale' ? `It names what is gone: ${stale.join(', ')}.` : (failure?.message ?? '')
      return [{ message: `${name}: ${reason}`, ...(failure?.blockId && { blockId: failure.blockId }) }]
    })
    if (unreadable > 0) failures.push({ message: `${unreadable} tests cannot be read. Open and save them again.` })
    return first(failures)
  },

  async visitors(service, bot) {
    const input = { ...(await testInput(service, bot)), turns: service.config.limits.gateTurns }
    const { findings } = await service.flows.run(bot.workspaceId, 'walkDraft', input, alwaysInThread)
    return first(findings.map(({ message, blockId }) => ({ message, ...(blockId && { blockId }) })))
  },

  async replay(service, bot, { replayPeriod = 'last7Days' }) {
    const { gateConversations: limit } = service.config.limits
    const now = service.now()
    const range = { to: now + 1, ...timeRange(replayPeriod, undefined, now) }
    const { report } = await replayBot(service, bot, { range, limit, key: newId() })
    const failed = report.groups.filter(({ class: name }) => name === 'failed' || name === 'refused')
    const problems = failed.map(({ class: name, blockId, count }) => {
      const message =
        name === 'failed'
          ? `Recorded conversations log a new error: ${count}.`
          : `Valid replies are rejected: ${count}.`
      return { message, ...(blockId && { blockId }) }
    })
    const failures = failed.reduce((sum, { count }) => sum + count, 0)
    return first(problems, failures)
  },
}
