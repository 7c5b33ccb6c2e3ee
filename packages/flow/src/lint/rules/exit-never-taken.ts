import { inputExitsOf } from '../../blocks/exits-of-type.js'
import { definitionOf } from '../../blocks/registry.js'
import { teamOf } from '../../blocks/team-of.js'
import type { Block } from '../../blocks-schema/block.js'
import {
  type BlockExit,
  blockExits,
  defaultWait,
  type ExitKind,
  exitTexts,
  maxTries,
  maxWaitDays,
  millisecondsOf,
  triesOf,
} from '../../exits.js'
import type { LintContext } from '../problem.js'
import type { Finding, Rule } from '../rule.js'

export const exitNeverTaken: Rule = {
  id: 'exit-never-taken',
  severity: 'warning',
  summary:
    'An exit of an input, or of a block that asks for a person, can never be taken, because of its time, its number, what else the block has, or missing business hours',
  *find({ blocks }, context) {
    for (const { block, location } of blocks) {
      const kinds = kindsOf(block)
      if (block.isMuted === true || !kinds) continue
      const exits = blockExits(block)
      for (const [index, exit] of exits.entries()) {
        if (exit.outgoingEdgeId === undefined) continue
        const problem = problemOf(kinds, exit, exits.slice(0, index), exits) ?? withoutHours(block, exit, context)
        if (!problem) continue
        yield {
          location: { ...location, itemId: exit.id, path: `${location.path}.exits.${index}` },
          ...problem,
        }
      }
    }
  },
}

function withoutHours(
  block: Block,
  { on }: BlockExit,
  { teams, hasBusinessHours }: LintContext,
): Pick<Finding, 'message'> | undefined {
  if (on !== 'outside-hours' || hasBusinessHours !== false) return undefined
  const team = teamOf(block)
  if (team && (teams === undefined || teams.get(team.id)?.hasBusinessHours)) return undefined
  return {
    message: `The exit "${exitTexts[on].label}" is never taken, because the workspace has no business hours: set them in the settings of the workspace, or remove the exit.`,
  }
}

/** Exits that a block can have. Undefined if they are for its calls. */
function kindsOf({ type }: Block): readonly ExitKind[] | undefined {
  const definition = definitionOf(type)
  if (definition?.asksForPerson) return definition.exits
  return definition?.section === 'input' && !definition.exits ? inputExitsOf(type) : undefined
}

function problemOf(
  kinds: readonly ExitKind[],
  exit: BlockExit,
  before: readonly BlockExit[],
  all: readonly BlockExit[],
): Pick<Finding, 'message'> | undefined {
  const { label } = exitTexts[exit.on]
  const isConnected = ({ outgoingEdgeId }: BlockExit) => outgoingEdgeId !== undefined
  if (!kinds.includes(exit.on))
    return { message: `The exit "${label}" is never taken, because this kind of block does not have it: remove it.` }
  if (before.some((other) => other.on === exit.on && isConnected(other)))
    return { message: `The exit "${label}" is never taken, because another one is for the same: remove one of them.` }
  const isTimed = exit.on === 'no-answer' || exit.on === 'gave-up'
  if (isTimed && millisecondsOf(exit.after ?? defaultWait) === undefined)
    return { message: `The exit "${label}" is never taken: give a time from 1 minute to ${maxWaitDays} days.` }
  if (exit.on !== 'invalid') return undefined
  if (triesOf(exit) === undefined)
    return { message: `The exit "${label}" is never taken: give a number of tries from 1 to ${maxTries}.` }
  if (!all.some((other) => other.on === 'anything-else' && isConnected(other))) return undefined
  return {
    message: `The exit "${label}" is never taken, because the one for anything else takes the first such reply: remove one of them.`,
  }
}
