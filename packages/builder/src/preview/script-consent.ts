import type { BotDocument } from '@colloquy/flow/operations'
import { keptInBrowser } from '../design/kept.js'

/** True if scripts from an imported file would run in this browser, and nobody has agreed to that yet. */
export function asksForConsent(botId: string, { groups }: BotDocument): boolean {
  const isMarked = groups.some(({ blocks }) =>
    blocks.some(
      (block) => 'options' in block && (block.options as { isUnsafe?: boolean } | undefined)?.isUnsafe === true,
    ),
  )
  return isMarked && keptInBrowser.get(keyOf(botId)) === null
}

/** Stores consent on this device, for this bot. */
export const storeConsent = (botId: string): void => keptInBrowser.set(keyOf(botId), '1')

const keyOf = (botId: string): string => `colloquy-runs-scripts:${botId}`
