import { ApiError } from '@colloquy/api'
import { type CompiledFlow, type Frame, newSession, type Session, toStoredValue, valueIn } from '@colloquy/engine'
import { admitToBot, admitToBotSummary } from '../access/access.js'
import type { Caller } from '../access/auth.js'
import { groupBy } from '../group-by.js'
import { noPage } from '../http/allowed-origin.js'
import type { Handlers } from '../http/handler.js'
import { isSessionId } from '../ids.js'
import { retryOnConflict } from '../process/retry-on-conflict.js'
import type { Needs, Service } from '../service.js'
import { openSession } from '../sessions/open-session.js'
import { sessionEnd, silentCommit } from '../turns/commit.js'

export const previewHandlers: Handlers<'getPreview' | 'setPreviewVariables' | 'setPreviewBreakpoints'> = {
  async getPreview(service, { caller, params }) {
    const { session, main } = await openPreview(service, caller, params)
    return { preview: shownPreview(session, main) }
  },

  setPreviewVariables: (service, { caller, params, body }) =>
    change(service, caller, params, body, ({ session, main }) => {
      const frame = session.frames[0] as Frame
      for (const [id, value] of Object.entries(body.variables)) {
        if (main.variableById.has(id)) frame.variables[id] = toStoredValue(value)
      }
    }),

  async setPreviewBreakpoints(service, { caller, params, body }) {
    await prepare(service, caller, params)
    return change(service, caller, params, body, ({ session }) => {
      const byBot = groupBy(body.blocks, ({ botId }) => botId)
      const blockIds = Object.fromEntries([...byBot].map(([botId, blocks]) => [botId, blocks.map((it) => it.blockId)]))
      session.breakpoints = { blockIds, ...(body.isStepping && { isStepping: true }) }
    })
  },
}

type Params = { botId: string; sessionId: string }
type Preview = Awaited<ReturnType<typeof openPreview>>

/** Changes a preview in a separate kind of turn: it is queued with the replies of the session and increments its version. */
function change(service: Service, caller: Caller, params: Params, request: object, apply: (preview: Preview) => void) {
  return service.turnQueue.run(params.sessionId, () =>
    retryOnConflict(async () => {
      const { session: before, ...opened } = await openPreview(service, caller, params)
      const { row, main } = opened
      const session = structuredClone(before)
      apply({ ...opened, session })
      const now = service.now()
      const answer = { preview: shownPreview(session, main) }
      const expiresAt = sessionEnd(now, service.config.limits.sessionHours, row.expiresAt)
      const state = { state: JSON.stringify(session), expiresAt }
      const outcome = await service.storage.sessions.commit(silentCommit(row, state, { request, answer, now }))
      return outcome === 'committed' ? answer : undefined
    }),
  )
}

/** Stores a session for a preview that has not begun, if the id is free. */
async function prepare(
  service: Needs<'storage' | 'config' | 'compiledFlows' | 'now'>,
  caller: Caller,
  { botId, sessionId }: Params,
): Promise<void> {
  const { bot, mode } = await admitToBot(service.storage, caller, 'bot.preview', botId)
  if (!isSessionId(sessionId) || (await service.storage.sessions.get(sessionId))) return
  const compiledFlow = service.compiledFlows.draft(bot)
  const session = newSession({ compiledFlow, mode: 'preview', openedBy: caller.user.id, isDryRun: mode !== 'write' })
  const now = service.now()
  const row = {
    id: sessionId,
    workspaceId: bot.workspaceId,
    botId: bot.id,
    releaseId: null,
    resultId: null,
    version: 0,
    state: JSON.stringify(session),
    createdAt: now,
    updatedAt: now,
    expiresAt: sessionEnd(now, service.config.limits.sessionHours),
    endedAt: null,
    held: null,
    noAnswerAt: null,
    contactId: null,
  }
  await service.storage.sessions.commit(silentCommit(row, { state: row.state }, { request: {}, answer: {}, now }))
}

/** Opens a preview of this bot, with the compiled flow of its top frame. */
async function openPreview(
  service: Needs<'storage' | 'compiledFlows' | 'sessionCache' | 'rights' | 'now'>,
  caller: Caller,
  { botId, sessionId }: Params,
) {
  const { bot } = await admitToBotSummary(service.storage, caller, 'bot.preview', botId)
  const { row, session, compiledFlows } = await openSession(service, { sessionId, referrer: noPage() })
  if (row.botId !== bot.id || session.mode !== 'preview') throw new ApiError('session_not_found')
  return { row, session, main: compiledFlows.get((session.frames[0] as Frame).programId) as CompiledFlow }
}

function shownPreview(session: Session, compiledFlow: CompiledFlow) {
  const frame = session.frames[0] as Frame
  return {
    botId: compiledFlow.botId,
    blockId: session.stoppedAt?.blockId ?? session.currentBlockId ?? null,
    isStopped: session.stoppedAt !== undefined,
    variables: compiledFlow.variables.map(({ id, name, isSessionVariable }) => ({
      id,
      name,
      value: valueIn(frame, compiledFlow, id) ?? null,
      ...(isSessionVariable && { isSessionVariable }),
    })),
  }
}
