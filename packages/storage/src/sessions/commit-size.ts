import type { TurnCommit } from './sessions.js'

/** Characters from which a commit is long. Nearly all are shorter. */
export const longCommit = 16_384

/** Characters that a turn writes, about: those of its texts that may be long. */
export function commitSize({ session, turn, results, answers, logs, deliveries }: TurnCommit): number {
  let characters = session.state.length + turn.request.length + turn.answer.length
  for (const { variables } of results) characters += variables.length
  for (const { content } of answers) characters += content.length
  for (const { description, details } of logs) characters += description.length + (details?.length ?? 0)
  for (const { payload } of deliveries) characters += payload.length
  return characters
}
