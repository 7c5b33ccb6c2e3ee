import { ApiError } from '@colloquy/api'
import { type Nameable, sanitizeSettings, type Warning } from '@colloquy/flow'
import type { BotChange, BotRow } from '@colloquy/storage'
import { admitToBot } from '../access/access.js'
import type { Caller } from '../access/auth.js'
import { checkHeadCode } from '../head-code/check-head-code.js'
import { newId } from '../ids.js'
import { retryOnConflict } from '../process/retry-on-conflict.js'
import type { Needs, Service } from '../service.js'
import { checkCustomCss } from '../stored-bots/check-custom-css.js'
import { channelsOfUpdate } from './bot-channels.js'
import type { UpdateWithoutFlow } from './flow-parts.js'

export interface BotUpdateRequest {
  caller: Caller
  botId: string
  update: UpdateWithoutFlow
  /** JSON of the parts of the flow that change; a function if they depend on the stored bot. */
  parts?: string | undefined | ((stored: BotRow) => string)
  /** Ignores how old the caller's copy is. */
  overwrites: boolean
  /** Credentials of the workspace: type by id. Blocks may use only these. */
  credentials: ReadonlyMap<string, string>
  nameable: Nameable
}

/**
 * Applies an update to the current bot. The flow is one document and an update may give a part of it, so it is written only if nobody else
 * wrote since it was read, and otherwise read again: two updates of different parts are both kept.
 */
export function updateBot(service: Service, request: BotUpdateRequest): Promise<{ bot: BotRow; warnings: Warning[] }> {
  return service.turnQueue.run(`bot ${request.botId}`, () =>
    retryOnConflict(async () => {
      const { bot: stored } = await admitToBot(service.storage, request.caller, 'bot.edit', request.botId)
      const { change, warnings } = await changeOf(service, stored, request)
      const { bots } = service.storage
      const batch = await operationsOf(service, stored, change, request.caller)
      const { workspaceId, id, updatedAt } = stored
      const update = () =>
        bots.update(workspaceId, id, change, nextTimestamp(updatedAt, service.now()), updatedAt, batch)
      const outcome = await service.longWork.run(workspaceId, change.flow?.length ?? 0, update)
      if (outcome.kind === 'updated') return { bot: outcome.bot, warnings }
      if (outcome.kind === 'missing') throw new ApiError('bot_not_found')
      if (outcome.kind === 'taken') throw outcome.field === 'publicId' ? publicIdTaken() : customDomainTaken()
      return undefined
    }),
  )
}

/** Returns the update as operations for the subscribers of the draft. */
async function operationsOf({ flows }: Needs<'flows'>, stored: BotRow, change: BotChange, { user }: Caller) {
  const { name, icon, flow, theme, settings } = stored
  const input = { id: newId(), userId: user.id, before: { name, icon, flow, theme, settings }, change }
  return flows.run(stored.workspaceId, 'compareDrafts', input, flow.length + (change.flow?.length ?? 0))
}

export function publicIdTaken(): ApiError {
  return new ApiError('public_id_taken', { issues: [{ path: 'bot.publicId', message: 'Choose another one.' }] })
}

function customDomainTaken(): ApiError {
  const message = 'Choose another domain or path, or remove this one from the other bot first.'
  return new ApiError('custom_domain_taken', { issues: [{ path: 'bot.customDomain', message }] })
}

/** Returns what the update changes, after checking that it is allowed. */
async function changeOf(
  service: Needs<'storage' | 'config' | 'channels' | 'headCodes' | 'metrics' | 'flows'>,
  stored: BotRow,
  { caller, update, parts, overwrites, credentials, nameable }: BotUpdateRequest,
) {
  const seen = overwrites || update.updatedAt === undefined ? undefined : new Date(update.updatedAt).getTime()
  if (seen !== undefined && stored.updatedAt > seen + tolerance) throw new ApiError('update_conflict')
  const { folderId } = update
  if (folderId && !(await service.storage.folders.get(stored.workspaceId, folderId)))
    throw new ApiError('folder_not_found')
  const channels = channelsOfUpdate(service, stored, update, credentials)
  await checkDomain(service, stored, update.customDomain)
  const plan = (await service.storage.workspaces.get(stored.workspaceId))?.plan ?? 'UNLIMITED'
  const { flow, warnings } = await flowWith(service, stored, { parts, nameable })
  const { theme, settings, resultsTablePreferences: preferences } = update
  if (theme) checkCustomCss(service, theme, JSON.parse(stored.theme))
  if (settings) await checkHeadCode(service, settings, JSON.parse(stored.settings))
  const change: BotChange = {
    name: update.name,
    icon: update.icon,
    selectedThemeTemplateId: update.selectedThemeTemplateId,
    folderId,
    publicId: update.publicId,
    customDomain: update.customDomain && withLowerCaseHost(update.customDomain),
    isClosed: update.isClosed,
    channels,
    riskLevel: caller.user.isAdmin ? update.riskLevel : undefined,
    theme: theme && JSON.stringify(theme),
    settings: settings && JSON.stringify(sanitizeSettings(settings, 'update', plan)),
    resultsTablePreferences: preferences && JSON.stringify(preferences),
    flow,
  }
  return { change, warnings }
}

/** Milliseconds. Clients with autosave send bursts whose timestamp is slightly old. */
const tolerance = 5000

/** Returns the stored flow with the changed parts; `flow` is undefined if none changes. */
async function flowWith(
  { flows }: Needs<'flows'>,
  stored: BotRow,
  { parts: given, nameable }: Pick<BotUpdateRequest, 'parts' | 'nameable'>,
) {
  const parts = typeof given === 'function' ? given(stored) : given
  if (parts === undefined) return { flow: undefined, warnings: [] }
  const input = { parts, stored: stored.flow, nameable }
  const merged = await flows.run(stored.workspaceId, 'mergeFlow', input, parts.length + stored.flow.length)
  if (!merged.ok) throw new ApiError('invalid_flow', { issues: merged.issues })
  return merged
}

/** Host names are case-insensitive, paths are not. */
function withLowerCaseHost(domain: string): string {
  return domain.replace(/^[^/]*/, (host) => host.toLowerCase())
}

/** Throws if a new domain does not belong to the bot's workspace. */
async function checkDomain(
  { storage }: Needs<'storage'>,
  { workspaceId, customDomain: before }: BotRow,
  given?: string | null,
) {
  const domain = given && withLowerCaseHost(given)
  if (!domain || domain === before) return
  if (await storage.customDomains.get(workspaceId, domain.split('/', 1)[0] as string)) return
  const message = 'Add the domain to the workspace first.'
  throw new ApiError('domain_not_claimed', { issues: [{ path: 'bot.customDomain', message }] })
}

/** Gives every change a unique timestamp, even two in one millisecond. */
export function nextTimestamp(updatedAt: number, now: number): number {
  return Math.max(now, updatedAt + 1)
}
