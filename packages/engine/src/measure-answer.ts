import type { Block } from '@colloquy/flow'
import type { AnyRuntime } from './block-runtime.js'
import type { CompiledFlow } from './compiled-flow.js'

/** The parts of a turn that the inputs of the running bot need to order their answers. */
interface TurnOfInputs {
  readonly compiledFlow: CompiledFlow
  readonly event: { readonly now: number }
  runtimeOf(block: Block): AnyRuntime | undefined
  expand(text: string | undefined): string
}

/** The place of a text in the order of the answers of an input that fills the variable; undefined if no such input orders its answers. */
export function measureAnswer(state: TurnOfInputs, variableId: string, text: string): number | undefined {
  for (const block of measuringInputs(state).get(variableId) ?? []) {
    const context = { now: state.event.now, expand: (written: string | undefined) => state.expand(written) }
    const location = state.runtimeOf(block)?.measure?.(block, text, context)
    if (location !== undefined) return location
  }
  return undefined
}

/** Maximum number of inputs of one variable that are asked: few flows have more than two, and each may take a millisecond. */
const maxInputs = 4

/** The inputs of the running bot that order their answers, by the variables that they fill. */
function measuringInputs(state: TurnOfInputs): ReadonlyMap<string, Block[]> {
  const { memo, groups } = state.compiledFlow
  const known = memo.get('measuring inputs') as ReadonlyMap<string, Block[]> | undefined
  if (known) return known
  const found = new Map<string, Block[]>()
  for (const block of groups.flatMap(({ blocks }) => blocks)) {
    const { variableId } =
      ('options' in block ? (block.options as { variableId?: string } | undefined) : undefined) ?? {}
    if (variableId === undefined || !state.runtimeOf(block)?.measure) continue
    const inputs = found.get(variableId)
    if (!inputs) found.set(variableId, [block])
    else if (inputs.length < maxInputs) inputs.push(block)
  }
  memo.set('measuring inputs', found)
  return found
}
