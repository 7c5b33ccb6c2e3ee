import { ApiError } from '@colloquy/api'
import type { CompiledFlow, Session } from '@colloquy/engine'
import type { SessionRow } from '@colloquy/storage'
import { checkOrigin, type Referrer } from '../http/allowed-origin.js'
import type { Needs } from '../service.js'

/**
 * Opens a session with its compiled flows, if the referrer permits it. A preview ends with the rights of the person who opened it, and is a
 * dry run once they may only read the bot. Deleting a bot ends its sessions, so that need not be checked.
 */
export async function openSession(
  service: Needs<'storage' | 'compiledFlows' | 'sessionCache' | 'rights' | 'now'>,
  { sessionId, referrer, key }: { sessionId: string; referrer: Referrer; key?: string },
) {
  const opened = await service.storage.sessions.open(sessionId, key)
  if (!opened || opened.row.expiresAt <= service.now()) throw new ApiError('session_not_found')
  if (opened.isSuspended) throw new ApiError('workspace_suspended')
  const session = await permitted(service, opened.row, service.sessionCache.read(opened.row))
  const compiledFlows = cachedFlows(service, session) ?? (await compiledFlowsOf(service, session))
  checkReferrer(session, compiledFlows, referrer)
  return {
    row: opened.row,
    storedTurn: opened.storedTurn,
    session,
    compiledFlows,
    main: mainOf(session, compiledFlows),
  }
}

async function permitted(service: Needs<'rights'>, row: SessionRow, session: Session): Promise<Session> {
  if (session.mode === 'live') return session
  const mode = await service.rights.modeOf(session.openedBy, row)
  if (mode === undefined) throw new ApiError('session_not_found')
  return mode === 'write' || session.isDryRun ? session : { ...session, isDryRun: true }
}

/** Returns the compiled flows of a session's frames, if none is a draft and all are cached. */
export function cachedFlows(
  service: Needs<'compiledFlows'>,
  { frames }: Session,
): Map<string, CompiledFlow> | undefined {
  const compiledFlows = new Map<string, CompiledFlow>()
  for (const { programId } of frames) {
    const compiledFlow = service.compiledFlows.kept(programId)
    if (!compiledFlow) return undefined
    compiledFlows.set(programId, compiledFlow)
  }
  return compiledFlows
}

async function compiledFlowsOf(
  service: Needs<'compiledFlows'>,
  { frames }: Session,
): Promise<Map<string, CompiledFlow>> {
  const compiledFlows = new Map<string, CompiledFlow>()
  for (const { programId } of frames) {
    const compiledFlow = compiledFlows.get(programId) ?? (await service.compiledFlows.byId(programId))
    if (!compiledFlow) throw new ApiError('session_not_found')
    compiledFlows.set(programId, compiledFlow)
  }
  return compiledFlows
}

/** Returns the compiled flow of the bot that the session began with. */
function mainOf({ frames }: Session, compiledFlows: ReadonlyMap<string, CompiledFlow>): CompiledFlow {
  return compiledFlows.get(frames.at(-1)?.programId ?? '') as CompiledFlow
}

export function checkReferrer(
  session: Session,
  compiledFlows: ReadonlyMap<string, CompiledFlow>,
  referrer: Referrer,
): void {
  if (session.mode === 'live') checkOrigin(mainOf(session, compiledFlows).settings.security?.allowedOrigins, referrer)
}
