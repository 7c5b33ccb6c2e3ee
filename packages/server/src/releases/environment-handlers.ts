import { ApiError } from '@colloquy/api'
import { defaultPublicId } from '@colloquy/flow'
import { can } from '@colloquy/permissions'
import type { BotRow, Deployment, Environment, NewDeployment, User } from '@colloquy/storage'
import { live } from '../environments/environment-of.js'
import { readSettings, writeSettings } from '../environments/environment-settings.js'
import { readCursor, writeCursor } from '../http/cursor.js'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import { newId } from '../ids.js'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import { findAuthors, type ShownAuthor, shownAuthor } from '../people/authors.js'
import type { Needs, Service } from '../service.js'
import { credentialsOf } from '../stored-bots/bot-references.js'
import { isGated, type PublishAttempt, passGate } from './publish-gate.js'

type EnvironmentId =
  | 'listEnvironments'
  | 'createEnvironment'
  | 'updateEnvironment'
  | 'deleteEnvironment'
  | 'deployRelease'
  | 'listDeployments'
  | 'cancelDeployment'

/** Environments that the releases of a bot run in. `live` is the bot itself. */
export const environmentHandlers: Handlers<EnvironmentId> = {
  async listEnvironments(service, { bot, mode, standing }) {
    const seesPeople = can(standing, 'bot.seePeople')
    if (bot.isDeleted) throw new ApiError('bot_not_found')
    return { environments: await shown(service, bot, { showsValues: mode === 'write', seesPeople }) }
  },

  async createEnvironment(service, { body: { name }, bot }) {
    if (name === live) throw new ApiError('environment_name_taken')
    const [id, now] = [newId(), service.now()]
    const base = (bot.publicId ?? defaultPublicId(bot.name, bot.id)).slice(0, 60)
    const environment: Environment = {
      id,
      workspaceId: bot.workspaceId,
      botId: bot.id,
      name,
      // Cannot be guessed from the public id of the bot.
      publicId: `${base}-${name}-${newId().slice(-10).toLowerCase()}`,
      releaseId: null,
      settings: null,
      createdAt: now,
      updatedAt: now,
    }
    const { environmentsPerBot } = service.config.limits
    const outcome = await service.storage.environments.create(environment, environmentsPerBot)
    if (outcome === 'missing') throw new ApiError('bot_not_found')
    if (outcome === 'full') throw new LimitExceeded('environmentsPerBot')
    if (outcome !== 'created') throw new ApiError('environment_name_taken')
    return { environment: shownEnvironment(environment, [], null, true) }
  },

  async updateEnvironment(service, { params, body, bot }) {
    const before = await shownOne(service, bot, params.environmentId)
    const credentials = body.credentials && (await checkedCredentials(service, bot, body.credentials))
    const next = { variables: body.variables ?? before.variables, credentials: credentials ?? before.credentials }
    const { environments } = service.storage
    const id = before.id === live ? null : before.id
    if (!(await environments.configure(bot.workspaceId, bot.id, id, writeSettings(next), service.now()))) {
      throw new ApiError('environment_not_found')
    }
    return { environment: { ...before, ...next } }
  },

  async deleteEnvironment(service, { params, bot }) {
    const isDeleted = await service.storage.environments.delete(
      bot.workspaceId,
      bot.id,
      params.environmentId,
      service.now(),
    )
    if (!isDeleted) throw new ApiError('environment_not_found')
    return { message: 'success' }
  },

  async deployRelease(service, { caller, params, body, bot }) {
    const before = await shownOne(service, bot, params.environmentId)
    const environmentId = before.id === live ? null : before.id
    const override = await passPromotion(service, bot, environmentId, body.releaseId, {
      reason: body.reason,
      authorId: caller.user.id,
    })
    const now = service.now()
    const deployment = {
      id: newId(),
      workspaceId: bot.workspaceId,
      botId: bot.id,
      environmentId,
      releaseId: body.releaseId,
      authorId: caller.user.id,
      createdAt: now,
      dueAt: Math.max(now, body.at === undefined ? now : Date.parse(body.at)),
    }
    const outcome = await service.storage.environments.deploy(deployment)
    if (outcome === 'missing') throw new ApiError('release_not_found')
    if (override) {
      await service.storage.releases.override(bot.workspaceId, bot.id, body.releaseId, JSON.stringify(override))
    }
    return { environment: afterDeployment(before, deployment, outcome, caller.user) }
  },

  async listDeployments(service, { query, bot, standing }) {
    const seesPeople = can(standing, 'bot.seePeople')
    if (bot.isDeleted) throw new ApiError('bot_not_found')
    const list = `deployments ${bot.id}`
    const before = query.cursor === undefined ? undefined : readCursor(service.secret, list, query.cursor)
    if (query.cursor !== undefined && !before) {
      throw new ApiError('invalid_cursor', { issues: [{ path: 'cursor', message: 'Not a cursor of this list' }] })
    }
    const page = { before, limit: query.limit + 1 }
    const found = await service.storage.environments.deployments(bot.workspaceId, bot.id, page)
    const rows = found.slice(0, query.limit)
    const last = rows.at(-1)
    const authors = await authorsOf(service, rows, seesPeople)
    return {
      deployments: rows.map((row) => shownDeployment(row, authors)),
      nextCursor: found.length > query.limit && last ? writeCursor(service.secret, list, last) : null,
    }
  },

  async cancelDeployment(service, { params, bot }) {
    const isCancelled = await service.storage.environments.cancel(bot.workspaceId, bot.id, params.deploymentId)
    if (!isCancelled) throw new ApiError('deployment_not_found')
    return { message: 'success' }
  },
}

