import type { BlockRuntime } from '@colloquy/engine'
import { blockExits } from '../common/block-exits.js'
import { typedValue } from '../google-analytics/typed-value.js'

/** Reports an event to a Meta pixel from the visitor's browser; not in previews. */
export const pixelRuntime: BlockRuntime<'Pixel'> = {
  type: 'Pixel',
  kind: 'integration',
  enter(block, context) {
    if (context.mode === 'preview' || context.channel !== 'web') return { kind: 'continue' }
    if (!block.options?.pixelId || !block.options.eventType) return { kind: 'continue' }
    const options: { params?: { value?: unknown }[] } = context.expandDeep(block.options)
    const entries: [string, unknown][] = Object.entries(options)
    const pixel: Record<string, unknown> = Object.fromEntries(entries.filter(([, value]) => value !== ''))
    if (options.params) {
      pixel.params = options.params.map((param) => {
        const filled = Object.entries(param).filter(([, value]) => value !== '')
        return Object.fromEntries(filled.map(([key, value]) => [key, key === 'value' ? typedValue(value) : value]))
      })
    }
    return { kind: 'act', actions: [{ type: 'pixel', pixel }] }
  },
  exits: blockExits,
}
