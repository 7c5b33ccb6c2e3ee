import type { Generation } from './session.js'
import type { TurnState } from './turn-state.js'

/** Notes that the session waits for a text, and has the client follow it. */
export function awaitStream(state: TurnState, generation: Generation): void {
  const { lastBubbleBlockId } = state
  state.session.generation = generation
  state.act([
    { type: 'stream', stream: true, expectsDedicatedReply: true, ...(lastBubbleBlockId && { lastBubbleBlockId }) },
  ])
}
