import { definitionOf } from '../blocks/registry.js'
import type { Block, BubbleBlock, InputBlock } from './block.js'

/** True if a block waits for an answer. */
export const isInputBlock = (block: Block): block is InputBlock => definitionOf(block.type)?.section === 'input'

/** True if a block shows something. */
export const isBubbleBlock = (block: Block): block is BubbleBlock => definitionOf(block.type)?.section === 'bubble'
