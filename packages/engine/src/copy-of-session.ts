import type { Frame, Session } from './session.js'

/** A copy of what a turn changes; the rest is shared. */
export function copyOfSession(session: Session): Session {
  const copy = { ...session }
  copy.frames = session.frames.map(copyOfFrame)
  if (copy.progress) copy.progress = { ...copy.progress }
  return copy
}

function copyOfFrame(frame: Frame): Frame {
  const copy = { ...frame }
  copy.variables = { ...frame.variables }
  copy.answers = frame.answers.slice()
  copy.queue = frame.queue.slice()
  return copy
}
