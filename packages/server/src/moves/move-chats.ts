import type { Session } from '@colloquy/engine'
import type { BotRow, ExpiryPosition, Release, SessionRow } from '@colloquy/storage'
import { releaseSource } from '../caches/compile-stored.js'
import { readConversation, releasesOf } from '../replays/read-recordings.js'
import type { Needs, Service } from '../service.js'
import type { MoveOutcome, RunningChat } from './move-job.js'

/** Replays run in the flow worker thread, whatever their size. */
const alwaysInThread = Number.POSITIVE_INFINITY

/** Target of a move: the current release of an environment; null means `live`. */
export interface MoveTarget {
  environmentId: string | null
  release: Release
}

/** The visitor replied at the same time, or takes part in a running experiment that assigned the release. */
export type Unmovable = 'inUse' | 'inExperiment'

/** Outcome for each chat that was examined. */
export interface MovedPage {
  outcomes: (Unmovable | 'moved' | Exclude<MoveOutcome, { state: string }>)[]
  /** Start of the next page; undefined after the last one. */
  next: ExpiryPosition | undefined
}

/**
 * Moves a page of the running chats of an environment to its current release. Each chat moves only if its own replay proves it safe, and
 * only if it has not changed since the replay. A dry run moves none, and says `moved` for those that can move.
 */
export async function moveChats(
  service: Service,
  bot: BotRow,
  { environmentId, release }: MoveTarget,
  { after, limit, isDryRun }: { after: ExpiryPosition; limit: number; isDryRun: boolean },
): Promise<MovedPage> {
  const { sessions } = service.storage
  const found = await sessions.listOnOtherReleases(bot.workspaceId, bot.id, release.id, { after, limit })
  const outcomes: MovedPage['outcomes'] = []
  const chats: Chat[] = []
  let next = found.length < limit ? undefined : found.at(-1)
  let bytesLeft = service.config.limits.replayBytes
  for (const [index, { id }] of found.entries()) {
    const chat = await readChat(service, id, environmentId)
    if (!chat) continue
    if (typeof chat === 'string') {
      outcomes.push(chat)
      continue
    }
    if (chat.bytes > bytesLeft && chats.length > 0) {
      next = found[index - 1]
      service.metrics.limitReached('replayBytes')
      break
    }
    bytesLeft -= chat.bytes
    chats.push(chat)
  }
  if (chats.length === 0) return { outcomes, next }
  const input = {
    chats: chats.map(({ conversation, isWhole, row }) => ({ conversation, isWhole, state: row.state })),
    target: releaseSource(release),
    releases: await releasesOf(
      service,
      bot,
      chats.map(({ conversation }) => conversation),
    ),
    budgets: service.budgets,
    publicUrl: service.config.publicUrl,
  }
  const computed = await service.flows.run(bot.workspaceId, 'computeMoves', input, alwaysInThread)
  for (const [index, { row }] of chats.entries()) {
    const outcome = computed[index] as MoveOutcome
    if (!('state' in outcome)) outcomes.push(outcome)
    else if (isDryRun) outcomes.push('moved')
    else outcomes.push((await move(service, row, release.id, outcome.state)) ? 'moved' : 'inUse')
  }
  return { outcomes, next }
}

interface Chat extends Pick<RunningChat, 'conversation' | 'isWhole'> {
  row: SessionRow
  bytes: number
}

/** Undefined for a session of another environment, and for one that has ended since it was listed. */
async function readChat(
  service: Needs<'storage' | 'config' | 'secret' | 'now'>,
  id: string,
  environmentId: string | null,
): Promise<Chat | Unmovable | undefined> {
  const { sessions, results, experiments } = service.storage
  const row = await sessions.get(id)
  if (!row || row.releaseId === null || row.endedAt !== null || row.expiresAt <= service.now()) return undefined
  if (row.held !== null) return 'inUse'
  const { environment, generation } = JSON.parse(row.state) as Session
  if ((environment?.id ?? null) !== environmentId) return undefined
  if (generation?.status === 'awaited') return 'inUse'
  const { workspaceId, botId, releaseId, resultId, createdAt, version } = row
  const experiment = environment?.experiment && (await experiments.get(workspaceId, botId, environment.experiment.id))
  if (experiment?.endedAt === null) return 'inExperiment'
  // A chat that only registered its visitor has no result yet.
  const result = resultId === null ? undefined : await results.get(workspaceId, botId, resultId)
  const { conversation, rows, bytes } = await readConversation(
    service,
    { id: resultId ?? id, createdAt: result?.createdAt ?? createdAt },
    { id, releaseId, createdAt },
  )
  if ((rows.at(-1)?.number ?? 0) > version) return 'inUse'
  // For a deleted result, or one that was moved without a replay, some turns are missing.
  const isWhole = conversation.isUnknown !== undefined || conversation.turns.length === version
  return { row, bytes, conversation, isWhole }
}

/** Returns false when the visitor is replying: the reply is answered by the chat's previous release. */
async function move(
  service: Needs<'storage' | 'turnQueue' | 'sessionCache' | 'now'>,
  row: SessionRow,
  releaseId: string,
  state: string,
): Promise<boolean> {
  if (service.turnQueue.isBusy(row.id)) return false
  return service.turnQueue.run(row.id, async () => {
    const updatedAt = Math.max(service.now(), row.updatedAt + 1)
    const isMoved = await service.storage.sessions.changeRelease(row, { releaseId, state, updatedAt })
    if (isMoved) service.sessionCache.forget(row.id)
    return isMoved
  })
}
