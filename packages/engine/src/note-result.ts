import type { CompiledFlow } from './compiled-flow.js'
import type { Frame, VariableValue } from './session.js'
import type { Turn } from './turn.js'
import type { TurnState } from './turn-state.js'

/** Updates the result of a frame to its current state. */
export function noteResult(state: TurnState, frame: Frame, isCompleted: boolean): void {
  if (!frame.resultId) return
  const compiledFlow = state.compiledFlowOf(frame)
  const variables: Turn['results'][number]['variables'] = []
  for (const variable of compiledFlow.variables) {
    if (variable.isSessionVariable || variable.attribute || Object.hasOwn(frame.variables, variable.id)) continue
    if (variable.value !== undefined && variable.value !== null)
      variables.push({ id: variable.id, name: variable.name, value: variable.value as VariableValue })
  }
  for (const id of Object.keys(frame.variables)) {
    const variable = compiledFlow.variableById.get(id)
    const value = frame.variables[id]
    if (
      variable &&
      !variable.isSessionVariable &&
      !variable.attribute &&
      !frame.sessionVariableIds?.includes(id) &&
      value !== undefined &&
      value !== null
    )
      variables.push({ id, name: variable.name, value })
  }
  for (const { id, name, value, isSessionVariable } of frame.inherited ?? [])
    if (!isSessionVariable) variables.push({ id, name, value })
  const at = state.results.findIndex(({ resultId }) => resultId === frame.resultId)
  const [before] = at < 0 ? [] : state.results.splice(at, 1)
  const owner = ownerOf(state, frame)
  state.results.push({
    resultId: frame.resultId,
    botId: owner.botId,
    programId: owner.id,
    hasStarted: frame.answers.length > 0,
    isCompleted: isCompleted || before?.isCompleted === true,
    variables,
  })
}

/** The bot to which the result of a frame belongs: the lowest one of those that share it. */
function ownerOf(state: TurnState, frame: Frame): CompiledFlow {
  return state.compiledFlowOf(state.session.frames.findLast(({ resultId }) => resultId === frame.resultId) ?? frame)
}
