import { locale, t } from '../i18n/i18n.js'
import { percent } from './metrics.js'

/** Number of visitors who answered, and how many of those left afterwards. */
export interface Leaving {
  answered: number
  left: number
}

/**
 * Returns visitors by group: the most answers of any block, and everybody who left at one of its blocks. Blocks for which `groupOf` returns
 * nothing do not count.
 */
export function leavingByGroup<B extends Leaving>(
  blocks: readonly B[],
  groupOf: (block: B) => string | null | undefined,
): Map<string, Leaving> {
  const sums = new Map<string, Leaving>()
  for (const block of blocks) {
    const groupId = groupOf(block)
    if (groupId === null || groupId === undefined) continue
    const { answered, left } = sums.get(groupId) ?? { answered: 0, left: 0 }
    sums.set(groupId, { answered: Math.max(answered, block.answered), left: left + block.left })
  }
  return sums
}

/** The severity, as a color. */
export function toneOf({ answered, left }: Leaving): 'good' | 'warning' | 'danger' {
  const share = left / Math.max(1, answered)
  if (share < 0.1) return 'good'
  return share < 0.3 ? 'warning' : 'danger'
}

/** The severity in words. */
export const leavingNote = ({ answered, left }: Leaving): string =>
  t('{answered} answered, {percent} left', {
    answered: answered.toLocaleString(locale),
    percent: percent(left, answered),
  })
