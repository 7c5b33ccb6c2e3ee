/** Longest run of combining marks that is put in order, as in the Stream-Safe Text Format of UAX 15. */
const maxRun = 30
const tooManyMarks = new RegExp(`\\p{M}{${maxRun + 1}}`, 'u')
const runsOfMarks = new RegExp(`\\p{M}{${maxRun}}`, 'gu')
/** Has no width, and marks do not move across it. */
const graphemeJoiner = '\u034f'

/**
 * Unicode normalization in time linear in the text, so that texts that look the same are equal. `String.prototype.normalize` takes
 * quadratic time for a long run of combining marks: such runs are split, which changes no text that a person writes.
 */
export function normalizeText(text: string, form: 'NFC' | 'NFKC' | 'NFKD' = 'NFC'): string {
  const split = tooManyMarks.test(text) ? text.replace(runsOfMarks, `$&${graphemeJoiner}`) : text
  return split.normalize(form)
}
