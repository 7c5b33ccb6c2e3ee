import { ApiError } from '@colloquy/api'
import { type Frame, type Program, type Session, toStoredValue, valueIn } from '@colloquy/engine'
import { readableBot } from '../access.js'
import type { Caller } from '../auth.js'
import type { Handlers } from '../handler.js'
import type { Service } from '../service.js'
import { sessionEnd, silentCommit } from '../turns/commit.js'
import { openSession } from '../turns/continue-turn.js'

export const previewHandlers: Handlers<'getPreview' | 'setPreviewVariables'> = {
  async getPreview(service, { caller, params }) {
    const { session, main } = await openPreview(service, caller, params)
    return { preview: shownPreview(session, main) }
  },

  /** A turn of its own kind: it is queued with the replies of the session and moves its version on. */
  setPreviewVariables: (service, { caller, params, body }) =>
    service.queue.run(params.sessionId, async () => {
      for (let attempt = 0; attempt < 20; attempt++) {
        const { row, session: before, main } = await openPreview(service, caller, params)
        const session = structuredClone(before)
        const frame = session.frames[0] as Frame
        for (const [id, value] of Object.entries(body.variables)) {
          if (main.variableById.has(id)) frame.variables[id] = toStoredValue(value)
        }
        const now = service.now()
        const answer = { preview: shownPreview(session, main) }
        const expiresAt = sessionEnd(now, service.config.limits.sessionHours, row.expiresAt)
        const outcome = await service.storage.sessions.commit(
          silentCommit(
            row,
            { state: JSON.stringify(session), expiresAt },
            { request: { variables: body.variables }, answer, now },
          ),
        )
        if (outcome === 'committed') return answer
      }
      throw new ApiError('storage_unavailable', { retryAfter: 1 })
    }),
}

/** Previews take no notice of where a request comes from. */
const noReferrer = { origin: undefined, iframeReferrer: undefined, own: [] }

/** A preview of this bot, with the program of the bot that is on top in it. */
async function openPreview(
  service: Service,
  caller: Caller,
  { botId, sessionId }: { botId: string; sessionId: string },
) {
  const { bot } = await readableBot(service.storage, caller, botId)
  const { row, session, programs } = await openSession(service, { sessionId, referrer: noReferrer })
  if (row.botId !== bot.id || session.mode !== 'preview') throw new ApiError('session_not_found')
  return { row, session, main: programs.get((session.frames[0] as Frame).programId) as Program }
}

function shownPreview(session: Session, program: Program) {
  const frame = session.frames[0] as Frame
  return {
    botId: program.botId,
    blockId: session.currentBlockId ?? null,
    variables: program.variables.map(({ id, name, isSessionVariable }) => ({
      id,
      name,
      value: valueIn(frame, program, id) ?? null,
      ...(isSessionVariable && { isSessionVariable }),
    })),
  }
}
