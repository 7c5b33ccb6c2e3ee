import { ApiError } from '@colloquy/api'
import { can } from '@colloquy/permissions'
import type { BotComment, BotRow } from '@colloquy/storage'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import { newId } from '../ids.js'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import { requestEntry } from '../observability/logger.js'
import { mentionedIn } from '../people/references.js'
import type { Needs } from '../service.js'
import { mentionable } from './mentions.js'
import { sendCommentMails } from './send-comment-mails.js'

type CommentHandlers = Handlers<
  'listComments' | 'readComments' | 'listMentionable' | 'addComment' | 'updateComment' | 'deleteComment'
>

/**
 * Comments on a bot while it is being built. Anyone who may read the bot through a membership or a share may write them, including guests
 * who cannot change the bot.
 */
export const commentHandlers: CommentHandlers = {
  async listComments(service, { caller, bot }) {
    const comments = await service.storage.botComments.list(bot.id)
    const names = await namesIn(service, comments)
    const readAt = await service.storage.botComments.readAt(bot.id, caller.user.id)
    return {
      comments: comments.map((comment) => shown(comment, names)),
      readAt: readAt === undefined ? null : timestamp(readAt),
    }
  },

  async readComments(service, { caller, body, bot }) {
    const at = Math.min(Date.parse(body.until), service.now())
    const before = await service.storage.botComments.readAt(bot.id, caller.user.id)
    await service.storage.botComments.markRead(bot.id, caller.user.id, at)
    return { readAt: timestamp(Math.max(before ?? at, at)) }
  },

  async listMentionable(service, { bot, standing }) {
    const seesPeople = can(standing, 'bot.seePeople')
    return { people: await mentionable(service.storage, bot, seesPeople) }
  },

  /** Sends emails after answering. */
  async addComment(service, { caller, body, request, bot, standing }) {
    const seesPeople = can(standing, 'bot.seePeople')
    const { botComments } = service.storage
    const thread = body.threadId === undefined ? undefined : await botComments.find(bot.id, body.threadId)
    if (body.threadId !== undefined && thread?.threadId !== body.threadId) throw new ApiError('comment_not_found')
    const mentioned = await mentionedPeople(service, { bot, seesPeople, text: body.text })
    const id = newId()
    const comment: BotComment = {
      id,
      botId: bot.id,
      threadId: thread?.id ?? id,
      groupId: thread?.groupId ?? body.groupId,
      blockId: thread ? thread.blockId : body.blockId,
      authorId: caller.user.id,
      text: body.text,
      mentions: JSON.stringify([...mentioned.keys()]),
      createdAt: service.now(),
      resolvedAt: null,
    }
    const names = await namesIn(service, [comment])
    if (!(await botComments.add(comment))) throw new ApiError('comment_not_found')
    service.collaboration.discuss(bot.id)
    setImmediate(() => {
      const failed = (error: unknown) =>
        request.log.error({ err: error, ...requestEntry(request) }, 'emailing a comment failed')
      sendCommentMails(service, { comment, bot, author: caller.user, mentioned }).catch(failed)
    })
    return { comment: shown(comment, names) }
  },

  async updateComment(service, { params, body, bot }) {
    const { botComments } = service.storage
    // Everything is read before anything is written, so a failed read means that nothing was done.
    const before = await botComments.find(bot.id, params.commentId)
    const names = await namesIn(service, before ? [before] : [])
    const comment = await botComments.resolve(bot.id, params.commentId, body.isResolved ? service.now() : null)
    if (!comment) throw new ApiError('comment_not_found')
    service.collaboration.discuss(bot.id)
    return { comment: shown(comment, names) }
  },

  async deleteComment(service, { caller, params, bot }) {
    const comment = await service.storage.botComments.find(bot.id, params.commentId)
    if (!comment) throw new ApiError('comment_not_found')
    if (comment.authorId !== caller.user.id) throw new ApiError('forbidden')
    const names = await namesIn(service, [comment])
    await service.storage.botComments.delete(bot.id, comment.id)
    service.collaboration.discuss(bot.id)
    return { comment: shown(comment, names) }
  },
}

/** Returns the people that a text mentions, with their names by id. Ids of people whom the author may not see remain text. */
async function mentionedPeople(
  { storage, config }: Needs<'storage' | 'config'>,
  { bot, seesPeople, text }: { bot: BotRow; seesPeople: boolean; text: string },
): Promise<Map<string, string>> {
  const ids = mentionedIn(text)
  if (ids.length === 0) return new Map()
  const max = config.limits.mentionsPerComment
  if (ids.length > max) {
    const message = `The comment mentions ${ids.length} people, and may mention ${max}. Mention fewer.`
    throw new LimitExceeded('mentionsPerComment', { message })
  }
  const people = new Map((await mentionable(storage, bot, seesPeople)).map((person) => [person.id, person]))
  return new Map(
    ids.flatMap((id) => {
      const person = people.get(id)
      return person ? [[id, person.name ?? 'Somebody'] as const] : []
    }),
  )
}

const mentionsOf = ({ mentions }: BotComment): string[] => JSON.parse(mentions)

/** The names of authors and mentioned people; without those whose accounts were deleted. */
async function namesIn({ storage }: Needs<'storage'>, comments: readonly BotComment[]) {
  const ids = new Set(comments.flatMap((comment) => [comment.authorId ?? [], mentionsOf(comment)].flat()))
  const users = await Promise.all([...ids].map((id) => storage.users.get(id)))
  return new Map(users.flatMap((user) => (user ? [[user.id, user.name] as const] : [])))
}

function shown(comment: BotComment, names: ReadonlyMap<string, string | null>) {
  const { id, threadId, groupId, blockId, authorId, text, createdAt, resolvedAt } = comment
  return {
    id,
    threadId,
    groupId,
    blockId,
    author: authorId !== null && names.has(authorId) ? { id: authorId, name: names.get(authorId) ?? null } : null,
    text,
    mentions: mentionsOf(comment).map((mentioned) => ({ id: mentioned, name: names.get(mentioned) ?? null })),
    createdAt: timestamp(createdAt),
    resolvedAt: resolvedAt === null ? null : timestamp(resolvedAt),
  }
}
