import { isDeepStrictEqual } from 'node:util'
import { ApiError } from '@colloquy/api'
import type { CompiledFlow } from '@colloquy/engine'
import type { VisitValues } from '@colloquy/flow/result-fields'
import type { StartableBot, UploadRow } from '@colloquy/storage'
import { assign, type VisitorMemory } from '../assignments/assign.js'
import { type NamedVisitor, signedPerson } from '../contacts/signed-identity.js'
import { EffectJournal } from '../effects/effects.js'
import type { TurnBudget } from '../effects/turn-budget.js'
import { startIn } from '../environments/environment-settings.js'
import { checkOrigin, type Referrer } from '../http/allowed-origin.js'
import { derivedId, derivedSessionId, newId, newSessionId } from '../ids.js'
import { retryOnConflict } from '../process/retry-on-conflict.js'
import type { Needs, Service } from '../service.js'
import { hashOf, repeatedAnswer } from './commit.js'
import { commitTurn, type PreparedTurn } from './commit-turn.js'
import { withTurnBudget } from './run-turn.js'
import { prepareStart, type StartRequest } from './start-turn.js'
import { recordsVisits } from './visit-of.js'

interface LiveStart extends Pick<StartRequest, 'key' | 'rawBody' | 'messaging' | 'known' | 'arrival'> {
  /** The cached bot, if any. */
  bot?: StartableBot
  /** Reads the current bot. */
  find(): Promise<StartableBot | undefined>
  referrer: Referrer
  body: StartRequest['body'] & { resultId?: string; contact?: NamedVisitor | undefined }
  /** Returns what is known of the visitor, if anything; called only if the bot records it. */
  visit(): VisitValues | undefined
  /** Recognizes the visitor who starts the chat. */
  visitor?: VisitorMemory
}

/**
 * Starts a chat with a published bot, if the referrer permits it. Returns the response body. Like a reply, it first uses the cached bot,
 * and a session that is assumed not to exist yet; both are read only if that does not lead to a saved start.
 */
export function liveStart(service: Service, start: LiveStart): Promise<string> {
  return withTurnBudget(service, async (budget) => {
    const begin = { start, newSessionId: newSessionId(), journal: new EffectJournal(), budget, madeFiles: [] }
    const answer = start.bot && (await optimisticStart(service, begin, start.bot))
    return answer ?? retryOnConflict(() => foundStart(service, begin))
  })
}

/** State shared by all attempts to take a start. */
interface Begin {
  start: LiveStart
  newSessionId: string
  journal: EffectJournal
  budget: TurnBudget
  madeFiles: UploadRow[]
}

async function optimisticStart(service: Service, begin: Begin, bot: StartableBot): Promise<string | undefined> {
  const request = await startRequest(service, begin, bot).catch(() => undefined)
  if (!request) return undefined
  const confirm = async () => {
    const isSame = isDeepStrictEqual(await begin.start.find(), bot)
    if (!isSame || (await openedStart(service, request))) throw new ApiError('bot_not_found')
  }
  const begun = async () => {
    const older = service.olderSessions.open(request.compiledFlow.botId, request.key)
    let preparedTurn: PreparedTurn
    try {
      const preparing = prepareStart(service, request, { ...begin, confirm })
      preparedTurn = preparing instanceof Promise ? await preparing : preparing
    } catch {
      await older.catch(() => undefined)
      return undefined
    }
    if (await older) return undefined
    return (await commitTurn(service, preparedTurn)) ? preparedTurn.answer : undefined
  }
  return service.turnQueue.run(request.sessionId, begun, request.arrival)
}

/** Undefined when the bot was changed meanwhile, or the same session was started by another request first. */
async function foundStart(service: Service, begin: Begin): Promise<string | undefined> {
  const found = await startRequest(service, begin, await begin.start.find())
  const sessionId = await unusedSessionId(service, found)
  // The result that is derived from an expired chat belongs to it.
  const isOther = sessionId !== found.sessionId && found.restored === undefined
  const request = { ...found, sessionId, ...(isOther && { resultId: newId() }) }
  const begun = async () => {
    const [opened, older] = await Promise.all([
      openedStart(service, request),
      service.olderSessions.open(request.compiledFlow.botId, request.key),
    ])
    if (!opened && older?.storedTurn) return repeatedAnswer(older.storedTurn, hashOf(request.rawBody, request.key))
    const repeated = repeatedAnswer(opened?.storedTurn, hashOf(request.rawBody, request.key))
    if (repeated !== undefined) return repeated
    const preparedTurn = await prepareStart(service, request, begin, opened?.row)
    return (await commitTurn(service, preparedTurn)) ? preparedTurn.answer : undefined
  }
  return service.turnQueue.run(request.sessionId, begun, request.arrival)
}

