import { ApiError } from '@colloquy/api'
import type { Program } from '@colloquy/engine'
import type { StartableBot } from '@colloquy/storage'
import { checkOrigin, type Referrer } from '../allowed-origin.js'
import { derivedId, newId } from '../ids.js'
import type { Service } from '../service.js'
import { type StartRequest, startTurn } from './start-turn.js'

interface LiveStart extends Pick<StartRequest, 'key' | 'publicUrl' | 'rawBody'> {
  bot: StartableBot | undefined
  referrer: Referrer
  body: StartRequest['body'] & { resultId?: string }
}

/** Begins a chat with a published bot, if it may be begun from there. Answers the bytes that a client gets. */
export async function liveStart(
  service: Service,
  { bot: found, referrer, body, ...request }: LiveStart,
): Promise<string> {
  const { bot, program } = await publishedBot(service, found)
  if (bot.isSuspended) throw new ApiError('workspace_suspended')
  if (bot.isClosed) throw new ApiError('bot_closed', { message: closedText(program) })
  checkOrigin(program.settings.security?.allowedOrigins, referrer)
  const { key } = request
  return startTurn(service, {
    ...request,
    body,
    sessionId: key === undefined ? newId() : derivedId(service.secret, `${bot.id}\0${key}`),
    isNew: key === undefined,
    program,
    mode: 'live',
    publishedAt: program.releasedAt,
    ...(await restored(service, bot, program, body.resultId)),
  })
}

/** The bot with its live release; absent, archived and unpublished are the same. */
export async function publishedBot(
  service: Service,
  bot: StartableBot | undefined,
): Promise<{ bot: StartableBot; program: Program }> {
  if (!bot || bot.isArchived || bot.shelvedAt !== null || bot.publishedReleaseId === null)
    throw new ApiError('bot_not_found')
  const program = await service.programs.release(bot.publishedReleaseId)
  if (!program) throw new ApiError('bot_not_found')
  return { bot, program }
}

/** How long a bot remembers its visitors: for the life of a tab, for good, or not at all. */
export function rememberedFor({ settings }: Pick<Program, 'settings'>): 'session' | 'local' | undefined {
  const { rememberUser, isNewResultOnRefreshEnabled } = settings.general ?? {}
  const isOn =
    rememberUser?.isEnabled ?? (isNewResultOnRefreshEnabled === undefined ? false : !isNewResultOnRefreshEnabled)
  return isOn ? (rememberUser?.storage ?? 'session') : undefined
}

function closedText(program: Program): string | undefined {
  const general = program.settings.general as { systemMessages?: { botClosed?: string } } | undefined
  return general?.systemMessages?.botClosed || undefined
}

/** The result that a visitor comes back to, where the bot remembers its visitors. */
async function restored(service: Service, bot: StartableBot, program: Program, resultId: string | undefined) {
  if (resultId === undefined || rememberedFor(program) === undefined) return {}
  const result = await service.storage.results.get(bot.workspaceId, bot.id, resultId)
  if (!result || result.isArchived) return {}
  const answers = await service.storage.results.answers([result.id])
  return { resultId: result.id, restored: { variables: JSON.parse(result.variables), answers } }
}
