import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@colloquy/api'
import type { Session } from '@colloquy/engine'
import type { Hold, InboxListing, NewConversationMessage, SessionRow } from '@colloquy/storage'
import { retryOnConflict } from '../process/retry-on-conflict.js'
import type { Needs } from '../service.js'
import { holdOf } from '../sessions/hold.js'
import { endAfterWait, sessionEnd } from '../turns/commit.js'
import { listedChannel } from '../turns/hand-over.js'
import { saidLast, saidTurn } from '../turns/said-last.js'
import { idleRule } from './idle-rule.js'
import { peopleEntry } from './people-entry.js'

export type HolderParts = Needs<
  | 'storage'
  | 'config'
  | 'compiledFlows'
  | 'sessionCache'
  | 'botWork'
  | 'generations'
  | 'turnQueue'
  | 'noAnswerTimers'
  | 'inboxPresence'
  | 'metrics'
  | 'now'
>

/** The one that takes over a conversation, and the reason. */
export type NewHold = Omit<Hold, 'since'>

interface HoldOptions {
  /** Only if this person speaks. */
  from?: string
  /** The person whom the new one has seen speaking, or `nobody`. Throws `conversation_taken` if another person speaks by now. */
  seen?: string | undefined
  /** The team whose people answer from now on; null for anybody. */
  teamId?: string | null | undefined
}

/**
 * Lets somebody other than the bot speak in a conversation. When it resolves, nothing of the bot goes out any more: turns in progress are not
 * committed and begin nothing, streams have stopped, and no message to a channel is under way. Other processes learn of it by a
 * notification, milliseconds later. Does nothing if the same one speaks already for the same team.
 */
export async function hold(
  service: HolderParts,
  sessionId: string,
  by: NewHold,
  { from, seen, teamId }: HoldOptions = {},
): Promise<SessionRow> {
  const row = await change(
    service,
    sessionId,
    (row) => {
      const current = holdOf(row)
      if (teamId === undefined && current?.by === by.by && current.who === by.who) return undefined
      const person = current?.by === 'person' ? current.who : undefined
      if (seen !== undefined && person !== undefined && person !== seen) throw new ApiError('conversation_taken')
      if (from !== undefined && person !== from) return undefined
      return { held: JSON.stringify({ ...by, since: service.now() } satisfies Hold), teamId }
    },
    by,
  )
  await silence(service, row)
  if (by.by === 'person' && by.who) await service.inboxPresence.expect(row.workspaceId, by.who)
  return row
}

/** Lets the bot speak again, at the block that waits. Does nothing if it does already. */
export function giveBack(
  service: HolderParts,
  sessionId: string,
  from: Pick<Hold, 'who' | 'name' | 'why'>,
): Promise<SessionRow> {
  return change(service, sessionId, ({ held }) => (held === null ? undefined : { held: null }), from)
}

/** Ends a conversation, also while somebody other than the bot speaks. */
export async function close(
  service: HolderParts,
  sessionId: string,
  by: Pick<Hold, 'who' | 'name' | 'why'>,
): Promise<SessionRow> {
  const row = await change(
    service,
    sessionId,
    ({ endedAt }) => (endedAt === null ? { held: null, isEnd: true } : undefined),
    by,
  )
  await silence(service, row)
  return row
}

/** Returns a live session that has not expired. Throws `session_not_found`. */
export async function liveSession(service: Needs<'storage' | 'now'>, sessionId: string): Promise<SessionRow> {
  const row = await service.storage.sessions.get(sessionId)
  if (!row || row.releaseId === null || row.expiresAt <= service.now()) throw new ApiError('session_not_found')
  return row
}

type Event = Pick<Hold, 'who' | 'name' | 'why'>

interface Decision extends Pick<InboxListing, 'teamId' | 'choice'> {
  held: string | null
  isEnd?: true
  by?: Event
}

