import { normalizeText } from '@colloquy/flow'

/**
 * Returns the words that a text is found by: in lower case, without accents, reduced to a common form ("returns", "returned" and
 * "returning" are one word). Words that most English texts contain are omitted.
 */
export function wordsOf(text: string): string[] {
  // One letter may be written as eighteen.
  const plain = normalizeText(text, 'NFKD')
    .slice(0, text.length * 2)
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  const found = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  return found.filter((word) => !commonWords.has(word) && word.length <= maxLetters).map(reduced)
}

/** Longer strings are keys, hashes and the like rather than words. */
const maxLetters = 60

/** Removes the endings of English words, longest first. */
function reduced(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word
  const singular = word.endsWith('ies') ? `${word.slice(0, -3)}y` : /[^su]s$/.test(word) ? word.slice(0, -1) : word
  const stem = singular.endsWith('ing') ? singular.slice(0, -3) : singular.endsWith('ed') ? singular.slice(0, -2) : ''
  const hasSyllable = stem.length >= 3 && /[aeiouy]/.test(stem)
  const bare = hasSyllable ? stem.replace(/([bdfgmnprt])\1$/, '$1') : singular
  return bare.length > 3 && bare.endsWith('e') ? bare.slice(0, -1) : bare
}

const commonWords = new Set(
  (
    'a about am an and any are as at be been but by can could did do does for from had has have he her his how i if in into is it its me ' +
    'my no not of on or our she should so than that the their them then there these they this to us was we were what when where which who ' +
    'why will with would you your s t m re ve ll'
  ).split(' '),
)
