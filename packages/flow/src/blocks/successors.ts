import { openAi } from '../integrations/openai.js'
import { successorOfAssistant } from '../integrations/openai-successor.js'
import type { GivenOptions, Successor } from '../integrations/successor.js'
import type { Appended } from './define.js'
import { legacyOpenAi } from './legacy-openai.js'
import { successorOfLegacy } from './legacy-openai-successor.js'

type SuccessorOf = (options: GivenOptions, appended: readonly Appended[]) => Successor | undefined

/**
 * What blocks that are no longer offered turn into, by their type, from their options and what the flow appends to lists. Not part of
 * the definitions, which the canvas loads before anything else.
 */
export const successors: ReadonlyMap<string, SuccessorOf> = new Map<string, SuccessorOf>([
  [legacyOpenAi.type, successorOfLegacy],
  [openAi.type, successorOfAssistant],
])
