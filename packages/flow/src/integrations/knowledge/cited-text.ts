/** Rules for the citations in an answer from passages. */
export interface CitationRules {
  /** Number of passages that the model was given, numbered from 1. */
  readonly passages: number
  /** Citations stay in the text as `[1]`; otherwise they are removed. */
  readonly areShown: boolean
}

/** Replaces the answer of a model when the passages do not contain one. */
export const noAnswerMark = 'NO_ANSWER'

/** A larger number in brackets, such as a year, is not a citation: there are never this many passages. */
const largestCitation = 99
/** Longer brackets are not citations. */
const maxCitationLength = 40
/** This much of a text is held back at its start, in case the mark follows. */
const maxHeld = 100
const openCitation = /* @__PURE__ */ new RegExp(` {0,4}(\\[[\\d, ]{0,${maxCitationLength}})?$`)
const wholeCitation = /* @__PURE__ */ new RegExp(` {0,4}\\[([\\d, ]{1,${maxCitationLength}})\\]`, 'g')

/**
 * Checks an answer that arrives in pieces: removes citations of passages that were not given, and ends at the mark for a missing answer. A
 * possible beginning of either is held back.
 */
export function citedText({ passages, areShown }: CitationRules) {
  const cited = new Set<number>()
  let held = ''
  let isOver = false
  let isAnswered = false

  const checked = (text: string): string => {
    const shown = text.replace(wholeCitation, (whole, list: string) => {
      const numbers = list.split(/[, ]+/).filter(Boolean).map(Number)
      if (numbers.length === 0 || Math.max(...numbers) > largestCitation) return whole
      const known = numbers.filter((number) => number >= 1 && number <= passages)
      for (const number of known) cited.add(number)
      return areShown && known.length > 0 ? ` [${known.join(', ')}]` : ''
    })
    isAnswered ||= /[\p{L}\p{N}]/u.test(shown)
    return shown
  }
  const push = (piece: string): string => {
    if (isOver) return ''
    held += piece
    const mark = held.indexOf(noAnswerMark)
    if (mark >= 0) {
      const before = held.slice(0, mark).trimEnd()
      held = ''
      isOver = true
      return isAnswered || /[\p{L}\p{N}]/u.test(before) ? checked(before) : ''
    }
    const from = beginningOf(held)
    const text = held.slice(0, from)
    // A mark may be emphasized or quoted.
    if (!isAnswered && held.length < maxHeld && /^[\s*_"'`]*$/.test(text)) return ''
    held = held.slice(from)
    return checked(text)
  }
  const flush = (): string => {
    const rest = held
    held = ''
    return isOver ? '' : checked(rest)
  }
  return {
    push,
    flush,
    /** Numbers of the passages that were cited, in ascending order. */
    cited: (): number[] => [...cited].sort((a, b) => a - b),
    /** True if there was any text before the mark. */
    isAnswered: (): boolean => isAnswered,
  }
}

/** Index at which the end of a text may become a citation or the mark. */
function beginningOf(text: string): number {
  const tail = Math.max(0, text.length - maxCitationLength - 8)
  let from = tail + (openCitation.exec(text.slice(tail))?.index ?? text.length - tail)
  for (let length = noAnswerMark.length - 1; length > 0; length--) {
    if (text.endsWith(noAnswerMark.slice(0, length))) {
      from = Math.min(from, text.length - length)
      while (from > tail && text[from - 1] === ' ') from--
      break
    }
  }
  return from
}

/** The same check for a complete answer. */
export function checkCitations(answer: string, rules: CitationRules) {
  const text = citedText(rules)
  const shown = (text.push(answer) + text.flush()).trim()
  return { text: text.isAnswered() ? shown : '', cited: text.cited() }
}
