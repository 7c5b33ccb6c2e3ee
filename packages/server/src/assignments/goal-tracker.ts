import {
  ComparedTexts,
  type CompiledFlow,
  compare,
  type ExperimentOfVisitor,
  type Session,
  type Turn,
  valueIn,
} from '@colloquy/engine'
import type { Block } from '@colloquy/flow'
import type { Exposure } from '@colloquy/storage'

/** Watches a turn for the goal of its experiment. Undefined if there is none, or if it was reached before. */
export function goalTracker({ environment, frames }: Session, compiledFlows: ReadonlyMap<string, CompiledFlow>) {
  const experiment = environment?.experiment
  if (!experiment || experiment.isReached) return undefined
  const { goal } = experiment
  let isEntered = false
  const entered =
    goal.kind === 'block'
      ? ({ id }: Block) => {
          isEntered ||= id === goal.blockId
        }
      : undefined
  const isReached = (turn: Turn): boolean => {
    switch (goal.kind) {
      case 'block':
        return isEntered
      case 'completed': {
        const resultId = frames.at(-1)?.resultId
        return turn.results.some((result) => result.resultId === resultId && result.isCompleted)
      }
      case 'variable': {
        const main = turn.session.frames.at(-1)
        const compiledFlow = main && compiledFlows.get(main.programId)
        if (!main || !compiledFlow) return false
        const input = valueIn(main, compiledFlow, goal.variableId) ?? null
        return compare({ input, value: goal.value ?? null }, goal.operator, limits)
      }
    }
  }
  return {
    entered,
    /** Records in the session of the turn that the goal is reached. */
    note(turn: Turn): Turn {
      if (isReached(turn)) turn.session.environment = withExperiment(turn.session, { ...experiment, isReached: true })
      return turn
    },
  }
}

/** The one value of a goal is short. */
const limits = {
  maxPairs: 10_000,
  texts: new ComparedTexts(),
  isOutOfTime: () => false,
  tooManyPairs: () => {},
  takesCharacters: () => true,
}

/**
 * Returns what a turn adds to the results of an experiment: its visitor with the first turn that leaves a result, and the goal once it is
 * reached. Records in the session what was counted.
 */
export function exposuresOf(session: Session, resultId: string, now: number): Exposure[] {
  const experiment = session.environment?.experiment
  if (!experiment) return []
  const counted = experiment.isReached ? 'goal' : 'visitor'
  if (experiment.counted === counted) return []
  session.environment = withExperiment(session, { ...experiment, counted })
  const { id, variant, visitor, isReached } = experiment
  return [{ resultId, experimentId: id, variant, visitor, createdAt: now, convertedAt: isReached ? now : null }]
}

const withExperiment = ({ environment }: Session, experiment: ExperimentOfVisitor) => ({ ...environment, experiment })
