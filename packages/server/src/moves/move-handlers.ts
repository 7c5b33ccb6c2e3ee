import { ApiError } from '@colloquy/api'
import { isMoreSerious, type ReplayClass, type UnknownReason } from '@colloquy/prove/classes'
import type { ExpiryPosition } from '@colloquy/storage'
import { environmentOf } from '../environments/environment-of.js'
import { invalidCursor, readPosition, writePosition } from '../http/cursor.js'
import type { Handlers } from '../http/handler.js'
import { type MovedPage, moveChats } from './move-chats.js'

/** Counts for the chats examined so far. */
interface MoveTotals {
  moved: number
  inUse: number
  inExperiment: number
  stayed: { class: ReplayClass; reason?: UnknownReason; count: number }[]
}

/** Progress of a move. The client keeps it, signed, so that any process can continue. */
interface MoveProgress {
  totals: MoveTotals
  after: ExpiryPosition
}

export const moveHandlers: Handlers<'moveChats'> = {
  async moveChats(service, { params, body, bot }) {
    const environment = await environmentOf(service, bot, params.environmentId)
    const releaseId = environment ? environment.releaseId : bot.publishedReleaseId
    const release = releaseId === null ? undefined : await service.storage.releases.get(releaseId)
    if (!release) throw new ApiError('bot_not_published')
    // Once another release is current, a move to the previous one is over.
    const { isDryRun } = body
    const list = `${isDryRun ? 'dry run' : 'move'} ${bot.id} ${params.environmentId} ${release.id}`
    const begun = body.cursor === undefined ? undefined : readPosition(service.secret, list, body.cursor)
    if (body.cursor !== undefined && begun === undefined) throw invalidCursor()
    const { after, totals }: MoveProgress =
      begun === undefined
        ? { after: { expiresAt: service.now(), id: '' }, totals: { moved: 0, inUse: 0, inExperiment: 0, stayed: [] } }
        : JSON.parse(begun)
    const target = { environmentId: environment?.id ?? null, release }
    const { outcomes, next } = await moveChats(service, bot, target, { after, limit: body.limit, isDryRun })
    for (const outcome of outcomes) add(totals, outcome)
    const progress: MoveProgress | undefined = next && { totals, after: next }
    return {
      releaseId: release.id,
      totals,
      nextCursor: progress ? writePosition(service.secret, list, JSON.stringify(progress)) : null,
    }
  },
}

function add(totals: MoveTotals, outcome: MovedPage['outcomes'][number]): void {
  if (typeof outcome === 'string') {
    totals[outcome] += 1
    return
  }
  const known = totals.stayed.find(({ class: name, reason }) => name === outcome.class && reason === outcome.reason)
  if (known) known.count += 1
  else {
    totals.stayed.push({ ...outcome, count: 1 })
    totals.stayed.sort((one, other) => (isMoreSerious(one.class, other.class) ? -1 : 1))
  }
}
