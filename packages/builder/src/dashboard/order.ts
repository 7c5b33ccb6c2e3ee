import { keptInBrowser } from '../design/kept.js'
import { t } from '../i18n/i18n.js'
import type { BotRow } from '../service/bots.js'

/** In which bots are shown on the dashboard. Each browser keeps its own. */
export const orders = [
  ['newest', t('Newest first')],
  ['oldest', t('Oldest first')],
  ['name', t('By name')],
] as const
export type Order = (typeof orders)[number][0]

const key = 'colloquy-order-of-bots'

export const keptOrder = (): Order => (keptInBrowser.get(key) as Order | null) ?? 'newest'

export const keepOrder = (order: Order): void => keptInBrowser.set(key, order)

/** The service lists them newest first. */
export function sorted(bots: readonly BotRow[], order: Order): BotRow[] {
  if (order === 'name') return bots.toSorted((a, b) => a.name.localeCompare(b.name))
  return order === 'oldest' ? bots.toReversed() : [...bots]
}
