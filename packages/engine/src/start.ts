import { begin, entry } from './begin.js'
import type { Effectful } from './effect.js'
import type { Refusal, TurnEvent } from './turn.js'
import type { TurnState } from './turn-state.js'

/** The first turn: variables are filled in beforehand, then the flow runs from its start or from where it was asked to. */
export function* start(state: TurnState, event: Extract<TurnEvent, { kind: 'start' }>): Effectful<Refusal | undefined> {
  const { startFrom } = event
  if (startFrom?.type === 'group' && !state.program.groupById.has(startFrom.groupId)) {
    return {
      refused: {
        code: 'start_group_not_found',
        message: `The flow has no group "${startFrom.groupId}" to start from.`,
      },
    }
  }
  if (startFrom?.type === 'event' && !state.program.events.some(({ id }) => id === startFrom.eventId)) {
    return {
      refused: {
        code: 'start_event_not_found',
        message: `The flow has no event "${startFrom.eventId}" to start from.`,
      },
    }
  }
  prefill(state, event.prefilledVariables)
  if (event.isOnlyRegistering) return undefined
  return yield* begin(state, event.message, startFrom)
}

function prefill(state: TurnState, values: Record<string, unknown> | undefined): void {
  if (!values) return
  const updates = Object.entries(values).flatMap(([name, value]) => {
    const variable = state.program.variableByName.get(name)
    return variable ? [{ id: variable.id, value }] : []
  })
  const first = entry(state)?.group.blocks[0]
  state.assign(updates, first)
}
