import { normalizeText, searchable } from '@colloquy/flow/searchable'

/** Returns SQL for a text as searches compare it, with the same result as `searchable` for letters of Latin, Greek, Cyrillic and Hebrew. */
export const searchableText = (text: string): string =>
  `CASE WHEN octet_length(${text}) = length(${text}) THEN lower(${text}) ` +
  `ELSE ${spelled.reduce(withReplaced, `translate(lower(normalize(${text}, NFKD)), '${from}', '${to}')`)} END`

const withReplaced = (sql: string, [letter, letters]: readonly [string, string]): string =>
  `replace(${sql}, '${letter}', '${letters}')`

/** The characters up to the end of the Arabic block that decomposition leaves as they are, and what searches make of them. */
const folded = Array.from({ length: 0x700 - 0x80 }, (_, index) => String.fromCodePoint(0x80 + index))
  .map((letter) => [letter, searchable(letter)] as const)
  .filter(([letter, plain]) => normalizeText(letter, 'NFKD') === letter && plain !== letter)
const letters = folded.filter(([, plain]) => plain.length === 1)
/** Accents are removed: they have no counterpart. */
const accents = folded.filter(([, plain]) => plain === '')
const spelled = folded.filter(([, plain]) => plain.length > 1)
const from = [...letters, ...accents].map(([letter]) => letter).join('')
const to = letters.map(([, plain]) => plain).join('')
