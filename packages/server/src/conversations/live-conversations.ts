import type { Session } from '@colloquy/engine'
import { type LiveConversation, notRated } from '@colloquy/storage'
import { timestamp } from '../http/timestamp.js'
import type { Needs } from '../service.js'
import { sessionLife } from '../turns/commit.js'
import { listedChannel } from '../turns/hand-over.js'
import { saidLast, saidTurn } from '../turns/said-last.js'

/** Milliseconds after its last turn for which a conversation counts as running now. */
const liveFor = 1_800_000
/** Bots of a workspace whose conversations are listed, newest first. */
const maxBots = 500

/** Conversations that run with a bot now, newest first. Nothing is written for this list: it is read from the sessions. */
export async function liveConversations(
  { storage, config: { limits }, now }: Needs<'storage' | 'config' | 'now'>,
  workspaceId: string,
  { botIds, channel, limit }: { botIds: readonly string[] | undefined; channel: string | undefined; limit: number },
) {
  const since = now() - liveFor
  const bots = botIds ?? (await storage.bots.list(workspaceId, { isArchived: false })).map(({ id }) => id)
  const expiresAfter = since + sessionLife(limits.sessionHours) - 1
  const span = { since, expiresAfter, limit }
  const found = await storage.conversations.listLive(workspaceId, bots.slice(0, maxBots), span)
  return found.map(liveDocument).filter((it) => (channel ?? it.channel) === it.channel)
}

function liveDocument({ sessionId, botId, state, createdAt, updatedAt, request, answer, visitor }: LiveConversation) {
  const said = request !== null && answer !== null ? saidLast(saidTurn({ request, answer })) : undefined
  return {
    sessionId,
    botId,
    channel: listedChannel(JSON.parse(state) as Session),
    state: 'bot' as const,
    assigneeId: null,
    teamId: null,
    lastText: said ?? '',
    lastAt: timestamp(updatedAt),
    waitingSince: null,
    snoozedUntil: null,
    openedAt: timestamp(createdAt),
    firstResponseAt: null,
    resolvedAt: null,
    ...notRated,
    visitor,
  }
}
