import type { BlockContext, StreamTarget } from '@colloquy/engine'
import type { Block } from '@colloquy/flow'
import { actionOf, type Integration } from '@colloquy/flow/integrations'
import { onlyPlaceholder } from '../text/only-placeholder.js'

interface StreamingBlock {
  id: string
  options?: { action?: string; responseMapping?: unknown; [option: string]: unknown } | undefined
}

/**
 * Place where the text of a block is shown while it is generated: instead of the next bubble, if that bubble contains nothing but the
 * variable that receives the text. Otherwise undefined.
 */
export function streamTarget(
  integration: Integration,
  block: StreamingBlock,
  context: BlockContext,
): StreamTarget | undefined {
  const { streams: item, streamsNamedOnly } = actionOf(integration.type, block.options?.action) ?? {}
  const rows = block.options?.responseMapping
  if (item === undefined || !Array.isArray(rows)) return undefined
  const variableIds = rows
    .filter((row) => row.item === item || (row.item === undefined && !streamsNamedOnly))
    .map((row): unknown => row.variableId)
  return locationOfText(block, variableIds, context)
}

/** The same for a text that these variables receive. */
export function locationOfText(
  block: StreamingBlock,
  receivers: readonly unknown[],
  context: BlockContext,
): StreamTarget | undefined {
  if (!context.isStreamEnabled || context.channel !== 'web' || context.isDryRun) return undefined
  const variableIds = receivers.filter(
    (id): id is string => typeof id === 'string' && context.variableName(id) !== undefined,
  )
  const bubble = nextUnmuted(block as Block, context)
  const shown = bubble && context.singleVariable(onlyPlaceholder(bubble))
  return shown && shown.id === variableIds[0] ? { variableIds, bubbleId: bubble.id } : undefined
}

/** Edges may form a loop of disabled blocks. */
const maxMuted = 100

function nextUnmuted(block: Block, context: BlockContext): Block | undefined {
  let next = context.nextBlock(block)?.block
  for (let muted = 0; next?.isMuted === true && muted < maxMuted; muted++) next = context.nextBlock(next)?.block
  return next?.isMuted === true ? undefined : next
}
