import type { RecordedConversation, RecordedTurn } from '@colloquy/prove'
import type { BotRow, Position, ResultRow, SessionOrigin, TurnRow } from '@colloquy/storage'
import { type FlowSource, releaseSource } from '../caches/compile-stored.js'
import { nextRound } from '../process/next-round.js'
import type { Needs } from '../service.js'
import { maxReleases, recordedConversation, recordedTurn, releaseIdsOf } from './stored-turns.js'

export interface RecordingPage {
  conversations: RecordedConversation[]
  /** Start of the next page; undefined after the last one. */
  next: Position | undefined
}

/** Returns the latest conversation of each result, newest first, as many as fit into `limit` and `replayBytes`, but at least one. */
export async function readRecordings(
  service: Needs<'storage' | 'config' | 'metrics' | 'secret'>,
  bot: BotRow,
  { before, limit }: { before?: Position | undefined; limit: number },
): Promise<RecordingPage> {
  const { recordings } = service.storage
  const page = await recordings.list(bot.workspaceId, bot.id, { ...(before && { before }), limit })
  const conversations: RecordedConversation[] = []
  let bytesLeft = service.config.limits.replayBytes
  for (const [index, { session, ...result }] of page.conversations.entries()) {
    if (!session) continue
    const read = await readConversation(service, result, session)
    const previous = page.conversations[index - 1]
    if (read.bytes > bytesLeft && conversations.length > 0 && previous) {
      service.metrics.limitReached('replayBytes')
      return { conversations, next: { createdAt: previous.createdAt, id: previous.id } }
    }
    bytesLeft -= read.bytes
    conversations.push(read.conversation)
  }
  return { conversations, next: page.next }
}

/** Undefined when the result is deleted, or its turns no longer exist. */
export async function readRecording(
  service: Needs<'storage' | 'config' | 'secret'>,
  result: ResultRow,
): Promise<RecordedConversation | undefined> {
  return (await readStoredConversation(service, result))?.conversation
}

/** Returns the same, together with the stored rows of its turns. */
export async function readStoredConversation(service: Needs<'storage' | 'config' | 'secret'>, result: ResultRow) {
  const { lastChatSessionId, workspaceId, isDeleted } = result
  if (lastChatSessionId === null || isDeleted) return undefined
  const [origin] = await service.storage.sessions.origins(workspaceId, [lastChatSessionId])
  return origin && readConversation(service, result, origin)
}

/** Returns the conversation of a preview so far, without the turns that set its variables or breakpoints. */
export async function readPreview(
  { storage, config, secret }: Needs<'storage' | 'config' | 'secret'>,
  sessionId: string,
): Promise<Pick<RecordedConversation, 'turns' | 'isUnknown'>> {
  const { replayTurns, replayBytes } = config.limits
  const { turns, hasEarlier } = await storage.sessions.latestTurns(sessionId, {
    count: replayTurns,
    bytes: replayBytes,
  })
  return {
    ...(hasEarlier && { isUnknown: 'long' }),
    turns: saidTurns(secret, turns).map(({ turn }) => turn),
  }
}

/** `result`: the result of the conversation; one that is not stored yet begins with the session. */
export async function readConversation(
  { storage, config, secret }: Needs<'storage' | 'config' | 'secret'>,
  result: Pick<ResultRow, 'id' | 'createdAt'>,
  origin: SessionOrigin,
): Promise<{ conversation: RecordedConversation; rows: TurnRow[]; bytes: number }> {
  const { replayTurns: count, replayBytes: bytes } = config.limits
  const { turns, hasEarlier } = await storage.sessions.latestTurns(origin.id, { count, bytes })
  const said = saidTurns(secret, turns)
  const conversation = recordedConversation(result, origin, {
    turns: said.map(({ turn }) => turn),
    isIncomplete: hasEarlier,
  })
  const bytesRead = turns.reduce((sum, turn) => sum + bytesOf(turn), 0)
  return { conversation, rows: said.map(({ row }) => row), bytes: bytesRead }
}

function saidTurns(secret: string, rows: readonly TurnRow[]): { row: TurnRow; turn: RecordedTurn }[] {
  return rows.flatMap((row) => {
    const turn = recordedTurn(secret, row)
    return turn ? [{ row, turn }] : []
  })
}

function bytesOf({ request, answer }: TurnRow): number {
  return Buffer.byteLength(request) + Buffer.byteLength(answer)
}

/** Loads the releases of these conversations, including those of linked bots, but only from the same workspace. */
export async function releasesOf(
  { storage }: Needs<'storage'>,
  bot: BotRow,
  conversations: readonly RecordedConversation[],
): Promise<FlowSource[]> {
  return readReleases(storage, bot, [...releaseIdsOf(conversations)])
}

/** Returns the releases of linked bots that these conversations reached: ids of bots by ids of releases. */
export async function linkedReleasesOf(
  { storage }: Needs<'storage'>,
  bot: BotRow,
  conversations: readonly RecordedConversation[],
): Promise<Record<string, string>> {
  const own = new Set(conversations.map(({ releaseId }) => releaseId))
  const linked = [...releaseIdsOf(conversations)].filter((id) => !own.has(id))
  return Object.fromEntries((await readReleases(storage, bot, linked)).map(({ id, botId }) => [id, botId]))
}

async function readReleases(
  storage: Needs<'storage'>['storage'],
  { workspaceId }: BotRow,
  ids: readonly string[],
): Promise<FlowSource[]> {
  const releases: FlowSource[] = []
  for (const id of ids.slice(0, maxReleases)) {
    await nextRound()
    const release = await storage.releases.get(id)
    if (release?.workspaceId === workspaceId) releases.push(releaseSource(release))
  }
  return releases
}
