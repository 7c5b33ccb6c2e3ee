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
  const programs = cachedFlows(service, session) ?? (await programsOf(service, session))
  checkReferrer(session, programs, referrer)
  return { row: opened.row, answered: opened.answered, session, programs, main: mainOf(session, programs) }
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
  const programs = new Map<string, CompiledFlow>()
  for (const { programId } of frames) {
    const program = service.compiledFlows.kept(programId)
    if (!program) return undefined
    programs.set(programId, program)
  }
  return programs
}

async function programsOf(service: Needs<'compiledFlows'>, { frames }: Session): Promise<Map<string, CompiledFlow>> {
  const programs = new Map<string, CompiledFlow>()
  for (const { programId } of frames) {
    const program = programs.get(programId) ?? (await service.compiledFlows.byId(programId))
    if (!program) throw new ApiError('session_not_found')
    programs.set(programId, program)
  }
  return programs
}

/** Returns the compiled flow of the bot that the session began with. */
function mainOf({ frames }: Session, programs: ReadonlyMap<string, CompiledFlow>): CompiledFlow {
  return programs.get(frames.at(-1)?.programId ?? '') as CompiledFlow
}

export function checkReferrer(session: Session, programs: ReadonlyMap<string, CompiledFlow>, referrer: Referrer): void {
  if (session.mode === 'live') checkOrigin(mainOf(session, programs).settings.security?.allowedOrigins, referrer)
}
