/** Characters of a passage, and the number of them that the next one repeats. */
const maxCharacters = 800
const overlap = 100

/** Divides a text into passages of at most 800 characters. Each starts with about the last 100 of the previous one. */
export function* cutText(text: string): Generator<string> {
  let from = 0
  while (from < text.length) {
    const end = text.length - from <= maxCharacters ? text.length : breakBefore(text, from)
    const passage = text.slice(from, end).trim()
    if (passage !== '') yield passage
    if (end === text.length) break
    from = nextStart(text, from, end)
  }
}

/** Returns the end of a passage that starts at `from`: after a paragraph, else a sentence, else a word, in its second half. */
function breakBefore(text: string, from: number): number {
  const max = from + maxCharacters
  const half = text.slice(from + maxCharacters / 2, max)
  for (const [mark, kept] of breaks) {
    const at = half.lastIndexOf(mark)
    if (at >= 0) return from + maxCharacters / 2 + at + kept
  }
  return isSecondHalf(text, max) ? max - 1 : max
}

const breaks = [
  ['\n\n', 2],
  ['. ', 2],
  ['? ', 2],
  ['! ', 2],
  ['\n', 1],
  [' ', 1],
] as const

/** Returns the start of the next passage, which repeats the last words of this one, from the beginning of a word. */
function nextStart(text: string, from: number, end: number): number {
  const earliest = Math.max(from + 1, end - overlap)
  const blank = text.slice(earliest, end - 1).search(/\s/)
  const start = blank < 0 ? end : earliest + blank + 1
  return isSecondHalf(text, start) ? start + 1 : start
}

/** True between the two halves of a surrogate pair. */
const isSecondHalf = (text: string, at: number) => /[\uDC00-\uDFFF]/.test(text.charAt(at))
