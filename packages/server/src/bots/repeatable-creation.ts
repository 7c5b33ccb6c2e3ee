import { createHash } from 'node:crypto'
import { ApiError } from '@colloquy/api'
import type { BotRow } from '@colloquy/storage'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../access/auth.js'
import { idempotencyKey } from '../http/idempotency-key.js'
import { derivedId, newId } from '../ids.js'
import type { Needs } from '../service.js'

interface Creation {
  caller: Caller
  workspaceId: string
  request: FastifyRequest
  /** The content that the bot is created from; the same key with other content is an error. */
  content: unknown
}

/** Length of the part of a keyed id that depends on the key; the rest depends on the content. */
const keyLength = 16

/** The creation of a bot that may be the repetition of an earlier request. */
interface RepeatableCreation {
  id: string
  /** The bot that an earlier request with the same key created, as it is now. */
  earlier: BotRow | undefined
  /** Runs `create`; if it fails because another request with the same key was faster, resolves to the bot of that one. */
  run<Created>(create: () => Promise<Created>): Promise<Created | BotRow>
}

/**
 * Makes the creation of a bot repeatable: with an `Idempotency-Key`, its id derives from user, workspace, key and content, so that two
 * requests never create two bots. Throws `idempotency_key_reused` if the key was used with other content, and `bot_not_found` if the bot
 * was deleted since.
 */
export async function repeatableCreation(
  service: Needs<'storage' | 'secret'>,
  { caller, workspaceId, request, content }: Creation,
): Promise<RepeatableCreation> {
  const key = idempotencyKey(request)
  if (key === undefined) return { id: newId(), earlier: undefined, run: (create) => create() }
  const start = derivedId(service.secret, `bot ${caller.user.id} ${workspaceId} ${key}`).slice(0, keyLength)
  const id = start + derivedId(service.secret, `${start} ${digest(content)}`).slice(keyLength)
  const findEarlier = async () => {
    const bot = await service.storage.bots.findByStartOfId(start)
    if (bot && bot.id !== id) throw new ApiError('idempotency_key_reused')
    if (bot?.isDeleted) throw new ApiError('bot_not_found')
    return bot
  }
  return {
    id,
    earlier: await findEarlier(),
    run: (create) =>
      create().catch(async (error) => {
        const faster = await findEarlier()
        if (!faster) throw error
        return faster
      }),
  }
}

function digest(content: unknown): string {
  return createHash('sha256')
    .update(typeof content === 'string' ? content : JSON.stringify(content))
    .digest('base64url')
}