/** Changes who speaks, unless `decide` returns nothing. Repeated until no turn comes in between. */
export function change(
  service: HolderParts,
  sessionId: string,
  decide: (row: SessionRow) => Decision | undefined | Promise<Decision | undefined>,
  by: Event,
): Promise<SessionRow> {
  return retryOnConflict(async () => {
    const row = await liveSession(service, sessionId)
    const decision = await decide(row)
    if (!decision) return row
    const session: Session = { ...JSON.parse(row.state), hasPeople: true }
    if (session.ended) throw new ApiError('session_ended')
    if (decision.isEnd) session.ended = true
    const now = service.now()
    const isOfBot = decision.held === null && !decision.isEnd
    const changedAt = Math.max(now, row.updatedAt + 1)
    // At a block that asks for a person, it is they who are waited for.
    const isAwaited = session.person ? holdOf(decision)?.by === 'queue' : isOfBot
    // The visitor, or the person, has the whole time again.
    if (isAwaited && session.noAnswer) session.noAnswer = { ...session.noAnswer, at: now + session.noAnswer.after }
    if (isOfBot) {
      session.returnedAt = changedAt
      const people = await peopleEntry(service, row)
      if (people !== undefined) session.saidByPeople = people
    }
    const { by: holder } = holdOf(decision) ?? {}
    const idle = holder === 'person' || holder === 'elsewhere' ? await idleRule(service, row, session) : undefined
    const noAnswerAt = (isAwaited ? session.noAnswer?.at : idle && now + idle.after) ?? null
    const changed = {
      held: decision.held,
      noAnswerAt,
      state: JSON.stringify(session),
      updatedAt: changedAt,
      expiresAt: endAfterWait(sessionEnd(now, service.config.limits.sessionHours, row.expiresAt), noAnswerAt),
      endedAt: decision.isEnd ? now : row.endedAt,
    }
    const event = holderEvent(
      row,
      { ...(decision.by ?? by), to: decision.isEnd ? 'closed' : (holdOf(decision)?.by ?? 'bot') },
      now,
    )
    const listing: InboxListing = {
      botId: row.botId,
      channel: listedChannel(session),
      ...inboxStateOf(holdOf(decision), decision.isEnd),
      teamId: decision.teamId,
      choice: decision.choice,
      ...(decision.held !== null && { text: textsIn(session) }),
      ...(row.held === null && { lastText: await lastText(service, row) }),
    }
    const isChanged = await service.storage.conversations.hold(row, changed, event, listing)
    service.sessionCache.forget(sessionId)
    if (isChanged) service.botWork.stop(sessionId)
    if (isChanged && noAnswerAt !== null) service.noAnswerTimers.note(noAnswerAt)
    return isChanged ? { ...row, ...changed } : undefined
  })
}

/** Texts of the variables of a conversation, cut. */
function textsIn({ frames }: Session): string {
  const texts = Object.values(frames[0]?.variables ?? {}).flat()
  return texts
    .filter((value) => typeof value === 'string')
    .map((value) => value.slice(0, 200))
    .join(' ')
    .slice(0, 2_000)
}

/** The last message of the turns, as lists show it. */
async function lastText({ storage, config: { limits } }: HolderParts, { id }: SessionRow): Promise<string | undefined> {
  const { turns } = await storage.sessions.latestTurns(id, { count: 2, bytes: limits.transcriptBytes })
  const [last, previous] = turns.map(saidTurn).reverse()
  return last && saidLast(last, previous)
}

/** The place in the inbox. Another system has its own. */
function inboxStateOf(hold: Hold | undefined, isEnd = false): Pick<InboxListing, 'state' | 'assigneeId'> {
  if (hold?.by === 'person') return { state: 'open', assigneeId: hold.who ?? null }
  if (hold?.by === 'queue') return { state: 'open', assigneeId: null }
  return { state: isEnd ? 'resolved' : 'returned' }
}

/** The entry that says who speaks from now on. `turnKey`: key of the turn in which the bot continues. */
export function holderEvent(
  row: SessionRow,
  {
    who,
    name,
    why,
    to,
    turnKey,
  }: Pick<Hold, 'who' | 'name' | 'why'> & {
    to: Hold['by'] | 'bot' | 'closed' | 'resolved'
    turnKey?: string
  },
  now: number,
): NewConversationMessage {
  return {
    sessionId: row.id,
    workspaceId: row.workspaceId,
    kind: 'event',
    authorId: who ?? null,
    authorName: name ?? null,
    content: JSON.stringify({ from: holdOf(row)?.by ?? 'bot', to, why, turnKey }),
    key: null,
    createdAt: now,
  }
}

/** Milliseconds for which somebody who takes over waits at most for what is under way. */
const patience = 5_000
const pause = 20
/** Milliseconds after which a message to a channel is not under way any more: its process was killed. */
const maxSendLength = 60_000

/** Waits until a stream of the bot has stopped, and no message of the bot to a channel is under way. */
async function silence(service: HolderParts, { id, state }: SessionRow): Promise<void> {
  const { channel, generation } = JSON.parse(state) as Session
  const waits: Promise<unknown>[] = []
  if (generation?.status === 'awaited') waits.push(streamEnded(service, id))
  if (channel === 'messaging') waits.push(nothingSent(service, id))
  if (waits.length > 0) await Promise.race([Promise.all(waits), sleep(patience, undefined, { ref: false })])
}

async function streamEnded({ generations, turnQueue }: HolderParts, id: string): Promise<void> {
  generations.stop(id)
  // In this process, the text is a task of the session; in others, it has the claim.
  const release = await turnQueue.run(id, () => generations.claimed(id))
  await release()
}

async function nothingSent({ storage, now }: HolderParts, id: string): Promise<void> {
  const end = performance.now() + patience
  while (performance.now() < end && (await storage.messaging.isSending(id, now() - maxSendLength))) await sleep(pause)
}
