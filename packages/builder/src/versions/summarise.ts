import { t } from '../i18n/i18n.js'
import type { ChangeKind, Difference } from './compare.js'

/** Summarizes changes in as many lines as fit a note: one line for each place, and the number of those left over. */
export function summarise(differences: readonly Difference[], maxCharacters: number): string {
  const told = differences.filter(({ fate }) => fate !== 'moved').map(lineOf)
  const more = (count: number) => t('…and {count} more', { count })
  const lines: string[] = []
  let length = more(told.length).length
  for (const line of told) {
    length += line.length + 1
    if (length > maxCharacters) return [...lines, more(told.length - lines.length)].join('\n')
    lines.push(line)
  }
  return lines.join('\n')
}

function lineOf({ fate, title, lines }: Difference): string {
  const [first, ...others] = lines
  const detail = others.length > 0 ? t('{first} ({count} more)', { first, count: others.length }) : first
  return detail === undefined || fate === 'removed' ? `${fates[fate]}: ${title}` : `${fates[fate]}: ${title}. ${detail}`
}

const fates: Record<ChangeKind, string> = {
  added: t('New'),
  removed: t('Removed'),
  changed: t('Changed'),
  moved: t('Moved'),
}
