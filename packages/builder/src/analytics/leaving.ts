import { locale, t } from '../i18n/i18n.js'
import { percent } from './figures.js'

/** How many answered, and how many of those went no further. */
export interface Leaving {
  answered: number
  left: number
}

/** The sum for each group; `groupOf` tells where a block stands, and nothing where it stands nowhere. */
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

/** How bad it is, as a colour. */
export function toneOf({ answered, left }: Leaving): 'good' | 'warning' | 'danger' {
  const share = left / Math.max(1, answered)
  if (share < 0.1) return 'good'
  return share < 0.3 ? 'warning' : 'danger'
}

/** What its colour says, in words. */
export const leavingNote = ({ answered, left }: Leaving): string =>
  t('{answered} answered, {percent} left', {
    answered: answered.toLocaleString(locale),
    percent: percent(left, answered),
  })
