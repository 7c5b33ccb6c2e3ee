import { objectsOf } from '../json.js'
import { openAi } from './openai.js'
import type { GivenOptions, Successor } from './successor.js'

const parameters = { label: 'Parameters of the functions' }

/**
 * Asks a model instead of an assistant, whose service was discontinued. The functions of an assistant are declared there, so the
 * replacement has none.
 */
export function successorOfAssistant({ action, ...options }: GivenOptions): Successor | undefined {
  if (action !== 'Ask Assistant') return undefined
  const { additionalInstructions: instructions, threadVariableId: responseIdVariableId, ...others } = options
  const { functions, responseMapping } = options
  const saved = objectsOf(responseMapping).map((row) =>
    row.item === 'Thread ID' ? { ...row, item: 'Response ID' } : row,
  )
  return {
    type: openAi.type,
    action: 'Ask Model',
    options: { ...others, instructions, responseIdVariableId, ...(saved.length > 0 && { responseMapping: saved }) },
    lost: objectsOf(functions).length > 0 ? [parameters.label] : [],
  }
}