/** Returns the session id that a key leads to; if the chat with that id has expired, the next id derived from it, and so on. */
async function unusedSessionId(
  { storage, secret }: Needs<'storage' | 'secret'>,
  { sessionId, key }: StartRequest,
): Promise<string> {
  let id = sessionId
  if (key !== undefined) while (await storage.sessions.isOver(id)) id = derivedSessionId(secret, `${id}\0${key}`)
  return id
}

/** Reads the session of a key, which may exist already; without a key, the id is always new. */
async function openedStart({ storage }: Needs<'storage'>, { sessionId, key }: StartRequest) {
  return key === undefined ? undefined : storage.sessions.open(sessionId, key)
}

/** Throws when the bot is not published, or the referrer does not permit a start. */
async function startRequest(
  service: Needs<'storage' | 'compiledFlows' | 'resultQuota' | 'secret' | 'now'>,
  { start: { referrer, body, key, rawBody, messaging, known, arrival, visit, visitor }, newSessionId }: Begin,
  found: StartableBot | undefined,
): Promise<StartRequest> {
  const { bot, compiledFlow: current } = await publishedBot(service, found)
  if (bot.isSuspended) throw new ApiError('workspace_suspended')
  if (bot.isClosed) throw new ApiError('bot_closed', { message: closedText(current) })
  service.resultQuota.check(bot.workspaceId)
  checkOrigin(current.settings.security?.allowedOrigins, referrer)
  const back = await comingBack(service, bot, current, body.resultId)
  const sessionId = key === undefined ? newSessionId : derivedSessionId(service.secret, `${bot.id}\0${key}`)
  // A repeated start has to lead to the same visitor, whose variant is that of the stored chat.
  const newResultId = bot.experiment === null ? undefined : derivedId(service.secret, `result\0${sessionId}`)
  const assigned =
    newResultId &&
    (await assign(service, bot, {
      result: back?.result,
      contact: messaging?.contact.phoneNumber,
      memory: visitor,
      newResultId,
    }))
  const compiledFlow = assigned ? assigned.compiledFlow : current
  const begun = startIn(bot, compiledFlow, body)
  return {
    key,
    rawBody,
    body: begun.body,
    environment: assigned ? { ...begun.environment, experiment: assigned.experiment } : begun.environment,
    messaging,
    known: known ?? (body.contact && (await signedPerson(service, bot.workspaceId, body.contact))),
    visit: recordsVisits(compiledFlow) ? visit() : undefined,
    arrival,
    ownUrl: referrer.own[0],
    sessionId,
    compiledFlow,
    mode: 'live',
    publishedAt: compiledFlow.releasedAt,
    resultId: newResultId,
    ...back?.restored,
  }
}

/** True for a bot that has a live release and is not archived. */
export function isPublished(bot: StartableBot): bot is StartableBot & { publishedReleaseId: string } {
  return !bot.isDeleted && bot.archivedAt === null && bot.publishedReleaseId !== null
}

/** Returns the bot with its live release. Throws `bot_not_found` when it is missing, archived or unpublished. */
export async function publishedBot(
  service: Needs<'compiledFlows'>,
  bot: StartableBot | undefined,
): Promise<{ bot: StartableBot; compiledFlow: CompiledFlow }> {
  if (!bot || !isPublished(bot)) throw new ApiError('bot_not_found')
  const compiledFlow = await service.compiledFlows.release(bot.publishedReleaseId)
  if (!compiledFlow) throw new ApiError('bot_not_found')
  return { bot, compiledFlow }
}

/** Returns how long a bot remembers its visitors: for the lifetime of a tab, permanently, or not at all. */
export function rememberedFor({ settings }: Pick<CompiledFlow, 'settings'>): 'session' | 'local' | undefined {
  const { rememberUser, isNewResultOnRefreshEnabled } = settings.general ?? {}
  const isOn =
    rememberUser?.isEnabled ?? (isNewResultOnRefreshEnabled === undefined ? false : !isNewResultOnRefreshEnabled)
  return isOn ? (rememberUser?.storage ?? 'session') : undefined
}

/** The author's text for a closed bot; undefined when there is none. */
export function closedText(compiledFlow: CompiledFlow): string | undefined {
  const general = compiledFlow.settings.general as { systemMessages?: { botClosed?: string } } | undefined
  return general?.systemMessages?.botClosed || undefined
}

/** Returns the earlier result of a returning visitor, if the bot remembers its visitors. */
async function comingBack(
  service: Needs<'storage'>,
  bot: StartableBot,
  compiledFlow: CompiledFlow,
  resultId: string | undefined,
) {
  if (resultId === undefined || rememberedFor(compiledFlow) === undefined) return undefined
  const result = await service.storage.results.get(bot.workspaceId, bot.id, resultId)
  if (!result || result.isDeleted) return undefined
  const answers = await service.storage.results.answers([result.id])
  return {
    result,
    restored: { resultId: result.id, restored: { variables: JSON.parse(result.variables), answers } },
  }
}
