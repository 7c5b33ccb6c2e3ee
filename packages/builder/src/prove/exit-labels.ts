import { blockExits, exitTexts } from '@colloquy/flow/blocks'
import type { BotDocument } from '@colloquy/flow/operations'
import { translated } from '../i18n/i18n.js'

/** Labels of the exits of a version, by the ids of the edges that leave there. */
export function exitLabels({ groups }: Pick<BotDocument, 'groups'>): Map<string, string> {
  const exits = groups.flatMap(({ blocks }) => blocks.flatMap(blockExits))
  return new Map(
    exits.flatMap(({ on, outgoingEdgeId }) =>
      outgoingEdgeId === undefined ? [] : [[outgoingEdgeId, translated(exitTexts[on].label)] as const],
    ),
  )
}
