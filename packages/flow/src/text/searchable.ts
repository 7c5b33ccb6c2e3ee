import { normalizeText } from './normalize-text.js'

export { normalizeText }

// How builder and widget compare what is typed with what is searched: the widget loads it with its search field.

/** Returns a text as searches compare it: in lower case, without accents, and with plain letters for such as ß, ø and ł. */
export function searchable(text: string): string {
  return normalizeText(text.toLowerCase(), 'NFKD')
    .replace(accents, '')
    .replace(/[ßæœøłđðıþς]/g, (letter) => plainLetters[letter] ?? letter)
}

/** Latin accents, Hebrew points and Arabic vowel marks. Marks that spell vowels in other scripts stay. */
const accents = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g

const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i', þ: 'th', ς: 'σ' },
}
