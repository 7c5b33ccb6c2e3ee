/**
 * Returns the text so that no spreadsheet runs it as a formula. Puts an apostrophe before anything that could start one, at the start of
 * the cell and behind a separator or line break within it, because programs that split at another character start a cell there. Plain
 * numbers stay unchanged, including negative ones; a phone number that starts with + does not.
 */
export function harmlessCell(text: string): string {
  if (plainNumber.test(text)) return text
  return text.replace(gap, marked).replace(startOfCell, "'$&")
}

const plainNumber = /^-?\d{1,30}(?:[.,]\d{1,30})?$/
/** Some programs skip blanks, control characters and invisible ones, and treat small and full-width signs as the ordinary ones. */
const startOfCell = /^(?:[\s\p{Cc}\p{Cf}\p{DI}]*[=+\-@﹢﹣﹦﹫＋－＝＠]|[\t\r\n])/u
/** Matches a whole run at once, so that long runs take linear time. */
const gap = /[;,|\s\p{Cc}\p{Cf}\p{DI}]+[=+\-@﹢﹣﹦﹫＋－＝＠]?/gu
const endsWithSign = /[=+\-@﹢﹣﹦﹫＋－＝＠]$/
const upToLastSeparator = /^.*[;,|\t\r\n]/s

function marked(run: string): string {
  return endsWithSign.test(run) ? run.replace(upToLastSeparator, "$&'") : run
}
