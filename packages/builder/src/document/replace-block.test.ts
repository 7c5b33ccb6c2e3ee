import { type Block, blockSchema } from '@colloquy/flow'
import { type BotDocument, findBlock, invertOperations, mergeOperations } from '@colloquy/flow/operations'
import { expect, it } from 'vitest'
import { replaceBlock } from './commands/replace-block.js'
import { updateBlock } from './commands/update-block.js'
import { perform } from './draft.js'
import { start } from './testing/random-commands.js'

const options = { action: 'Create chat completion', model: 'gpt-4o', temperature: 0.4 }
const block = { id: 'b1', type: 'openai', outgoingEdgeId: 'e1', options } as Block
const next = { ...block, type: 'groq', options: { action: options.action, temperature: 0.4 } } as Block
const group = { id: 'g1', title: 'One', graphCoordinates: { x: 0, y: 0 }, blocks: [block] }
const document: BotDocument = { ...start, groups: [group], edges: [] }
const blockIn = (it: BotDocument) => findBlock(it, 'b1')?.block

it('replaces a block so that its inverse brings it back as it was', () => {
  const { document: after, operations } = perform(document, replaceBlock(next))
  expect(blockIn(after)).toEqual(next)
  expect(mergeOperations(after, invertOperations(operations)).document).toEqual(document)
})

it('keeps what somebody else has changed in the block meanwhile', () => {
  const { operations } = perform(document, replaceBlock(next))
  const theirs = perform(document, updateBlock('b1', ['options', 'temperature'], 1)).document
  const { document: merged, conflicts } = mergeOperations(theirs, operations)
  expect(blockIn(merged)).toEqual({ ...next, options: { action: options.action, temperature: 1 } })
  expect(conflicts).toEqual([])
  expect(blockSchema.parse(blockIn(merged))).toEqual(blockIn(merged))
})
