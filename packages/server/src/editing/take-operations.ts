import { ApiError } from '@colloquy/api'
import {
  type BatchOutcome,
  mappingPathIssues,
  sanitizeGroups,
  sanitizeSettings,
  sanitizeVariables,
  takeBatch,
} from '@colloquy/flow'
import { type BotDocument, equal, type MergeConflict, type Operation } from '@colloquy/flow/operations'
import type { BotChange, BotRow } from '@colloquy/storage'
import { admitToBot } from '../access/access.js'
import type { Caller } from '../access/auth.js'
import { nextTimestamp } from '../bots/update-bot.js'
import { checkHeadCode } from '../head-code/check-head-code.js'
import { retryOnConflict } from '../process/retry-on-conflict.js'
import type { Needs, Service } from '../service.js'
import { nameableBy } from '../stored-bots/bot-references.js'
import { checkCustomCss } from '../stored-bots/check-custom-css.js'
import { type BroadcastBatch, broadcastBatch } from './broadcast-batch.js'
import { changeBetween, draftOf, serializedOperations } from './draft.js'

export interface BatchRequest {
  caller: Caller
  botId: string
  /** Chosen by the client; a batch with a known id is not applied again. */
  id: string
  /** Revision of the client's draft. */
  revision: number
  operations: readonly Operation[]
}

export interface BatchResponse {
  revision: number
  /** Batches from the client's revision to this one; null if they are no longer available. */
  batches: BroadcastBatch[] | null
  conflicts: (Omit<MergeConflict, 'path'> & { path: string[] })[]
}

/**
 * Merges operations into the current draft and writes it with its next revision if nobody else wrote since it was read, else reads it
 * again. The answer contains the operations that were not applied and what others did since the client's revision.
 */
export function takeOperations(service: Service, request: BatchRequest): Promise<BatchResponse> {
  const { caller, botId, id, revision, operations } = request
  const userId = caller.user.id
  return service.turnQueue.run(`bot ${botId}`, () =>
    retryOnConflict(async () => {
      const { bot: stored } = await admitToBot(service.storage, caller, 'bot.edit', botId)
      const known = await service.storage.botOperations.get(botId, id)
      // Reads everything before it writes: if reading fails, nothing has been applied.
      const missed = await batchesSince(service, request, stored.revision)
      if (known) return { revision: stored.revision, batches: missed, conflicts: JSON.parse(known.refusals) }
      const before = draftOf(stored)
      const clean = await cleaner(service, stored)
      const outcome = takeBatch(before, operations, { isBehind: revision !== stored.revision, clean })
      if (outcome.kind === 'invalid') throw invalidOperation(outcome)
      checkPaths(before, outcome.document)
      checkCustomCss(service, outcome.document.theme, before.theme)
      await checkHeadCode(service, outcome.document.settings, before.settings)
      const conflicts = outcome.conflicts.map((conflict) => ({ ...conflict, path: [...conflict.path] }))
      if (outcome.operations.length === 0) return { revision: stored.revision, batches: missed, conflicts }
      const change = changeBetween(before, outcome.document)
      checkSize(service, stored, change)
      const written = await service.storage.bots.update(
        stored.workspaceId,
        botId,
        change,
        nextTimestamp(stored.updatedAt, service.now()),
        stored.updatedAt,
        {
          id,
          userId: caller.user.id,
          operations: serializedOperations(outcome.operations),
          refusals: JSON.stringify(outcome.conflicts),
        },
      )
      if (written.kind === 'missing') throw new ApiError('bot_not_found')
      if (written.kind !== 'updated') return undefined
      const own = {
        revision: written.bot.revision,
        id,
        userId,
        operations: outcome.operations as BroadcastBatch['operations'],
      }
      return { revision: own.revision, batches: missed && [...missed, own], conflicts }
    }),
  )
}

/** Maximum number of missed batches of others in an answer. */
const maxBroadcast = 200

/** Returns the batches from the client's revision to the current one; null if they are no longer available. */
async function batchesSince(
  service: Needs<'storage'>,
  { botId, revision }: BatchRequest,
  current: number,
): Promise<BroadcastBatch[] | null> {
  if (revision === current) return []
  if (revision > current || current - revision > maxBroadcast) return null
  const rows = await service.storage.botOperations.list(botId, revision, maxBroadcast)
  const batches = rows.filter((row) => row.revision <= current).flatMap((row) => broadcastBatch(row) ?? [])
  return batches.length === current - revision ? batches : null
}

/**
 * Returns a function that applies the same rules as an update of the whole: only credentials and knowledge bases of the workspace, and what
 * its plan allows.
 */
async function cleaner(service: Needs<'storage'>, { workspaceId }: BotRow) {
  const { nameable } = await nameableBy(service, workspaceId)
  const plan = (await service.storage.workspaces.get(workspaceId))?.plan ?? 'UNLIMITED'
  return (document: BotDocument, before: BotDocument): BotDocument => {
    const known = new Set(before.groups)
    const isSameFlow = document.groups === before.groups && document.variables === before.variables
    const groups = document.groups.map((group) =>
      known.has(group) ? group : (sanitizeGroups([group], nameable).groups[0] ?? group),
    )
    const variables = isSameFlow ? document.variables : sanitizeVariables(groups, document.variables)
    const settings =
      document.settings === before.settings ? document.settings : sanitizeSettings(document.settings, 'update', plan)
    return {
      ...document,
      groups: equal(groups, document.groups) ? document.groups : groups,
      variables: equal(variables, document.variables) ? document.variables : variables,
      settings,
    }
  }
}

function invalidOperation({ issues }: BatchOutcome & { kind: 'invalid' }): ApiError {
  return new ApiError('invalid_operation', {
    issues: issues.slice(0, 20).map(({ operation, path, message }) => ({
      path: `operations.${operation}`,
      message: `${path.join('/')}: ${message}`,
    })),
  })
}

/** Rejects new paths that cannot read a part of a response; those that were stored before stay. */
function checkPaths({ groups: before }: BotDocument, { groups: after }: BotDocument): void {
  const known = new Set(before)
  const changed = after.filter((group) => !known.has(group))
  const issues = mappingPathIssues(changed, before).map(({ message }) => ({ path: 'operations', message }))
  if (issues.length > 0) throw new ApiError('invalid_operation', { issues })
}

/** Many small steps add up, so the whole may not grow beyond the size of a bot that is sent at once. */
function checkSize(service: Needs<'config'>, stored: BotRow, change: BotChange): void {
  const max = service.config.limits.flowBytes
  const size = sizeOf({ ...stored, ...change })
  if (size <= max || size <= sizeOf(stored)) return
  const message = `The bot would be larger than ${max} bytes: divide it into several ones.`
  throw new ApiError('invalid_operation', { issues: [{ path: 'operations', message }] })
}

const sizeOf = ({ flow, theme, settings }: Pick<BotRow, 'flow' | 'theme' | 'settings'>): number =>
  Buffer.byteLength(flow) + Buffer.byteLength(theme) + Buffer.byteLength(settings)
