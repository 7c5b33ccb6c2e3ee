/**
 * A text that no spreadsheet takes for a formula: an apostrophe goes before what could begin one, at the start of the cell and behind a
 * separator or line break within it, where a program that separates by something else than we do begins a cell. Plain numbers stay as
 * they are, negative ones too; a phone number that begins with + does not.
 */
export function harmlessCell(text: string): string {
  if (plainNumber.test(text)) return text
  return text.replace(startWithin, "$1'$2").replace(startOfCell, "'$&")
}

const plainNumber = /^-?\d{1,30}(?:[.,]\d{1,30})?$/
/** Full-width signs are the same to some programs. Spaces before a sign are passed over. */
const startOfCell = /^[ \u00a0]{0,20}[=+\-@\t\r\n＝＋－＠]/
const startWithin = /([;,\t\r\n|])([ \u00a0]{0,20}[=+\-@＝＋－＠])/g
