import type { Session, Turn } from '@colloquy/engine'
import type { TurnCommit } from '@colloquy/storage'
import { traced } from '../observability/tracing.js'
import type { Service } from '../service.js'

/** A turn that has been taken, and is not stored yet. */
export interface MadeTurn {
  readonly commit: TurnCommit
  /** What the row's state was made of. */
  readonly session: Session
  /** The bytes that a client gets. */
  readonly answer: string
  readonly unanswered?: Turn['unanswered']
}

/** Saves a turn; false when somebody else saved one of the same session first. */
export async function committed(service: Service, { commit, session, unanswered }: MadeTurn): Promise<boolean> {
  const outcome = await traced('commit', {}, () => service.storage.sessions.commit(commit))
  if (outcome !== 'committed') return false
  service.sessions.note(commit, session)
  if (commit.deliveries.length > 0) service.deliverer.soon()
  // Authors try their drafts with questions that nobody asks.
  if (unanswered && commit.session.releaseId !== null)
    service.knowledge.noteUnanswered(commit.session.workspaceId, unanswered)
  return true
}
