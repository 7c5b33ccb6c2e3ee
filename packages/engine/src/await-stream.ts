import type { Generation } from './session.js'
import type { TurnState } from './turn-state.js'

/** Makes the session wait for a text that is streamed to the client. */
export function awaitStream(state: TurnState, generation: Generation): void {
  const { lastBubbleBlockId } = state
  state.session.generation = generation
  state.act([
    { type: 'stream', stream: true, expectsDedicatedReply: true, ...(lastBubbleBlockId && { lastBubbleBlockId }) },
  ])
}
