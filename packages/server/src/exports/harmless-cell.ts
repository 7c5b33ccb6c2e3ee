/**
 * Returns the text so that no spreadsheet runs it as a formula. Puts an apostrophe before anything that could start one, at the start of
 * the cell and behind a separator or line break within it, because programs that split at another character start a cell there. Ordinary
 * data stays unchanged: no formula that calls, links or computes anything looks like it.
 */
export function harmlessCell(text: string): string {
  if (ordinary.test(text)) return text
  return text.replace(gap, marked).replace(startOfCell, "'$&")
}

/** Numbers, phone numbers, names of accounts such as @ada, and texts behind a hyphen: none has an operator between two values. */
const ordinary =
  /^(?:-?\d{1,30}(?:[.,]\d{1,30})?|\+[\d().]{1,30}(?: [\d ()./-]{0,60})?|@[\p{L}\p{N}_.]{1,100}|- ?[\p{L}\p{N} .,:°%€$£?]*)$/u
/** Some programs skip blanks, control characters and invisible ones, and treat small and full-width signs as the ordinary ones. */
const startOfCell = /^(?:[\s\p{Cc}\p{Cf}\p{DI}]*[=+\-@﹢﹣﹦﹫＋－＝＠]|[\t\r\n])/u
/** Matches a whole run at once, so that long runs take linear time. */
const gap = /[;,|\s\p{Cc}\p{Cf}\p{DI}]+[=+\-@﹢﹣﹦﹫＋－＝＠]?/gu
const endsWithSign = /[=+\-@﹢﹣﹦﹫＋－＝＠]$/
const upToLastSeparator = /^.*[;,|\t\r\n]/s

function marked(run: string): string {
  return endsWithSign.test(run) ? run.replace(upToLastSeparator, "$&'") : run
}
