import {
  type BlockContext,
  type BlockRuntime,
  type Outcome,
  type PersonOutcome,
  perform,
  richTextOfMarkdown,
  textContent,
} from '@colloquy/engine'
import type { BlockOf } from '@colloquy/flow'
import { absenceKinds, blockExits as waysOut } from '@colloquy/flow/blocks'
import { blockExits } from '../common/block-exits.js'
import { exitEdge } from '../common/leave-by.js'
import { showInput } from '../common/show-input.js'
import { timeText } from './time-text.js'

/**
 * Hands the conversation over to a person, and waits for its return. Where there is no visitor, it continues as the author chose. Clients show
 * a text input: the visitor may write meanwhile.
 */
export const personRuntime: BlockRuntime<'person'> = {
  type: 'person',
  kind: 'logic',
  *enter(block, context) {
    const { message, note, teamId, testExit } = block.options ?? {}
    const unless = absenceKinds.filter((kind) => exitEdge(block, kind) !== undefined)
    // A preview asks for nobody, but shows the author when people are back.
    const isAsking = context.mode === 'live' || testExit === 'outside-hours'
    const asked = isAsking
      ? yield* perform({ kind: 'person', ...(unless.length > 0 && { unless }), ...(teamId && { teamId }) })
      : ({ answer: 'not asked' } as const)
    const absence = asked.answer === 'absent' ? asked.reason : asked.answer === 'not asked' ? testExit : undefined
    if (absence === 'outside-hours') saveReturn(block, asked, context)
    if (asked.answer === 'absent' && asked.reason) return leaveAt(block, asked.reason)
    const text = context.expand(message)
    if (text !== '' && !absenceKinds.some((kind) => kind === absence)) {
      const content = textContent(richTextOfMarkdown(text), context.textFormat)
      // With the id of the block, it would be taken for a question that is asked again.
      context.say({ id: `${block.id}-said`, type: 'text', content })
    }
    if (asked.answer === 'asked')
      return { kind: 'hand over', note: context.expand(note), ...(asked.teamId && { teamId: asked.teamId }) }
    context.log('preview', {
      status: 'info',
      description: 'Nobody is asked here: the flow continues as the block says.',
    })
    return leaveAt(block, testExit ?? 'returned')
  },
  input: (block, context) => showInput({ id: block.id, type: 'text input' }, context),
  exits: blockExits,
}

type Exit = NonNullable<NonNullable<BlockOf<'person'>['options']>['testExit']>

/** Leaves by an exit that the author has connected, else by the edge of the block. */
function leaveAt(block: BlockOf<'person'>, exit: Exit): Outcome {
  const edgeId = exit === 'returned' ? undefined : exitEdge(block, exit)
  return edgeId === undefined ? { kind: 'continue' } : { kind: 'leave', edgeId }
}

/** Saves the time at which people are back. */
function saveReturn(block: BlockOf<'person'>, { opensAt, timeZone }: PersonOutcome, context: BlockContext): void {
  const id = waysOut(block).find(({ on }) => on === 'outside-hours')?.variableId
  if (id === undefined) return
  const value =
    opensAt === undefined || timeZone === undefined
      ? null
      : timeText(opensAt, timeZone, context.expand(block.options?.locale))
  context.assign([{ id, value }])
}
