import { isKnownType } from '../blocks-schema/block.js'
import { isObject } from '../json.js'
import type { BlockPlace } from './flow-parts.js'
import type { Place } from './problem.js'

/** A text of a block, with where it stands. `inBlock` is the path within the block. */
export interface TextUse {
  readonly at: BlockPlace
  readonly place: Place & { path: string }
  readonly inBlock: string
  readonly text: string
}

/** A variable that a block names by its id. */
export interface VariableUse {
  readonly at: BlockPlace
  readonly place: Place & { path: string }
  readonly variableId: string
  /** True when the block gives the variable a value, false when it reads it. */
  readonly isWrite: boolean
}

/** All texts and variables that a block names. Blocks of unknown types are not looked into. */
export const usesOf = (at: BlockPlace): { texts: TextUse[]; variables: VariableUse[] } => {
  const texts: TextUse[] = []
  const variables: VariableUse[] = []
  const visit = (value: unknown, inBlock: string, key: string, itemId: string | undefined): void => {
    if (typeof value === 'string') {
      if (value === '' || notTexts.has(key)) return
      const path = `${at.place.path}.${inBlock}`
      const place = { ...at.place, ...(itemId !== undefined && { itemId }), path }
      if (!/variableId$/i.test(key)) texts.push({ at, place, inBlock, text: value })
      else variables.push({ at, place, variableId: value, isWrite: isWrite(inBlock, key) })
    } else if (Array.isArray(value)) {
      for (const [index, entry] of value.entries()) {
        const owner = inBlock === 'items' && isObject(entry) && typeof entry.id === 'string' ? entry.id : itemId
        visit(entry, `${inBlock}.${index}`, key, owner)
      }
    } else if (isObject(value)) {
      for (const [inner, entry] of Object.entries(value)) visit(entry, `${inBlock}.${inner}`, inner, itemId)
    }
  }
  if (!isKnownType(at.block.type)) return { texts, variables }
  for (const part of ['content', 'options', 'items'] as const) {
    if (part in at.block) visit((at.block as Record<string, unknown>)[part], part, part, undefined)
  }
  return { texts, variables }
}

/** Keys whose texts are names for the machine. */
const notTexts = new Set(['id', 'type', 'outgoingEdgeId', 'comparisonOperator', 'logicalOperator', 'role', 'action'])

const readers = new Set([
  'dynamicVariableId',
  'titlesVariableId',
  'descriptionsVariableId',
  'pictureSrcsVariableId',
  'baseItemVariableId',
  'baseListVariableId',
  'targetListVariableId',
  'attachmentsVariableId',
  'dialogueVariableId',
  'assistantMessagesVariableId',
  'userMessagesVariableId',
])

const isWrite = (inBlock: string, key: string): boolean =>
  !readers.has(key) && !inBlock.includes('omparisons.') && !inBlock.includes('variablesForTest')
