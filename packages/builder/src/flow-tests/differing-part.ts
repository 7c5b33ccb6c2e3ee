/** A text in three parts: `differs` is what another text has otherwise. */
export interface SplitText {
  before: string
  differs: string
  after: string
}

/** Splits two texts where they begin and cease to differ, at the ends of words. Undefined if they have nothing in common. */
export function splitAtDifference(one: string, other: string): readonly [SplitText, SplitText] | undefined {
  const [left, right] = [wordsOf(one), wordsOf(other)]
  const max = Math.min(left.length, right.length)
  let start = 0
  while (start < max && left[start] === right[start]) start += 1
  let end = 0
  while (end < max - start && left.at(-1 - end) === right.at(-1 - end)) end += 1
  if (start + end === 0 || one === other) return undefined
  const split = (words: readonly string[]): SplitText => ({
    before: words.slice(0, start).join(''),
    differs: words.slice(start, words.length - end).join(''),
    after: words.slice(words.length - end).join(''),
  })
  return [split(left), split(right)]
}

const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? []
