import { ApiError } from '@colloquy/api'
import type { Program, Session } from '@colloquy/engine'
import { checkOrigin, type Referrer } from '../http/allowed-origin.js'
import type { Needs } from '../service.js'

/** Opens a session with its compiled flows, if the referrer permits it. Deleting a bot ends its sessions, so that need not be checked. */
export async function openSession(
  service: Needs<'storage' | 'programs' | 'sessions' | 'now'>,
  { sessionId, referrer, key }: { sessionId: string; referrer: Referrer; key?: string },
) {
  const opened = await service.storage.sessions.open(sessionId, key)
  if (!opened || opened.row.expiresAt <= service.now()) throw new ApiError('session_not_found')
  if (opened.isSuspended) throw new ApiError('workspace_suspended')
  const session = service.sessions.read(opened.row)
  const programs = programsAtHand(service, session) ?? (await programsOf(service, session))
  checkReferrer(session, programs, referrer)
  return { row: opened.row, answered: opened.answered, session, programs, main: mainOf(session, programs) }
}

/** Returns the compiled flows of a session's frames, if none is a draft and all are cached. */
export function programsAtHand(service: Needs<'programs'>, { frames }: Session): Map<string, Program> | undefined {
  const programs = new Map<string, Program>()
  for (const { programId } of frames) {
    const program = service.programs.kept(programId)
    if (!program) return undefined
    programs.set(programId, program)
  }
  return programs
}

async function programsOf(service: Needs<'programs'>, { frames }: Session): Promise<Map<string, Program>> {
  const programs = new Map<string, Program>()
  for (const { programId } of frames) {
    const program = programs.get(programId) ?? (await service.programs.byId(programId))
    if (!program) throw new ApiError('session_not_found')
    programs.set(programId, program)
  }
  return programs
}

/** Returns the compiled flow of the bot that the session began with. */
function mainOf({ frames }: Session, programs: ReadonlyMap<string, Program>): Program {
  return programs.get(frames.at(-1)?.programId ?? '') as Program
}

export function checkReferrer(session: Session, programs: ReadonlyMap<string, Program>, referrer: Referrer): void {
  if (session.mode === 'live') checkOrigin(mainOf(session, programs).settings.security?.allowedOrigins, referrer)
}
