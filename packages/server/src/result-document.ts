import type { AnswerRow, ResultRow } from '@colloquy/storage'
import { timestamp } from './timestamp.js'

/** A result as the API shows it. */
export function resultDocument(row: ResultRow, answers: readonly AnswerRow[]) {
  return {
    id: row.id,
    createdAt: timestamp(row.createdAt),
    botId: row.botId,
    variables: JSON.parse(row.variables),
    isCompleted: row.isCompleted,
    hasStarted: row.hasStarted,
    isArchived: row.isArchived,
    lastChatSessionId: row.lastChatSessionId,
    answers: answers.map((answer) => ({
      createdAt: timestamp(answer.createdAt),
      resultId: answer.resultId,
      blockId: answer.blockId,
      groupId: answer.groupId,
      variableId: answer.variableId,
      content: answer.content,
      storageUsed: answer.storageUsed,
    })),
  }
}

/** Answers of several results, by the id of their result. */
export function byResult(answers: readonly AnswerRow[]): Map<string, AnswerRow[]> {
  const found = new Map<string, AnswerRow[]>()
  for (const answer of answers) {
    const ofResult = found.get(answer.resultId)
    if (ofResult) ofResult.push(answer)
    else found.set(answer.resultId, [answer])
  }
  return found
}
