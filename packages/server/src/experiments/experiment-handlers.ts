import { ApiError } from '@colloquy/api'
import type { BotRow, Experiment, NewDeployment } from '@colloquy/storage'
import type { Assignment, Variant } from '../assignments/assign.js'
import { environmentOf } from '../environments/environment-of.js'
import { readCursor, writeCursor } from '../http/cursor.js'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import { newId } from '../ids.js'
import { passPromotion } from '../releases/environment-handlers.js'
import type { Needs } from '../service.js'
import { experimentResults } from './experiment-results.js'

type ExperimentEndpoint = 'listExperiments' | 'startExperiment' | 'getExperiment' | 'endExperiment'

export const experimentHandlers: Handlers<ExperimentEndpoint> = {
  async listExperiments(service, { query, bot }) {
    if (bot.isDeleted) throw new ApiError('bot_not_found')
    const list = `experiments ${bot.id}`
    const before = query.cursor === undefined ? undefined : readCursor(service.secret, list, query.cursor)
    if (query.cursor !== undefined && !before) {
      throw new ApiError('invalid_cursor', { issues: [{ path: 'cursor', message: 'Not a cursor of this list' }] })
    }
    const found = await service.storage.experiments.list(bot.workspaceId, bot.id, { before, limit: query.limit + 1 })
    const rows = found.slice(0, query.limit)
    const last = rows.at(-1)
    return {
      experiments: rows.map(shownExperiment),
      nextCursor: found.length > query.limit && last ? writeCursor(service.secret, list, last) : null,
    }
  },

  async startExperiment(service, { caller, body, bot }) {
    const { workspaceId, id: botId } = bot
    const environmentId = (await environmentOf(service, bot, body.environmentId))?.id ?? null
    await checkGoal(service, bot, body)
    const attempt = { reason: body.reason, authorId: caller.user.id }
    const { experiments, releases } = service.storage
    const [control, ...others] = body.variants.map(({ releaseId }) => releaseId) as [string, ...string[]]
    const overrides = new Map<string, string>()
    for (const releaseId of others) {
      const override = await passPromotion(service, bot, environmentId, releaseId, attempt)
      if (override) overrides.set(releaseId, JSON.stringify(override))
    }
    const { name, goal, minimumDifference, isPromoting, variants } = body
    const [id, createdAt] = [newId(), service.now()]
    const experiment = {
      id,
      workspaceId,
      botId,
      environmentId,
      name,
      variants: JSON.stringify(variants),
      goal: JSON.stringify(goal),
      minimumDifference,
      isPromoting,
      authorId: caller.user.id,
      createdAt,
    }
    const assignment: Assignment = { id, since: createdAt, goal, variants }
    const outcome = await experiments.start(experiment, [control, ...others], JSON.stringify(assignment))
    if (outcome !== 'started') throw new ApiError(errorCodes[outcome])
    for (const [releaseId, override] of overrides) await releases.override(workspaceId, botId, releaseId, override)
    return { experiment: shownExperiment({ ...experiment, endedAt: null, outcome: null, promotedReleaseId: null }) }
  },

  async getExperiment(service, { params, bot }) {
    if (bot.isDeleted) throw new ApiError('bot_not_found')
    const experiment = await experimentOf(service, bot, params.experimentId)
    return { experiment: shownExperiment(experiment), metrics: await experimentResults(service, experiment) }
  },

  async endExperiment(service, { caller, params, body: { releaseId, reason }, bot }) {
    const experiment = await experimentOf(service, bot, params.experimentId)
    if (experiment.endedAt !== null) throw new ApiError('experiment_ended')
    const { environmentId, id } = experiment
    const authorId = caller.user.id
    if (releaseId !== undefined && !variantsOf(experiment).some((variant) => variant.releaseId === releaseId)) {
      throw new ApiError('release_not_found')
    }
    const override =
      releaseId === undefined
        ? undefined
        : await passPromotion(service, bot, environmentId, releaseId, { reason, authorId })
    const now = service.now()
    const deployment = releaseId === undefined ? undefined : promotionOf(experiment, releaseId, authorId, now)
    const isEnded = await service.storage.experiments.end(bot.workspaceId, bot.id, id, now, deployment)
    if (!isEnded) throw new ApiError('experiment_ended')
    if (override && releaseId !== undefined) {
      await service.storage.releases.override(bot.workspaceId, bot.id, releaseId, JSON.stringify(override))
    }
    const outcome = releaseId === undefined ? 'stopped' : 'promoted'
    return {
      experiment: shownExperiment({ ...experiment, endedAt: now, outcome, promotedReleaseId: releaseId ?? null }),
    }
  },
}

const errorCodes = {
  missing: 'environment_not_found',
  'release-missing': 'release_not_found',
  replaced: 'experiment_control_not_current',
  running: 'experiment_running',
} as const

/** The deployment that makes a variant current in the environment of its experiment. */
function promotionOf(
  { workspaceId, botId, environmentId }: Experiment,
  releaseId: string,
  authorId: string | null,
  now: number,
): NewDeployment {
  return { id: newId(), workspaceId, botId, environmentId, releaseId, authorId, createdAt: now, dueAt: now }
}

const variantsOf = ({ variants }: Pick<Experiment, 'variants'>): Variant[] => JSON.parse(variants)

async function experimentOf({ storage }: Needs<'storage'>, bot: BotRow, id: string): Promise<Experiment> {
  const found = await storage.experiments.get(bot.workspaceId, bot.id, id)
  if (!found) throw new ApiError('experiment_not_found')
  return found
}

/** Checks that each variant contains the target of the goal: otherwise its visitors could not reach it. */
async function checkGoal(
  { compiledFlows }: Needs<'compiledFlows'>,
  bot: BotRow,
  { variants, goal }: { variants: readonly Variant[]; goal: Assignment['goal'] },
): Promise<void> {
  for (const [index, { releaseId }] of variants.entries()) {
    const compiledFlow = await compiledFlows.release(releaseId)
    if (compiledFlow?.botId !== bot.id || compiledFlow.workspaceId !== bot.workspaceId)
      throw new ApiError('release_not_found')
    const missing =
      goal.kind === 'block' && !compiledFlow.blockById.has(goal.blockId)
        ? { path: 'goal.blockId', message: `The release of variant ${index + 1} has no such block` }
        : goal.kind === 'variable' && !compiledFlow.variableById.has(goal.variableId)
          ? { path: 'goal.variableId', message: `The release of variant ${index + 1} has no such variable` }
          : undefined
    if (missing) throw new ApiError('invalid_request', { issues: [missing] })
  }
}

function shownExperiment(row: Omit<Experiment, 'checkedAt'>) {
  return {
    id: row.id,
    name: row.name,
    environmentId: row.environmentId ?? 'live',
    variants: variantsOf(row),
    goal: JSON.parse(row.goal),
    minimumDifference: row.minimumDifference,
    isPromoting: row.isPromoting,
    createdAt: timestamp(row.createdAt),
    endedAt: row.endedAt === null ? null : timestamp(row.endedAt),
    outcome: row.outcome,
    promotedReleaseId: row.promotedReleaseId,
  }
}
