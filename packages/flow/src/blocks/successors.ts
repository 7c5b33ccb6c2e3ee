import { openAi } from '../integrations/openai.js'
import { successorOfAssistant } from '../integrations/openai-successor.js'
import type { GivenOptions, Successor } from '../integrations/successor.js'
import type { Appended } from './define.js'
import { legacyOpenAi } from './legacy-openai.js'
import { successorOfLegacy } from './legacy-openai-successor.js'

type SuccessorOf = (options: GivenOptions, appended: readonly Appended[]) => Successor | undefined

/**
 * Replacements for blocks that are no longer offered, by type, computed from their options and from the texts that the flow appends to
 * lists. Separate from the definitions, which the canvas loads first.
 */
export const successors: ReadonlyMap<string, SuccessorOf> = new Map<string, SuccessorOf>([
  [legacyOpenAi.type, successorOfLegacy],
  [openAi.type, successorOfAssistant],
])
