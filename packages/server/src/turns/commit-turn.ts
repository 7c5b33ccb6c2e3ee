import type { Session, Turn } from '@colloquy/engine'
import type { TurnCommit } from '@colloquy/storage'
import { traced } from '../observability/tracing.js'
import type { Needs } from '../service.js'

declare module '../service.js' {
  interface Service {
    /** Lets a team that assigns by itself give a conversation in its queue to one of its members who is there. Never rejects. */
    readonly offerToTeam: (sessionId: string) => Promise<void>
  }
}

/** A turn that has been computed, but not stored yet. */
export interface PreparedTurn {
  readonly commit: TurnCommit
  /** The session whose JSON is the state of the row. */
  readonly session: Session
  /** Response body for the client. */
  readonly answer: string
  readonly unanswered?: Turn['unanswered']
}

/** Saves a turn; false when another turn of the same session was saved first. */
export async function commitTurn(
  service: Needs<
    | 'storage'
    | 'sessionCache'
    | 'deliverer'
    | 'noAnswerTimers'
    | 'knowledge'
    | 'notifiedBots'
    | 'notifier'
    | 'offerToTeam'
  >,
  { commit, session, unanswered }: PreparedTurn,
): Promise<boolean> {
  const notices = service.notifiedBots.noticesOf(commit)
  if (notices) commit.notices = notices
  const outcome = await traced('commit', {}, () => service.storage.sessions.commit(commit))
  if (outcome !== 'committed') return false
  service.sessionCache.note(commit, session)
  if (commit.deliveries.length > 0) service.deliverer.soon()
  if (notices) service.notifier.soon()
  if (commit.handOver) await service.storage.changes.publish('conversations', commit.session.id)
  if (commit.session.noAnswerAt !== null) service.noAnswerTimers.note(commit.session.noAnswerAt)
  if (typeof commit.handOver?.conversation.teamId === 'string') await service.offerToTeam(commit.session.id)
  // Skips previews: authors try their drafts with questions that visitors do not ask.
  if (unanswered && commit.session.releaseId !== null)
    service.knowledge.noteUnanswered(commit.session.workspaceId, unanswered)
  return true
}
