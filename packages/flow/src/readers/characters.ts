/** Marks of writing direction, joiners, and what makes an emoji of a digit: nothing that a visitor means to write in a number or a date. */
const unseen = /\p{Cf}|\ufe0e|\ufe0f|\u20e3/gu

/** Removes characters that are not seen, such as the marks of direction around numbers in Arabic. */
export const withoutUnseen = (text: string): string => text.replace(unseen, '')

/** Writes the digits of all scripts as 0 to 9: "١٢٣", "१२३" and "１２３" are 123. */
export function asciiDigits(text: string): string {
  return text.replace(/[^\P{Nd}0-9]/gu, (digit) => String(valueOfDigit(digit)))
}

/** Digits of a script follow each other from zero to nine, and so do those of adjacent sets of ten. */
function valueOfDigit(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++
  return before % 10
}

/** Characters that are never part of an address, wherever they were pasted. Joiners are part of some domain names. */
const uselessInAddresses = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

/** An email, web or other address without spaces around it, and without the characters that keyboards and copying add unseen. */
export function trimAddress(text: string): string {
  return text.replace(uselessInAddresses, '').trim()
}
