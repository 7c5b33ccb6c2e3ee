/** Characters of a passage, and how many of them the next one repeats. */
const mostCharacters = 800
const overlap = 100

/** Divides a text into passages of at most 800 characters. Each begins with about the last 100 of the one before. */
export function cutText(text: string): string[] {
  const passages: string[] = []
  let from = 0
  while (from < text.length) {
    const end = text.length - from <= mostCharacters ? text.length : breakBefore(text, from)
    const passage = text.slice(from, end).trim()
    if (passage !== '') passages.push(passage)
    if (end === text.length) break
    from = nextStart(text, from, end)
  }
  return passages
}

/** Where a passage that begins at `from` ends: behind a paragraph, else a sentence, else a word, in its second half. */
function breakBefore(text: string, from: number): number {
  const most = from + mostCharacters
  const half = text.slice(from + mostCharacters / 2, most)
  for (const [mark, kept] of breaks) {
    const at = half.lastIndexOf(mark)
    if (at >= 0) return from + mostCharacters / 2 + at + kept
  }
  return isSecondHalf(text, most) ? most - 1 : most
}

const breaks = [
  ['\n\n', 2],
  ['. ', 2],
  ['? ', 2],
  ['! ', 2],
  ['\n', 1],
  [' ', 1],
] as const

/** The next passage repeats the last words of this one, from the beginning of a word on. */
function nextStart(text: string, from: number, end: number): number {
  const earliest = Math.max(from + 1, end - overlap)
  const blank = text.slice(earliest, end - 1).search(/\s/)
  const start = blank < 0 ? end : earliest + blank + 1
  return isSecondHalf(text, start) ? start + 1 : start
}

/** True between the two halves of one character. */
const isSecondHalf = (text: string, at: number) => /[\uDC00-\uDFFF]/.test(text.charAt(at))
