import { ApiError } from '@colloquy/api'
import { type CredentialsData, type CredentialsType, credentialsKinds, toIssues } from '@colloquy/flow'
import { type Integration, integrationOf, integrationOfCredentials } from '@colloquy/flow/integrations'
import { can } from '@colloquy/permissions'
import { accountIdsOf, type CredentialsRow } from '@colloquy/storage'
import type { Caller } from '../access/auth.js'
import { oauthOf } from '../config/oauth-settings.js'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import { newId } from '../ids.js'
import { testSignIn } from '../integrations/test-sign-in.js'
import { tryCredentials } from '../integrations/try-credentials.js'
import { tryModel, untriedModel } from '../models/try-model.js'
import { revokeTokens } from '../oauth/revoke-tokens.js'
import { problemOfServiceAccountKey } from '../oauth/service-account-key.js'
import { nextRound } from '../process/next-round.js'
import type { Needs } from '../service.js'

type CredentialsHandlers = Handlers<
  | 'listCredentials'
  | 'createCredentials'
  | 'getCredentials'
  | 'updateCredentials'
  | 'deleteCredentials'
  | 'testCredentials'
  | 'tryModel'
>

export const credentialsHandlers: CredentialsHandlers = {
  async listCredentials(service, { caller, query, workspace, standing }) {
    const isMember = can(standing, 'credentials.manage')
    const rows = await service.storage.credentials.list(workspace.id, query.type)
    const shown = can(standing, 'workspace.listBots') ? rows : await usedByShared(service, caller, rows)
    const paused = pausedModels(service)
    return {
      credentials: shown.map(({ id, type, name, lastFour, needsSignIn, createdAt, updatedAt }) => ({
        id,
        type: type as CredentialsType,
        name,
        ...(isMember && { lastFour, needsSignIn, createdAt: timestamp(createdAt), updatedAt: timestamp(updatedAt) }),
        ...(isMember && paused.has(id) && { pausedModels: paused.get(id) }),
      })),
    }
  },

  async createCredentials(service, { body, workspace }) {
    const { type, name, data, allowedHosts = [] } = body.credentials
    await checkKeys(data)
    const owner = { workspaceId: workspace.id, id: newId(), type }
    const now = service.now()
    const sealed = service.vault.seal(owner, data as CredentialsData, allowedHosts)
    const outcome = await service.storage.credentials.create({
      ...owner,
      name,
      ...sealed,
      needsSignIn: false,
      createdAt: now,
      updatedAt: now,
    })
    if (outcome === 'taken') throw new ApiError('credentials_name_taken')
    return { credentialsId: owner.id }
  },

  async getCredentials(service, { params, workspace }) {
    const row = await found(service, workspace.id, params.credentialsId)
    return {
      credentials: {
        id: row.id,
        type: row.type as CredentialsType,
        name: row.name,
        lastFour: row.lastFour,
        allowedHosts: JSON.parse(row.allowedHosts),
        needsSignIn: row.needsSignIn,
        createdAt: timestamp(row.createdAt),
        updatedAt: timestamp(row.updatedAt),
      },
    }
  },

  async updateCredentials(service, { params, body, workspace }) {
    const row = await found(service, workspace.id, params.credentialsId)
    const { name, data, allowedHosts = [] } = body.credentials
    const owner = { workspaceId: workspace.id, id: row.id, type: row.type as CredentialsType }
    const read = data && readData(owner.type, data)
    if (read) await checkKeys(read)
    const sealed = read && service.vault.seal(owner, read, allowedHosts)
    const change = { name, ...(sealed && { ...sealed, needsSignIn: false }) }
    const outcome = await service.storage.credentials.update(workspace.id, row.id, change, service.now())
    if (outcome === 'missing') throw new ApiError('credentials_not_found')
    if (outcome === 'taken') throw new ApiError('credentials_name_taken')
    return { credentialsId: row.id }
  },

  async deleteCredentials(service, { params, query, workspace }) {
    const row = await found(service, workspace.id, params.credentialsId)
    const bots = await service.storage.bots.listUsing(workspace.id, row.id)
    if (bots.length > 0 && query.force !== true) {
      const issues = bots.map(({ id, name }) => ({ path: `bots.${id}`, message: `"${name}" uses them.` }))
      throw new ApiError('credentials_in_use', { issues })
    }
    if (!(await service.storage.credentials.delete(workspace.id, row.id))) throw new ApiError('credentials_not_found')
    service.remover.soon()
    revokeTokens(service, row)
    return { credentialsId: row.id, usedBy: bots.map(({ id, name }) => ({ id, name })) }
  },

  async tryModel(service, { params, body, workspace }) {
    const row = await found(service, workspace.id, params.credentialsId)
    const type = integrationOfCredentials(row.type)
    const integration: Integration | undefined = type && integrationOf(type)
    if (!type || !integration?.models)
      return { ...untriedModel, problem: 'The service of these credentials has no language models.' }
    return tryModel(service, { workspaceId: workspace.id, type, credentialsId: row.id, model: body.model })
  },

  async testCredentials(service, { params, workspace }) {
    const row = await found(service, workspace.id, params.credentialsId)
    const integration = integrationOfCredentials(row.type)
    const auth = integration && oauthOf(integration)
    if (auth) return testSignIn(service, { workspaceId: workspace.id, credentialsId: row.id, type: integration, auth })
    const opened = await service.vault.open(workspace.id, row.id, row.type as CredentialsType)
    if (!opened) {
      return { status: 'failure', message: 'The stored credentials cannot be decrypted. Enter them again.' }
    }
    const { egress, mail, providers } = service.ports
    const { services, channels, mcpClient: tools } = service
    const { channelAddresses, stripeApiUrl: stripeUrl } = service.config
    const addresses = { channels, channelAddresses, stripeUrl }
    const ports = { mail, send: egress.send, providers: { ...addresses, send: providers.send }, services, tools }
    return tryCredentials(row.type as CredentialsType, opened, ports, { workspaceId: workspace.id })
  },
}

