import { definitionOf } from '../blocks/registry.js'
import type { FlowIndex } from './flow-index.js'

/** The blocks that set each variable. */
export interface Setters {
  /** By variable id: nodes of the blocks, and -1 for an event. */
  readonly byVariable: ReadonlyMap<string, readonly number[]>
  /** Another bot passes its variables on when it ends. */
  readonly mergesOthers: boolean
  /** Anything may be set: by another bot, or by a script that computes the name. */
  readonly isUnknown: boolean
}

export const settersOf = (index: FlowIndex): Setters => {
  const byVariable = new Map<string, number[]>()
  let isUnknown = false
  const add = (id: string | undefined, node: number) => {
    if (id === undefined) return
    const nodes = byVariable.get(id)
    if (nodes) nodes.push(node)
    else byVariable.set(id, [node])
  }
  for (const { variableId, isWrite, at } of index.variableUses) if (isWrite) add(variableId, at.node)
  for (const event of index.flow.events) {
    if (event.type !== 'reply' && event.type !== 'invalidReply') continue
    for (const id of Object.values(event.options ?? {})) add(id, -1)
  }
  for (const { at, text } of index.texts) {
    if (!text.includes('setVariable') || definitionOf(at.block.type)?.runsInBrowser?.(at.block)) continue
    for (const { index: start, 0: called } of text.matchAll(call)) {
      name.lastIndex = start + called.length
      const literal = name
        .exec(text)
        ?.slice(1)
        .find((one) => one !== undefined)
      if (literal === undefined) isUnknown = true
      else add(index.variableByName.get(literal)?.id, at.node)
    }
  }
  const mergesOthers = index.blocks.some(({ block }) => {
    const link = definitionOf(block.type)?.linkedBot?.(block)
    return link?.mergesResults && link.botId !== 'current'
  })
  return { byVariable, mergesOthers, isUnknown: isUnknown || mergesOthers }
}

/** A call in a script that sets a variable, with a literal or computed name. */
const call = /setVariable\(/g
const name = /\s*(?:'([^']*)'|"([^"]*)"|`([^`$]*)`)\s*,/y
