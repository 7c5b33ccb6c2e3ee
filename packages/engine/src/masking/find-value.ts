import { normalizeText } from '@colloquy/flow'

/** A private part of a text: an email address, or the value of a variable. */
export interface PrivatePart {
  start: number
  end: number
  /** The word in the token that replaces it. */
  kind: string
}

/** A value that must not leave the service, and the word in its token. */
export interface PrivateValue {
  kind: string
  value: string
}

/** Shorter values are found as whole words only, because they occur in other words by chance. */
const shortestPart = 4
const isWord = /[\p{L}\p{N}]/u

/**
 * Finds values in a text: in any case, spacing and accents, and escaped for JSON or a URL. Numbers are also found with other separators.
 */
export function findValue(text: string, values: readonly PrivateValue[]): PrivatePart[] {
  if (values.length === 0) return []
  const plain = simplified(text)
  let digits: Simplified | undefined
  return values.flatMap(({ kind, value }) => {
    const found = [...needlesOf(value)].flatMap((needle) => locationsOf(needle, plain, text))
    if (isNumber(value)) {
      digits ??= onlyDigits(text)
      found.push(...locationsOf(value.replace(/\D/g, ''), digits, text))
    }
    return found.map((location) => ({ ...location, kind }))
  })
}

function needlesOf(value: string): Set<string> {
  const ways = [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value.replace(loneSurrogate, '\ufffd'))]
  return new Set(ways.map((way) => simplified(way).text.trim()).filter((needle) => needle !== ''))
}

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

const isNumber = (value: string): boolean => /^[\d\s+()./-]+$/.test(value) && value.replace(/\D/g, '').length >= 5

/** A text normalized for comparison, with the position of each character in the original, and its end. */
interface Simplified {
  text: string
  starts: number[]
}

/** In lower case and without accents; white space of any length becomes one space. */
function simplified(text: string): Simplified {
  let simple = ''
  const starts: number[] = []
  let index = 0
  let isSpaced = false
  for (const character of text) {
    const plain = simpleCharacter(character)
    if (plain !== ' ' || !isSpaced) {
      simple += plain
      isSpaced = plain === ' '
      for (let count = 0; count < plain.length; count++) starts.push(index)
    }
    index += character.length
  }
  starts.push(text.length)
  return { text: simple, starts }
}

function simpleCharacter(character: string): string {
  if (character < '\u0080') return /\s/.test(character) ? ' ' : character.toLowerCase()
  if (/\s/.test(character)) return ' '
  return normalizeText(character, 'NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** The digits of a text. Separators within a number are skipped; any other character separates numbers. */
function onlyDigits(text: string): Simplified {
  let digits = ''
  const starts: number[] = []
  for (let index = 0; index < text.length; index++) {
    const letter = text[index]!
    const isDigit = letter >= '0' && letter <= '9'
    if (!isDigit && /[\s+()./-]/.test(letter)) continue
    digits += isDigit ? letter : '|'
    starts.push(index)
  }
  starts.push(text.length)
  return { text: digits, starts }
}

function locationsOf(
  needle: string,
  { text: hay, starts }: Simplified,
  text: string,
): { start: number; end: number }[] {
  const locations: { start: number; end: number }[] = []
  for (let at = hay.indexOf(needle); at >= 0; at = hay.indexOf(needle, at + needle.length)) {
    const start = starts[at]!
    const last = starts[at + needle.length - 1]!
    let end = last + (text.codePointAt(last)! > 0xffff ? 2 : 1)
    while (end < text.length && /\p{M}/u.test(text[end]!)) end++
    const isApart = !isWord.test(text[start - 1] ?? '') && !isWord.test(text[end] ?? '')
    if (isApart || needle.length >= shortestPart) locations.push({ start, end })
  }
  return locations
}
