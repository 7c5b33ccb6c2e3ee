import { definitionOf } from '../blocks/registry.js'
import { blockExits, latePressOf } from '../exits.js'
import type { Field, Fields, UnionField, VariableField } from '../fields/fields.js'
import { isUnion, unionFields } from '../fields/union-fields.js'
import { actionOf, optionsOf } from '../integrations/registry.js'
import { itemsOf } from '../items.js'
import { isObject } from '../json.js'
import type { BlockLocation } from './flow-parts.js'
import type { Location } from './problem.js'

/** A text of a block, with its location. `inBlock` is the path within the block. */
export interface TextUse {
  readonly at: BlockLocation
  readonly location: Location & { path: string }
  readonly inBlock: string
  readonly text: string
  /** Absent for texts in conditions. */
  readonly field?: Field | undefined
}

/** A variable that a block references by its id. */
export interface VariableUse {
  readonly at: BlockLocation
  readonly location: Location & { path: string }
  readonly variableId: string
  /** True when the block sets the variable, false when it reads it. */
  readonly isWrite: boolean
}

/** All texts and variables in a block, by the kinds of its fields. Blocks of unknown types are skipped. */
export const usesOf = (at: BlockLocation): { texts: TextUse[]; variables: VariableUse[] } => {
  const texts: TextUse[] = []
  const variables: VariableUse[] = []
  const addText = (text: unknown, inBlock: string, location: Location, field?: Field): void => {
    if (typeof text !== 'string' || text === '') return
    texts.push({ at, location: { ...location, path: `${at.location.path}.${inBlock}` }, inBlock, text, field })
  }
  const addVariable = (
    variableId: unknown,
    inBlock: string,
    location: Location,
    access: VariableField['access'],
  ): void => {
    if (typeof variableId !== 'string' || variableId === '') return
    const use = { at, location: { ...location, path: `${at.location.path}.${inBlock}` }, variableId }
    if (access !== 'writes') variables.push({ ...use, isWrite: false })
    if (access !== 'reads') variables.push({ ...use, isWrite: true })
  }
  const visitAll = (fields: Fields | UnionField, value: unknown, inBlock: string, location: Location): void => {
    if (!isObject(value)) return
    const inner = isUnion(fields) ? unionFields(fields, value) : fields
    for (const [name, field] of Object.entries(inner)) visit(field, value[name], `${inBlock}.${name}`, location)
  }
  const visitEach = (
    fieldsOf: (row: unknown) => Fields | UnionField,
    list: unknown,
    inBlock: string,
    location: Location,
  ): void => {
    for (const [index, row] of (Array.isArray(list) ? list : []).entries())
      visitAll(fieldsOf(row), row, `${inBlock}.${index}`, location)
  }
  const visitTree = (node: unknown, inBlock: string, location: Location, field: Field): void => {
    if (typeof node === 'string') addText(node, inBlock, location, field)
    else if (Array.isArray(node))
      for (const [index, one] of node.entries()) visitTree(one, `${inBlock}.${index}`, location, field)
    else if (isObject(node)) {
      for (const [key, child] of Object.entries(node))
        if (!notTexts.has(key)) visitTree(child, `${inBlock}.${key}`, location, field)
    }
  }
  const visitCondition = (condition: unknown, inBlock: string, location: Location): void => {
    const comparisons = isObject(condition) ? condition.comparisons : undefined
    for (const [index, comparison] of (Array.isArray(comparisons) ? comparisons : []).entries()) {
      if (!isObject(comparison)) continue
      const path = `${inBlock}.comparisons.${index}`
      addVariable(comparison.variableId, `${path}.variableId`, location, 'reads')
      addText(comparison.value, `${path}.value`, location)
    }
  }
  const visit = (field: Field, value: unknown, inBlock: string, location: Location): void => {
    switch (field.kind) {
      case 'variable':
        addVariable(value, inBlock, location, field.access)
        return
      case 'text':
      case 'list':
      case 'code':
      case 'number':
      case 'reference':
        addText(value, inBlock, location, field)
        return
      case 'texts':
      case 'tree':
      case 'any':
        visitTree(value, inBlock, location, field)
        return
      case 'condition':
        visitCondition(value, inBlock, location)
        return
      case 'display condition':
        visitCondition(isObject(value) ? value.condition : undefined, `${inBlock}.condition`, location)
        return
      case 'group':
        visitAll(field.fields, value, inBlock, location)
        return
      case 'union':
        visitAll(field, value, inBlock, location)
        return
      case 'rows':
        visitEach(() => field.union ?? field.fields, value, inBlock, location)
        return
      case 'variants': {
        const fieldsOf = (row: unknown): Fields => {
          const name = isObject(row) ? String(row[field.key]) : ''
          return (Object.hasOwn(field.variants, name) && field.variants[name]) || {}
        }
        if (field.isList) visitEach(fieldsOf, value, inBlock, location)
        else visitAll(fieldsOf(value), value, inBlock, location)
        return
      }
      case 'choice':
      case 'switch':
      case 'id':
      case 'edge':
      case 'literal':
      case 'sample':
    }
  }
  addVariable(
    (at.block as { saveErrorInVariableId?: unknown }).saveErrorInVariableId,
    'saveErrorInVariableId',
    at.location,
    'writes',
  )
  for (const [index, { id, variableId }] of blockExits(at.block).entries())
    addVariable(variableId, `exits.${index}.variableId`, { ...at.location, itemId: id }, 'writes')
  addText(latePressOf(at.block)?.text, 'latePress.text', at.location)
  const definition = definitionOf(at.block.type)
  const part = (name: string): unknown => (at.block as Readonly<Record<string, unknown>>)[name]
  if (definition) {
    const { content, options, items } = definition
    if (content) visitAll(content, part('content'), 'content', at.location)
    if (options) visitAll(options, part('options'), 'options', at.location)
    if (items)
      for (const [index, item] of itemsOf(at.block).entries())
        visitAll(items.fields, item, `items.${index}`, { ...at.location, itemId: item.id })
    return { texts, variables }
  }
  const options = part('options')
  const action = isObject(options) ? actionOf(at.block.type, options.action) : undefined
  if (action) visitAll(optionsOf(action), options, 'options', at.location)
  return { texts, variables }
}

/** Keys of rich text whose strings are identifiers, not text. */
const notTexts = new Set(['id', 'type'])
