import type { BlockRuntime } from '@colloquy/engine'
import { blockExits } from '../common/block-exits.js'
import { typedValue } from './typed-value.js'

/** Reports an event to Google Analytics from the visitor's browser; not in previews. */
export const googleAnalyticsRuntime: BlockRuntime<'Google Analytics'> = {
  type: 'Google Analytics',
  kind: 'integration',
  enter(block, context) {
    if (context.mode === 'preview' || context.channel !== 'web' || !block.options) return { kind: 'continue' }
    const { value, ...texts } = context.expandDeep(block.options)
    const googleAnalytics: Record<string, unknown> = Object.fromEntries(
      Object.entries(texts).filter(([, text]) => text !== ''),
    )
    const number = typedValue(value)
    if (typeof number === 'number') googleAnalytics.value = number
    return { kind: 'act', actions: [{ type: 'googleAnalytics', googleAnalytics }] }
  },
  exits: blockExits,
}
