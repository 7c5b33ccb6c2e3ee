import type { PersonMessage } from '@colloquy/chat'
import type { Entry } from '../conversation/chat-state.js'
import { messagesOf } from '../held/person-messages.js'

/** Entries of the turns, with messages of people behind the turns that they follow. */
export function withPeople(entries: readonly Entry[], messages: readonly PersonMessage[]): Entry[] {
  const all: Entry[] = []
  let next = 0
  let by: string | null | undefined
  const addUntil = (isBefore: (message: PersonMessage) => boolean) => {
    for (let message = messages[next]; message && isBefore(message); message = messages[++next]) {
      all.push(...entriesOf(message, by !== message.name))
      by = message.kind === 'person' ? message.name : undefined
    }
  }
  for (const entry of entries) {
    addUntil(({ afterTurn }) => (entry.kind === 'guest' ? afterTurn <= entry.turn : afterTurn < entry.turn))
    all.push(entry)
  }
  addUntil(() => true)
  return all
}

function entriesOf(message: PersonMessage, isFirst: boolean): Entry[] {
  const { number, kind, name, text, attachedFileUrls = [], afterTurn: turn } = message
  const id = -number * 100
  if (kind === 'visitor')
    return [{ kind: 'guest', id, turn, text: [...attachedFileUrls, text].filter(Boolean).join('\n') }]
  return messagesOf({ ...message, kind }, isFirst).map((one, index) => ({
    kind: 'bot',
    id: id - index,
    turn,
    message: one,
    by: name ?? '',
  }))
}
