import { columnFields, shownValue } from '@colloquy/flow/result-fields'
import type { AnswerRow, OriginOfResult, ResultRow } from '@colloquy/storage'
import type { UserMode } from '../access/access.js'
import { timestamp } from '../http/timestamp.js'

/** A result as the API returns it. Only callers who may change the bot get the session id, because it allows acting as the visitor. */
export function resultDocument(row: ResultRow, answers: readonly (AnswerRow & { isCut?: boolean })[], mode: UserMode) {
  return {
    id: row.id,
    createdAt: timestamp(row.createdAt),
    botId: row.botId,
    variables: JSON.parse(row.variables),
    isCompleted: row.isCompleted,
    hasStarted: row.hasStarted,
    isArchived: row.isDeleted,
    lastChatSessionId: mode === 'write' ? row.lastChatSessionId : null,
    ...(row.contactId !== null && { contactId: row.contactId }),
    answers: answers.map((answer) => ({
      createdAt: timestamp(answer.createdAt),
      resultId: answer.resultId,
      blockId: answer.blockId,
      groupId: answer.groupId,
      variableId: answer.variableId,
      content: answer.content,
      storageUsed: answer.storageUsed,
      ...(answer.attachedFileUrls !== null && { attachedFileUrls: JSON.parse(answer.attachedFileUrls) as string[] }),
      ...(answer.isCut && { isCut: true as const }),
    })),
  }
}

/** Returns the origin of a result as the API shows it. */
export function shownOrigin(origin: OriginOfResult): OriginOfResult & { environmentId: string } {
  const values = columnFields.map((id) => [id, shownValue(id, origin[id])])
  return { ...origin, ...Object.fromEntries(values) }
}

/** Groups answers of several results by the id of their result. */
export function byResult(answers: readonly AnswerRow[]): Map<string, AnswerRow[]> {
  const found = new Map<string, AnswerRow[]>()
  for (const answer of answers) {
    const ofResult = found.get(answer.resultId)
    if (ofResult) ofResult.push(answer)
    else found.set(answer.resultId, [answer])
  }
  return found
}
