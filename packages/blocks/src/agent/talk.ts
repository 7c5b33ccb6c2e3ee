import type { ModelMessage, ToolCall, ToolResult } from '@colloquy/flow/integrations'

/** What an agent has heard, said and done. It is kept from one turn to the next. */
export interface Talk {
  messages: ModelMessage[]
  /** Replies of the visitor so far. */
  turns: number
  /** A call of a tool that something has to happen for first. */
  waiting?: Waiting
}

export interface Waiting {
  /** The visitor has to agree, or a branch of the flow has to end. */
  for: 'visitor' | 'flow'
  call: ToolCall
  /** What the calls before it brought. */
  results: ToolResult[]
  /** Calls of the same answer that come after it. */
  rest: ToolCall[]
}

/** Letters of a talk as JSON. Of a longer one the oldest results of tools go first, then the oldest messages. */
const longestTalk = 100_000
const leftOut = '(left out)'

export const readTalk = (kept: string | undefined): Talk | undefined =>
  kept === undefined ? undefined : (JSON.parse(kept) as Talk)

export function writeTalk(talk: Talk): string {
  const whole = JSON.stringify(talk)
  if (whole.length <= longestTalk) return whole
  return JSON.stringify({ ...talk, messages: shortened(talk.messages, whole.length - longestTalk) })
}

/** Messages that take so many letters less, as far as that goes. The last two stay: they are what is being answered. */
function shortened(messages: readonly ModelMessage[], excess: number): ModelMessage[] {
  let left = excess
  const cut = messages.map((message, index): ModelMessage => {
    if (message.role !== 'tool' || left <= 0 || index >= messages.length - 2) return message
    const short: ModelMessage = { ...message, results: message.results.map((one) => ({ ...one, text: leftOut })) }
    left -= JSON.stringify(message).length - JSON.stringify(short).length
    return short
  })
  let from = 0
  while (left > 0 && from < cut.length - 2) {
    // A talk begins with the visitor: results must not lose the answer that called for them.
    do {
      left -= JSON.stringify(cut[from]).length + 1
      from++
    } while (from < cut.length - 2 && cut[from]?.role !== 'user')
  }
  return cut.slice(from)
}
