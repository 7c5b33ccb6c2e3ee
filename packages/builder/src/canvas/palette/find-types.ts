import type { BlockType } from '@colloquy/flow'
import { searchable } from '@colloquy/flow/searchable'
import { type CatalogueEntry, catalogueEntries } from '../../catalogue/block-catalogue.js'
import { t } from '../../i18n/i18n.js'

type Entry = readonly [type: BlockType, entry: CatalogueEntry]

/**
 * Types of blocks that can be added and fit a search, best match first: by the start of the label, then by a whole keyword, then by the
 * start of a word in label, keyword or description, then by the middle of a word in label or keyword. Hyphens, case and accents do not count.
 * Without a search, all of them in the order of the catalogue.
 */
export function findTypes(search: string): Entry[] {
  const offered = catalogueEntries.filter(([, { isOld }]) => !isOld)
  const wanted = plain(search)
  if (wanted === '') return offered
  return offered
    .map((found) => ({ found, rank: rankOf(found[1], wanted) }))
    .filter(({ rank }) => rank < noMatch)
    .sort((a, b) => a.rank - b.rank)
    .map(({ found }) => found)
}

export const noBlockFound = (search: string): string => t('No block called “{search}”', { search: search.trim() })

const noMatch = 7

/** 0 is best; `noMatch` is none. */
function rankOf({ label, keywords, hint, section }: CatalogueEntry, wanted: string): number {
  if (plain(label).startsWith(wanted)) return 0
  if (keywords.some((keyword) => plain(keyword) === wanted)) return 1
  const ranked = [[label], keywords, [hint, section]].findIndex((texts) => texts.some((text) => startsIn(text, wanted)))
  if (ranked >= 0) return ranked + 2
  // Inside a word only from three letters on: "api" is in Zapier, too.
  if (wanted.length < 3) return noMatch
  const inside = [[label], keywords].findIndex((texts) => texts.some((it) => plain(it).includes(wanted)))
  return inside < 0 ? noMatch : inside + 5
}

const startsIn = (text: string, wanted: string): boolean => ` ${plain(text)}`.includes(` ${wanted}`)

const plain = (text: string): string => searchable(text).replaceAll(/[-/]/g, '').trim()
