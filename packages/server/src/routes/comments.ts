import { ApiError } from '@colloquy/api'
import type { BotComment, BotRow, User } from '@colloquy/storage'
import { readableBot } from '../access/access.js'
import type { Caller } from '../access/auth.js'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import { newId } from '../ids.js'
import type { Needs } from '../service.js'

type CommentHandlers = Handlers<'listComments' | 'addComment' | 'updateComment' | 'deleteComment'>

/**
 * Comments on a bot while it is being built. Anyone who may read the bot through a membership or a share may write them, including guests
 * who cannot change the bot.
 */
export const commentHandlers: CommentHandlers = {
  async listComments(service, { caller, params }) {
    const { bot } = await openBot(service, caller, params.botId)
    return { comments: await shown(service, await service.storage.botComments.list(bot.id)) }
  },

  async addComment(service, { caller, params, body }) {
    const bot = await discussedBot(service, caller, params.botId)
    const { botComments } = service.storage
    const thread = body.threadId === undefined ? undefined : await botComments.find(bot.id, body.threadId)
    if (body.threadId !== undefined && thread?.threadId !== body.threadId) throw new ApiError('comment_not_found')
    const id = newId()
    const comment: BotComment = {
      id,
      botId: bot.id,
      threadId: thread?.id ?? id,
      groupId: thread?.groupId ?? body.groupId,
      blockId: thread ? thread.blockId : body.blockId,
      authorId: caller.user.id,
      text: body.text,
      createdAt: service.now(),
      resolvedAt: null,
    }
    if (!(await botComments.add(comment))) throw new ApiError('comment_not_found')
    service.live.discuss(bot.id)
    return { comment: shownBy(comment, caller.user) }
  },

  async updateComment(service, { caller, params, body }) {
    const bot = await discussedBot(service, caller, params.botId)
    const { botComments, users } = service.storage
    // Everything is read before anything is written, so a failed read means that nothing was done.
    const before = await botComments.find(bot.id, params.commentId)
    const author = before && before.authorId !== null ? await users.get(before.authorId) : undefined
    const comment = await botComments.resolve(bot.id, params.commentId, body.isResolved ? service.now() : null)
    if (!comment) throw new ApiError('comment_not_found')
    service.live.discuss(bot.id)
    return { comment: shownBy(comment, author) }
  },

  async deleteComment(service, { caller, params }) {
    const bot = await discussedBot(service, caller, params.botId)
    const comment = await service.storage.botComments.find(bot.id, params.commentId)
    if (!comment) throw new ApiError('comment_not_found')
    if (comment.authorId !== caller.user.id) throw new ApiError('forbidden')
    await service.storage.botComments.delete(bot.id, comment.id)
    service.live.discuss(bot.id)
    return { comment: shownBy(comment, caller.user) }
  },
}

async function openBot(service: Needs<'storage'>, caller: Caller, botId: string) {
  const found = await readableBot(service.storage, caller, botId)
  if (found.bot.isDeleted) throw new ApiError('bot_not_found')
  return found
}

/** Returns a bot that the caller may comment on. Instance admins without a membership or share can read comments, but not write them. */
async function discussedBot(service: Needs<'storage'>, caller: Caller, botId: string): Promise<BotRow> {
  const { bot, isMember } = await openBot(service, caller, botId)
  if (!isMember) throw new ApiError('bot_not_found')
  return bot
}

async function shown({ storage }: Needs<'storage'>, comments: readonly BotComment[]) {
  const ids = new Set(comments.flatMap(({ authorId }) => authorId ?? []))
  const users = await Promise.all([...ids].map((id) => storage.users.get(id)))
  const authors = new Map(users.flatMap((user) => (user ? [[user.id, user] as const] : [])))
  return comments.map((comment) => shownBy(comment, authors.get(comment.authorId ?? '')))
}

function shownBy(comment: BotComment, author: User | undefined) {
  const { id, threadId, groupId, blockId, text, createdAt, resolvedAt } = comment
  return {
    id,
    threadId,
    groupId,
    blockId,
    author: author ? { id: author.id, name: author.name } : null,
    text,
    createdAt: timestamp(createdAt),
    resolvedAt: resolvedAt === null ? null : timestamp(resolvedAt),
  }
}
