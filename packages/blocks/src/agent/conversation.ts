import type { ModelMessage, ToolCall, ToolResult } from '@colloquy/flow/integrations'

/** Everything that an agent was sent, said and did. It is stored between turns. */
export interface AgentConversation {
  messages: ModelMessage[]
  /** Number of replies by the visitor so far. */
  turns: number
  /** Number of times after which people had spoken, as far as the model knows. */
  people?: number
  /** A tool call that has to wait for something first. */
  waiting?: PendingCall
}

export interface PendingCall {
  /** Waits for approval by the visitor, or for a branch of the flow to end. */
  for: 'visitor' | 'flow'
  call: ToolCall
  /** Results of the calls before it. */
  results: ToolResult[]
  /** Calls of the same answer that follow it. */
  rest: ToolCall[]
}

/**
 * Maximum length of a talk as JSON, in characters. When it is exceeded, the oldest tool results are dropped first, then the oldest
 * messages.
 */
const maxTalkTurns = 100_000
const leftOut = '(left out)'

export const readConversation = (kept: string | undefined): AgentConversation | undefined =>
  kept === undefined ? undefined : (JSON.parse(kept) as AgentConversation)

export function writeConversation(talk: AgentConversation): string {
  const whole = JSON.stringify(talk)
  if (whole.length <= maxTalkTurns) return whole
  return JSON.stringify({ ...talk, messages: shortened(talk.messages, whole.length - maxTalkTurns) })
}

/**
 * Shortens tool results until `excess` characters are saved, as far as possible. The last two messages stay, because the model answers
 * them.
 */
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
    // A talk begins with a message of the visitor: tool results must not lose the answer that called for them.
    do {
      left -= JSON.stringify(cut[from]).length + 1
      from++
    } while (from < cut.length - 2 && cut[from]?.role !== 'user')
  }
  return cut.slice(from)
}
