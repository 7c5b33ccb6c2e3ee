import { ApiError, endpoints, maxRatingComment } from '@colloquy/api'
import type { Input, PageModel, ReplyMessage, SentForm, ShownTurn } from '@colloquy/chat'
import { readUrl } from '@colloquy/ports/urls'
import type { FastifyRequest } from 'fastify'
import { rate } from '../conversations/rating-handlers.js'
import { storeReplyFile } from '../files/store-reply-file.js'
import { waitingInput } from '../files/waiting-input.js'
import { publicUrl } from '../http/public-url.js'
import { visitorLanguages } from '../http/visitor-languages.js'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import type { Service } from '../service.js'
import { replyBytes } from '../turns/check-reply.js'
import { AnsweredAlready, continueTurn } from '../turns/continue-turn.js'
import { loadRenderer } from '../turns/load-renderer.js'
import { measured } from '../turns/measured.js'
import { type ChatCookie, readChatCookie } from './chat-cookie.js'
import { formKey } from './form-key.js'
import { type PageChat, pageReferrer, storedChat } from './page-chat.js'
import type { PageContext } from './page-context.js'
import { readFields } from './read-fields.js'

/** Outcome of a form. If it was accepted, the page has to be loaded again with this cookie. */
export type TakenForm =
  | { kind: 'taken'; cookie: ChatCookie | undefined }
  | ({ kind: 'not taken'; chat: PageChat } & Pick<PageModel['form'], 'problem' | 'typed' | 'unsentRating'>)
  | { kind: 'no cookie' }

/** Maximum number of steps that need a script and that one form may skip. */
const maxSteps = 20

/** Handles the answer that a visitor sends by a form of the page. A form that is sent twice is answered once. */
export async function takeForm(service: Service, context: PageContext, request: FastifyRequest): Promise<TakenForm> {
  checkSender(request)
  const cookie = readChatCookie(service, request, { botId: context.bot.id, path: context.path })
  if (!cookie) return { kind: 'no cookie' }
  const referrer = pageReferrer(service, request)
  const { sessionId } = cookie
  const { admitted: isRight, form } = await readFields(service, request, {
    admit: async (fields) => {
      const key = formKey(service.secret, sessionId, numberIn(fields, 'turn'), numberIn(fields, 'said'))
      return fields.get('key')?.[0] === key
    },
    async store(isRight, file) {
      if (!isRight) throw new ApiError('upload_not_expected')
      const input = await waitingInput(service, sessionId, referrer)
      return storeReplyFile(service, input, file, publicUrl(service, request))
    },
  })
  const chat = await storedChat(service, context.bot.id, sessionId, referrer)
  if (!chat || form.fields.has('restart')) return { kind: 'taken', cookie: undefined }
  const { turn, typed } = { turn: Number(form.fields.get('turn')?.[0]), typed: form.fields.get('answer')?.[0] }
  const answeredAlready = { kind: 'not taken', chat, problem: 'answered already' } as const
  if (!isRight) return answeredAlready
  const key = formKey(service.secret, sessionId, turn, numberIn(form.fields, 'said'))
  const taken = { kind: 'taken', cookie: { ...cookie, isPlain: true } } as const
  if (chat.version !== turn) {
    const isRepeated = (await service.storage.sessions.turnByKey(sessionId, key)) !== undefined
    return isRepeated ? taken : answeredAlready
  }
  const isHeld = chat.people?.heldBy != null
  if (form.fields.has('rating')) {
    const unsentRating = await takeRating(service, sessionId, { fields: form.fields, log: request.log })
    return unsentRating ? { kind: 'not taken', chat, unsentRating } : taken
  }
  const renderer = await loadRenderer()
  const last = chat.turns.at(-1)?.answer as ShownTurn
  const reading = isHeld
    ? renderer.readForm(personInput, form, visitorLanguages(request))
    : last.input
      ? renderer.readForm(last.input, form, visitorLanguages(request))
      : ({ kind: 'reply', ...renderer.replyWithoutScripts(last) } as const)
  if (reading.kind === 'problem') return { kind: 'not taken', chat, problem: { text: reading.text }, typed }
  const reply = async (message: ReplyMessage | undefined, version: number) => {
    const { text } = await measured(service, 'continue', () =>
      continueTurn(service, {
        sessionId,
        message,
        textFormat: 'richText',
        referrer,
        key: version === turn ? key : formKey(service.secret, sessionId, version),
        version,
        rawBody: { message },
        arrival: { bytes: replyBytes(message), connection: request.raw.socket },
      }),
    )
    return JSON.parse(text) as ShownTurn
  }
  try {
    let answer = await reply(reading.message, turn)
    for (let step = 1; form.fields.has('scripts') && step <= maxSteps; step++) {
      const next = renderer.replyWithoutScripts(answer)
      if (!next) break
      answer = await reply(next.message, turn + step)
    }
  } catch (error) {
    if (error instanceof LimitExceeded) return { kind: 'not taken', chat, problem: { text: error.message }, typed }
    const isOvertaken = error instanceof AnsweredAlready || (error instanceof ApiError && overtaken.has(error.code))
    if (!isOvertaken) throw error
  }
  return taken
}

/**
 * Stores the rating of a form. One that is not the first is ignored: the page shows how it is. Returns one that could not be stored, after
 * logging why.
 */
async function takeRating(
  service: Service,
  sessionId: string,
  { fields, log }: Pick<SentForm, 'fields'> & Pick<FastifyRequest, 'log'>,
): Promise<PageModel['form']['unsentRating']> {
  const comment = fields.get('comment')?.[0]?.trim().slice(0, maxRatingComment) ?? ''
  const { success, data } = endpoints.rateConversation.body.safeParse({ rating: numberIn(fields, 'rating'), comment })
  if (!success) return undefined
  try {
    const row = await service.storage.sessions.get(sessionId)
    if (row) await rate(service, row, data)
    return undefined
  } catch (error) {
    if (error instanceof ApiError && error.code === 'rating_not_expected') return undefined
    log.error({ err: error }, 'storing the rating of a conversation failed')
    return { rating: data.rating, comment }
  }
}

/** A form in a conversation with a person takes any text. */
const personInput = { type: 'text input' } as Input

/** A number in a form; 0 if there is none. */
const numberIn = (fields: SentForm['fields'], name: string): number => Number(fields.get(name)?.[0] ?? 0)

/** Another form, or the widget, was first: the page shows the current state of the conversation. */
const overtaken = new Set<string>(['idempotency_key_reused', 'session_ended', 'session_not_found'])

/** Rejects forms of other sites, whatever cookies their browser sends along. */
function checkSender(request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  const isOther = origin !== undefined && readUrl(origin)?.host !== request.host
  if (isOther || (site !== undefined && site !== 'same-origin' && site !== 'none'))
    throw new ApiError('forbidden', { message: 'This form was sent from another site' })
}
