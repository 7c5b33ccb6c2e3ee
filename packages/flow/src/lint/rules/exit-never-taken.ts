import { inputExitsOf } from '../../blocks/exits-of-type.js'
import { definitionOf } from '../../blocks/registry.js'
import type { Block } from '../../blocks-schema/block.js'
import {
  type BlockExit,
  blockExits,
  defaultWait,
  exitTexts,
  type InputExitKind,
  maxTries,
  maxWaitDays,
  millisecondsOf,
  triesOf,
} from '../../exits.js'
import type { Finding, Rule } from '../rule.js'

export const exitNeverTaken: Rule = {
  id: 'exit-never-taken',
  severity: 'warning',
  summary: 'An exit of an input can never be taken, because of its time, its number, or what else the input has',
  *find({ blocks }) {
    for (const { block, location } of blocks) {
      if (block.isMuted === true || !hasInputExits(block)) continue
      const exits = blockExits(block)
      for (const [index, exit] of exits.entries()) {
        if (exit.outgoingEdgeId === undefined) continue
        const problem = problemOf(block, exit, exits.slice(0, index), exits)
        if (!problem) continue
        yield {
          location: { ...location, itemId: exit.id, path: `${location.path}.exits.${index}` },
          ...problem,
        }
      }
    }
  },
}

/** Exits of inputs that ask a model belong to its calls. */
const hasInputExits = ({ type }: Block): boolean => {
  const definition = definitionOf(type)
  return definition?.section === 'input' && !definition.exits
}

function problemOf(
  { type }: Block,
  exit: BlockExit,
  before: readonly BlockExit[],
  all: readonly BlockExit[],
): Pick<Finding, 'message'> | undefined {
  const { label } = exitTexts[exit.on]
  const isConnected = ({ outgoingEdgeId }: BlockExit) => outgoingEdgeId !== undefined
  if (!inputExitsOf(type).includes(exit.on as InputExitKind))
    return { message: `The exit "${label}" is never taken, because this kind of input does not have it: remove it.` }
  if (before.some((other) => other.on === exit.on && isConnected(other)))
    return { message: `The exit "${label}" is never taken, because another one is for the same: remove one of them.` }
  if (exit.on === 'no-answer' && millisecondsOf(exit.after ?? defaultWait) === undefined)
    return { message: `The exit "${label}" is never taken: give a time from 1 minute to ${maxWaitDays} days.` }
  if (exit.on !== 'invalid') return undefined
  if (triesOf(exit) === undefined)
    return { message: `The exit "${label}" is never taken: give a number of tries from 1 to ${maxTries}.` }
  if (!all.some((other) => other.on === 'anything-else' && isConnected(other))) return undefined
  return {
    message: `The exit "${label}" is never taken, because the one for anything else takes the first such reply: remove one of them.`,
  }
}