/** Models that are not called for a while, by credentials id. */
function pausedModels({
  modelBreaker,
  now,
}: Needs<'modelBreaker' | 'now'>): Map<string, { model: string; until: string }[]> {
  const paused = new Map<string, { model: string; until: string }[]>()
  for (const { credentialsId, model, milliseconds } of modelBreaker.paused) {
    const models = paused.get(credentialsId) ?? []
    models.push({ model, until: timestamp(now() + milliseconds) })
    paused.set(credentialsId, models)
  }
  return paused
}

/** Returns the credentials that drafts of bots shared with the caller use. Drafts are read one by one, and long ones in parts. */
async function usedByShared<Row extends Pick<CredentialsRow, 'id' | 'workspaceId'>>(
  { storage, longWork, draftReads }: Needs<'storage' | 'longWork' | 'draftReads'>,
  { user }: Caller,
  rows: Row[],
): Promise<Row[]> {
  const [first] = rows
  if (!first) return []
  const { workspaceId } = first
  const unused = new Set(rows.map(({ id }) => id))
  const use = (id: string) => unused.delete(id)
  const read = async (botId: string) => {
    const bot = await storage.bots.find(botId)
    if (!bot || bot.isDeleted) return
    accountIdsOf(bot).forEach(use)
    for (let at = 0; at < bot.flow.length && unused.size > 0; at += partLength) {
      const part = bot.flow.slice(Math.max(0, at - maxIdLength), at + partLength)
      const search = async () => {
        for (const [id] of part.matchAll(textThatMayBeId)) use(id)
      }
      if (longWork.isLong(bot.flow.length)) await longWork.part(workspaceId, part.length, search)
      else await search()
    }
  }
  for (const { botId } of await storage.collaborators.ofUser(workspaceId, user.id)) {
    if (unused.size === 0) break
    await nextRound()
    await draftReads.run(workspaceId, () => read(botId))
  }
  return rows.filter(({ id }) => !unused.has(id))
}

/** Characters of a draft that are searched at once: a few milliseconds of work. */
const partLength = 250_000
/** Characters of an id with its quotes. */
const maxIdLength = 66
const textThatMayBeId = /(?<=")[\w-]{1,64}(?=")/g

async function found(service: Needs<'storage'>, workspaceId: string, id: string): Promise<CredentialsRow> {
  const row = await service.storage.credentials.get(workspaceId, id)
  if (!row) throw new ApiError('credentials_not_found')
  return row
}

function readData(type: CredentialsType, data: unknown): CredentialsData {
  const parsed = credentialsKinds[type].data.safeParse(data)
  if (parsed.success) return parsed.data
  throw new ApiError('invalid_request', { issues: toIssues(parsed.error.issues, 'credentials.data') })
}

/** Throws `invalid_request` for a private key that cannot sign, or would take long to. */
async function checkKeys(data: object): Promise<void> {
  if (!('privateKey' in data) || typeof data.privateKey !== 'string') return
  const problem = await problemOfServiceAccountKey(data.privateKey)
  if (problem === undefined) return
  const issue = { path: 'credentials.data.privateKey', message: `This is ${problem}` }
  throw new ApiError('invalid_request', { issues: [issue] })
}
