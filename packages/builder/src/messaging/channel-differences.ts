import type { Capabilities } from '@colloquy/channels'
import type { Block } from '@colloquy/flow'
import { definitionOf, definitions } from '@colloquy/flow/blocks'
import { type Action, actionOf, integrations, integrationTypes } from '@colloquy/flow/integrations'
import { type BotDocument, itemsOf } from '@colloquy/flow/operations'

/** A difference between a channel and a web page, and the blocks that it affects. */
export interface ChannelDifference {
  /** `lost`: not available at all on the channel. */
  kind: 'lost' | 'changed'
  text: string
  blocks: { groupId: string; groupTitle: string; block: Block }[]
}

/**
 * Returns the parts of a flow that a channel with these capabilities shows differently or not at all: first those that are lost, each in the order of the
 * palette.
 */
export function channelDifferences(
  { groups }: Pick<BotDocument, 'groups'>,
  capabilities: Capabilities,
): ChannelDifference[] {
  const found = new Map<string, ChannelDifference>()
  for (const { id: groupId, title: groupTitle, blocks } of groups) {
    for (const block of blocks) {
      if (block.isMuted) continue
      for (const { kind, text } of limitationsOf(block, capabilities)) {
        const difference = found.get(text) ?? { kind, text, blocks: [] }
        difference.blocks.push({ groupId, groupTitle, block })
        found.set(text, difference)
      }
    }
  }
  const rank = ({ kind, text }: ChannelDifference) => (kind === 'lost' ? 0 : texts.length) + texts.indexOf(text)
  return [...found.values()].sort((a, b) => rank(a) - rank(b))
}

/** All texts, in display order. */
const texts: readonly string[] = [
  ...new Set([
    ...integrationTypes.flatMap((type) => Object.values<Action>(integrations[type].actions)).map(textOf),
    ...definitions.flatMap(({ messaging = [] }) => messaging.map(({ text }) => text)),
  ]),
]

function textOf({ messaging }: Action): string {
  return messaging?.text ?? ''
}

function limitationsOf(block: Block, capabilities: Capabilities): readonly Pick<ChannelDifference, 'kind' | 'text'>[] {
  const definition = definitionOf(block.type)
  if (definition) {
    const whole = definition.items ? { ...block, items: itemsOf(block) } : block
    return (definition.messaging ?? []).filter(({ when }) => when?.(whole, capabilities) ?? true)
  }
  const { action } = (block as { options?: { action?: unknown } }).options ?? {}
  const messaging = actionOf(block.type, action)?.messaging
  return messaging ? [messaging] : []
}
