import type { BlockRegistry } from '@colloquy/engine'
import { inputRuntimes } from './inputs.js'
import { otherRuntimes } from './others.js'

/** Every block that flows may contain, by its type. */
export const blockRegistry: BlockRegistry = new Map(
  [...inputRuntimes, ...otherRuntimes].map((runtime) => [runtime.type, runtime]),
)
