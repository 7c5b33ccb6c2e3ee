import type { MaskedKind } from '@colloquy/flow'
import { findValue, type PrivatePart, type PrivateValue } from './find-value.js'

/**
 * Returns the private parts of a text in order, without overlap: parts of the requested kinds, and the given values, verbatim or in another
 * notation. Overlapping parts are merged. Linear in the text.
 */
export function findPrivate(
  text: string,
  kinds: readonly MaskedKind[],
  values: readonly PrivateValue[] = [],
): PrivatePart[] {
  const found = [
    ...kinds.flatMap((kind) => [...finders[kind](text)].map((part) => ({ ...part, kind }))),
    ...findValue(text, values),
  ].sort((a, b) => a.start - b.start || b.end - a.end)
  const parts: PrivatePart[] = []
  for (const part of found) {
    const last = parts.at(-1)
    if (!last || part.start >= last.end) parts.push({ ...part })
    else last.end = Math.max(last.end, part.end)
  }
  return parts
}

type Location = Omit<PrivatePart, 'kind'>

/** Finders by kind; each looks only at a few characters around a candidate. */
const finders: { readonly [K in MaskedKind]: (text: string) => Iterable<Location> } = {
  email: emails,
  phone: phones,
  iban: ibans,
  card: cards,
  ip: addresses,
}

const inLocalPart = /[^\s@<>()[\]",;:\\`|]/u
const inDomain = /[\p{L}\p{N}.-]/u
const isWord = /[\p{L}\p{N}]/u

/** Everything that looks like an address, also in a link, and without a top-level domain. */
function* emails(text: string): Iterable<Location> {
  let before = 0
  for (const { index, 0: sign } of text.matchAll(/@|%40/g)) {
    let start = index
    while (start > before && inLocalPart.test(text[start - 1]!)) start--
    while (start < index && !isWord.test(text[start]!)) start++
    let end = index + sign.length
    while (end < text.length && inDomain.test(text[end]!)) end++
    while (end > index + sign.length && !isWord.test(text[end - 1]!)) end--
    if (start < index && end > index + sign.length) yield { start, end }
    before = index + sign.length
  }
}

const international = /[+(0][\d \t\u00a0\u202f()./-]{6,31}/g
const american = /(?<!\d)\d{3}[-. ]\d{3}[-. ]\d{4}(?!\d)/g
const dateOrDecimal = /^(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|0\.\d+)$/

/**
 * Numbers that begin with a plus, a zero or a bracket, and those in the American format. Others cannot be distinguished from amounts and
 * ids.
 */
function* phones(text: string): Iterable<Location> {
  const candidates = new RegExp(international)
  for (let match = candidates.exec(text); match; match = candidates.exec(text)) {
    const { index, 0: found } = match
    if (isWord.test(text[index - 1] ?? '')) {
      candidates.lastIndex = index + 1
      continue
    }
    let end = found.length
    while (!isWord.test(found[end - 1] ?? '0')) end--
    const number = found.slice(0, end)
    if (number.replace(/\D/g, '').length >= 7 && !dateOrDecimal.test(number)) yield { start: index, end: index + end }
  }
  for (const { index, 0: found } of text.matchAll(american)) yield { start: index, end: index + found.length }
}

const ibanLike = /(?<![\p{L}\p{N}])[a-z]{2}\d{2}(?:[ -]?[a-z\d]){11,30}/giu

function* ibans(text: string): Iterable<Location> {
  yield* longestValid(text, ibanLike, 15, (letters) => remainder97(letters) === 1)
}

/** The number that an IBAN encodes, modulo 97: 1 for a valid one. */
function remainder97(letters: string): number {
  let rest = 0
  for (const letter of letters.slice(4) + letters.slice(0, 4))
    for (const digit of String(Number.parseInt(letter, 36))) rest = (rest * 10 + Number(digit)) % 97
  return rest
}

const cardLike = /(?<!\d)\d(?:[ -]?\d){12,18}/g

function* cards(text: string): Iterable<Location> {
  yield* longestValid(text, cardLike, 13, passesLuhn)
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    sum += index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
  }
  return sum % 10 === 0
}

/** For each candidate, the longest prefix that is valid and ends at a word boundary: other words and numbers may follow it. */
function* longestValid(
  text: string,
  pattern: RegExp,
  shortest: number,
  isValid: (letters: string) => boolean,
): Iterable<Location> {
  const candidates = new RegExp(pattern)
  for (let match = candidates.exec(text); match; match = candidates.exec(text)) {
    const { index, 0: found } = match
    let end = found.length
    for (; end > 0; end--) {
      if (!isWord.test(found[end - 1]!) || isWord.test(text[index + end] ?? '')) continue
      const letters = found.slice(0, end).replace(/[ -]/g, '')
      if (letters.length < shortest) end = 0
      else if (isValid(letters)) break
    }
    if (end > 0) yield { start: index, end: index + end }
    candidates.lastIndex = index + Math.max(1, end)
  }
}

const ipv4 = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?!\d|\.\d)/g
const ipv6 = /(?<![\p{L}\p{N}:])[\da-f]{0,4}(?::[\da-f]{0,4}){2,7}(?![\p{L}\p{N}:])/giu

function* addresses(text: string): Iterable<Location> {
  for (const { index, 0: found } of text.matchAll(ipv4))
    if (found.split('.').every((part) => Number(part) <= 255)) yield { start: index, end: index + found.length }
  for (const { index, 0: found } of text.matchAll(ipv6)) {
    const groups = found.split(':')
    const isShort = found.includes('::') && groups.some((group) => group !== '')
    if (isShort || (groups.length === 8 && groups.every((group) => group !== '')))
      yield { start: index, end: index + found.length }
  }
}
