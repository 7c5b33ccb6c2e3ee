import type { Variable } from '@colloquy/flow'
import { assign } from './assign.js'
import { begin, entry } from './begin.js'
import type { CompiledFlow } from './compiled-flow.js'
import type { Effectful } from './effect.js'
import type { TurnError, TurnEvent } from './turn.js'
import type { TurnState } from './turn-state.js'

type StartEvent = Extract<TurnEvent, { kind: 'start' }>

/** The first turn: sets the prefilled variables, then runs the flow from its start or from the requested place. */
export function* start(state: TurnState, event: StartEvent): Effectful<TurnError | undefined> {
  const { startFrom } = event
  const turnError = startError(state.compiledFlow, startFrom)
  if (turnError) return turnError
  prefill(state, event.prefilledVariables)
  if (event.isOnlyRegistering) return undefined
  return yield* begin(state, event.message, startFrom)
}

/** The error if a flow cannot start from there because it has no such place. */
export function startError(compiledFlow: CompiledFlow, startFrom: StartEvent['startFrom']): TurnError | undefined {
  if (startFrom?.type === 'group' && !compiledFlow.groupById.has(startFrom.groupId)) {
    return {
      refused: {
        code: 'start_group_not_found',
        message: `The flow has no group "${startFrom.groupId}" to start from.`,
      },
    }
  }
  if (startFrom?.type === 'event' && !compiledFlow.events.some(({ id }) => id === startFrom.eventId)) {
    return {
      refused: {
        code: 'start_event_not_found',
        message: `The flow has no event "${startFrom.eventId}" to start from.`,
      },
    }
  }
  return undefined
}

function prefill(state: TurnState, values: Record<string, unknown> | undefined): void {
  if (!values) return
  const updates = Object.entries(values).flatMap(([name, value]) => {
    const variable = state.compiledFlow.variableByName.get(name)
    if (!variable || isRefused(state, variable)) return []
    return [{ id: variable.id, value }]
  })
  const first = entry(state)?.group.blocks[0]
  assign(state, updates, first)
}

/** Attributes belong to the contact: the start of a live chat cannot set them. */
function isRefused(state: TurnState, { name, attribute }: Variable): boolean {
  if (!attribute || state.session.mode === 'preview') return false
  state.log('unexpected-message', {
    status: 'info',
    description: `The prefilled value of "${name}" was ignored: it is an attribute of the contact.`,
  })
  return true
}
