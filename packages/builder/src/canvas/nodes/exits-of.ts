import type { Block } from '@colloquy/flow'
import { type BotDocument, type Exit, exitKey, findBlock } from '@colloquy/flow/operations'
import { shownBlock } from '@colloquy/flow/shown'
import { entryOf } from '../../catalogue/block-catalogue.js'
import { t } from '../../i18n/i18n.js'
import { layoutOf, type Row } from '../layout/layout.js'
import { eventPresentation } from './event-presentation.js'
import { rowText } from './row-text.js'
import { namesOf } from './use-names.js'

/** The rows of a block that have an exit, in the order in which they are rendered. */
export function exitRows(document: BotDocument, blockId: string): (Row & { exit: Exit })[] {
  const group = findBlock(document, blockId)?.group
  const placed = group && layoutOf(group).blocks.find(({ block }) => block.id === blockId)
  return (placed?.rows ?? []).filter((row): row is Row & { exit: Exit } => row.exit !== undefined)
}

/** The exits of the selection: of a block, of the last block of a group, of an event. */
export function exitsOf(
  document: BotDocument,
  chosen: { blockId?: string | undefined; nodeId?: string | undefined },
): Exit[] {
  const { blockId, nodeId } = chosen
  if (blockId !== undefined) return exitRows(document, blockId).map(({ exit }) => exit)
  if (document.events.some(({ id }) => id === nodeId)) return [{ eventId: nodeId! }]
  const last = document.groups.find(({ id }) => id === nodeId)?.blocks.at(-1)
  return last ? exitRows(document, last.id).map(({ exit }) => exit) : []
}

/** The first exit that is not connected yet. */
export function freeExit(document: BotDocument, exits: readonly Exit[]): Exit | undefined {
  const used = new Set(document.edges.map(({ from }) => exitKey(from)))
  return exits.find((exit) => !used.has(exitKey(exit)))
}

/**
 * The exits at which the flow ends although it may continue: those of all groups and of the start that are not connected. The exits after an
 * error do not count, nor what an input does with a reply that is none of its answers.
 */
export function openEnds(document: BotDocument): Exit[] {
  const used = new Set(document.edges.map(({ from }) => exitKey(from)))
  const start = document.events.find(({ type }) => type === 'start')
  const exits = document.groups.flatMap((group) =>
    layoutOf(group).blocks.flatMap(({ block, rows }) =>
      rows.filter((row) => isEnd(block, row)).map(({ exit }) => exit!),
    ),
  )
  return [...(start ? [{ eventId: start.id }] : []), ...exits].filter((exit) => !used.has(exitKey(exit)))
}

function isEnd(block: Block, { kind, exit }: Row): boolean {
  const definition = shownBlock(block.type)
  if (!exit || kind === 'exit' || definition?.ways?.(block).isLeft) return false
  return kind !== 'otherwise' || definition?.section !== 'input'
}

/** The name of an exit: its answer and its block, or the event. */
export function exitName(document: BotDocument, exit: Exit): string {
  if (exit.eventId !== undefined) {
    const event = document.events.find(({ id }) => id === exit.eventId)
    return event ? eventPresentation[event.type].label : t('The event')
  }
  const block = findBlock(document, exit.blockId)?.block
  const row = exitRows(document, exit.blockId).find((it) => exitKey(it.exit) === exitKey(exit))
  if (!block || !row) return t('The way out')
  return row.kind === 'head' ? entryOf(block).label : rowText(block, row, namesOf(document)) || t('Not set')
}