/** Checks a promotion. A release that was current in the environment before needs no checks: a rollback must always work. */
export async function passPromotion(
  service: Service,
  bot: BotRow,
  environmentId: string | null,
  releaseId: string,
  attempt: PublishAttempt,
) {
  if (!isGated(bot)) return undefined
  const { environments, releases } = service.storage
  if (await environments.wasCurrent(bot.workspaceId, bot.id, environmentId, releaseId)) return undefined
  const release = await releases.get(releaseId)
  if (release?.botId !== bot.id || release.workspaceId !== bot.workspaceId) throw new ApiError('release_not_found')
  return passGate(service, bot, attempt, release)
}

/** Checks that both sides of each pair are credentials of the workspace, of the same type. */
async function checkedCredentials(service: Needs<'storage'>, bot: BotRow, map: Record<string, string>) {
  const known = await credentialsOf(service, bot.workspaceId)
  for (const [from, to] of Object.entries(map)) {
    const [before, after] = [known.get(from), known.get(to)]
    if (before === undefined || after === undefined) {
      throw new ApiError('credentials_not_found', {
        issues: [{ path: `credentials.${from}`, message: 'Not among the credentials of this workspace' }],
      })
    }
    if (before !== after) {
      throw new ApiError('invalid_request', {
        issues: [{ path: `credentials.${from}`, message: `Choose credentials of the same type: ${before}` }],
      })
    }
  }
  return map
}

async function shown(
  service: Needs<'storage'>,
  bot: BotRow,
  { showsValues, seesPeople }: { showsValues: boolean; seesPeople: boolean },
) {
  const { environments } = service.storage
  const [rows, { scheduled, latest }] = await Promise.all([
    environments.list(bot.workspaceId, bot.id),
    environments.standing(bot.workspaceId, bot.id),
  ])
  const authors = await authorsOf(service, scheduled, seesPeople)
  const main = {
    id: null,
    name: live,
    publicId: bot.publicId,
    releaseId: bot.publishedReleaseId,
    settings: bot.environment,
  }
  return [main, ...rows].map((row) => {
    const last = latest.find((it) => it.environmentId === row.id)
    const ofThis = scheduled.filter((it) => it.environmentId === row.id).map((it) => shownDeployment(it, authors))
    const previous = last?.releaseId === row.releaseId ? last.replacedReleaseId : null
    return shownEnvironment(row, ofThis, previous, showsValues)
  })
}

type ShownDeployment = ReturnType<typeof shownDeployment>
type ShownEnvironment = ReturnType<typeof shownEnvironment>

function shownEnvironment(
  {
    id,
    name,
    publicId,
    releaseId,
    settings,
  }: Pick<Environment, 'name' | 'releaseId' | 'settings'> & Record<'id' | 'publicId', string | null>,
  scheduled: ShownDeployment[],
  previousReleaseId: string | null,
  showsValues: boolean,
) {
  return {
    id: id ?? live,
    name,
    publicId,
    releaseId,
    previousReleaseId,
    ...readSettings(showsValues ? settings : null),
    scheduled,
  }
}

/** Returns an environment after its deployment was stored. Reads nothing after the write: a 503 means that nothing was written. */
function afterDeployment(
  before: ShownEnvironment,
  deployment: NewDeployment,
  outcome: 'deployed' | 'scheduled',
  author: User,
): ShownEnvironment {
  if (outcome === 'deployed')
    return { ...before, releaseId: deployment.releaseId, previousReleaseId: before.releaseId, scheduled: [] }
  const added = shownDeployment(
    { ...deployment, replacedReleaseId: null, doneAt: null, skippedAt: null },
    new Map([[author.id, shownAuthor(author, true)]]),
  )
  const scheduled = [...before.scheduled, added].toSorted(
    (one, other) => Date.parse(one.dueAt) - Date.parse(other.dueAt),
  )
  return { ...before, scheduled }
}

async function shownOne(service: Needs<'storage'>, bot: BotRow, id: string) {
  const found = (await shown(service, bot, { showsValues: true, seesPeople: true })).find(
    (environment) => environment.id === id,
  )
  if (!found) throw new ApiError('environment_not_found')
  return found
}

const authorsOf = (service: Needs<'storage'>, rows: readonly Deployment[], seesPeople: boolean) =>
  findAuthors(
    service,
    rows.map(({ authorId }) => authorId),
    seesPeople,
  )

function shownDeployment(row: Deployment, authors: ReadonlyMap<string, ShownAuthor>) {
  return {
    id: row.id,
    environmentId: row.environmentId ?? live,
    releaseId: row.releaseId,
    replacedReleaseId: row.replacedReleaseId,
    author: authors.get(row.authorId ?? '') ?? null,
    createdAt: timestamp(row.createdAt),
    dueAt: timestamp(row.dueAt),
    doneAt: row.doneAt === null ? null : timestamp(row.doneAt),
    skippedAt: row.skippedAt === null ? null : timestamp(row.skippedAt),
  }
}
