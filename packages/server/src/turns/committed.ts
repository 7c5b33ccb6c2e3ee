import type { Session } from '@colloquy/engine'
import type { TurnCommit } from '@colloquy/storage'
import type { Service } from '../service.js'
import { traced } from '../tracing.js'

/** Saves a turn; false when somebody else saved one of the same session first. `session` is what the row's state was made of. */
export async function committed(service: Service, commit: TurnCommit, session: Session): Promise<boolean> {
  const outcome = await traced('commit', {}, () => service.storage.sessions.commit(commit))
  if (outcome !== 'committed') return false
  service.sessions.note(commit, session)
  return true
}
