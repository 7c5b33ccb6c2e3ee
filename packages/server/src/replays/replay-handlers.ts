import { ApiError } from '@colloquy/api'
import type { Comparison, RecordedConversation } from '@colloquy/prove'
import type { BotRow } from '@colloquy/storage'
import { draftSource } from '../caches/compile-stored.js'
import { invalidCursor, readCursor, writeCursor } from '../http/cursor.js'
import type { Handlers } from '../http/handler.js'
import { timeRange } from '../results/time-filter.js'
import type { Needs } from '../service.js'
import { linkedReleasesOf, readRecording, readRecordings, releasesOf } from './read-recordings.js'
import { replayBot } from './replay-bot.js'
import { readProgress, sumOf, writeEvidence, writeProgress } from './replay-cursor.js'
import type { ReplayInput } from './replay-job.js'

/** A conversation is replayed with its transcripts in the flow worker thread, whatever its size. */
const alwaysInThread = Number.POSITIVE_INFINITY

export const replayHandlers: Handlers<'replayConversations' | 'replayResult' | 'listRecordings'> = {
  async replayConversations(service, { body, bot }) {
    const now = service.now()
    const begun = body.cursor === undefined ? undefined : readProgress(service, bot, body.cursor)
    const range = begun?.range ?? { to: now + 1, ...timeRange(body.timeFilter, body.timeZone, now) }
    const releaseId = begun ? begun.releaseId : body.releaseId
    if (!begun && releaseId !== undefined) await ensureReleaseOf(service, bot, releaseId)
    const { report, next } = await replayBot(service, bot, {
      range,
      releaseId,
      before: begun?.before,
      limit: body.limit,
      key: `${bot.id} ${bot.revision}`,
    })
    const progress = {
      range,
      ...(releaseId !== undefined && { releaseId }),
      totals: sumOf(begun?.totals, report),
      ...(next && { before: next }),
    }
    return {
      groups: report.groups.map(({ conversationIds, ...group }) => ({ ...group, resultIds: conversationIds })),
      totals: progress.totals,
      nextCursor: next ? writeProgress(service, bot, progress) : null,
      evidence: next ? null : writeEvidence(service, bot, progress),
    }
  },

  async replayResult(service, { params, bot }) {
    const result = await service.storage.results.get(bot.workspaceId, bot.id, params.resultId)
    const conversation = result ? await readRecording(service, result) : undefined
    if (!conversation) throw new ApiError('result_not_found')
    const input = await inputOf(service, bot, [conversation])
    const replayed = await service.flows.run(bot.workspaceId, 'replayConversation', input, alwaysInThread)
    if (!replayed) throw new ApiError('result_not_found')
    return {
      ...shown(replayed.comparison),
      turns: replayed.turns.map(({ comparison, before, after, reply }) => ({
        ...shown(comparison),
        ...(reply && { reply }),
        before: { ...before, path: [...before.path] },
        ...(after && { after: { ...after, path: [...after.path] } }),
      })),
    }
  },

  async listRecordings(service, { query, bot }) {
    const list = `recordings ${bot.id}`
    const before = query.cursor === undefined ? undefined : readCursor(service.secret, list, query.cursor)
    if (query.cursor !== undefined && !before) throw invalidCursor()
    const { conversations, next } = await readRecordings(service, bot, { before, limit: query.limit })
    return {
      recordings: conversations.map(({ id, releaseId, isUnknown, turns }) => ({
        resultId: id,
        releaseId,
        ...(isUnknown && { isUnknown }),
        turns: turns.map(({ record, now, seed }) => ({ record: { ...record }, now, seed })),
      })),
      linkedReleases: await linkedReleasesOf(service, bot, conversations),
      nextCursor: next ? writeCursor(service.secret, list, next) : null,
    }
  },
}

async function ensureReleaseOf({ storage }: Needs<'storage'>, bot: BotRow, id: string): Promise<void> {
  const release = await storage.releases.get(id)
  if (release?.botId !== bot.id) throw new ApiError('release_not_found')
}

function shown({ class: name, blockId, reason }: Comparison) {
  return { class: name, ...(blockId && { blockId }), ...(reason && { reason }) }
}

async function inputOf(
  service: Needs<'storage' | 'config' | 'budgets'>,
  bot: BotRow,
  conversations: RecordedConversation[],
): Promise<ReplayInput> {
  return {
    conversations,
    releases: await releasesOf(service, bot, conversations),
    draft: draftSource(bot),
    budgets: service.budgets,
    publicUrl: service.config.publicUrl,
  }
}
