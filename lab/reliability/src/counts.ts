/** Results of a reliability test: words with numbers in between that add up over runs, such as "20 kills, 4512 turns". */
export interface Counts {
  /** One more than there are numbers. */
  readonly words: readonly string[]
  readonly numbers: readonly Count[]
}

/** A sum, a maximum, or a text that only the newest run provides. */
type Count = number | Maximum | string
interface Maximum {
  readonly maximum: number
}

/** Tag for template literals, which may span several lines. */
export function counted(words: TemplateStringsArray, ...numbers: Count[]): Counts {
  return { words: words.map((part) => part.replace(/\s+/g, ' ')), numbers }
}

/** A value of which the maximum over several runs counts, not the sum; rounded. */
export function maximum(value: number): Maximum {
  return { maximum: Math.round(value) }
}

export function describeCounts({ words, numbers }: Counts): string {
  return words.map((part, index) => part + (index < numbers.length ? describe(numbers[index] as Count) : '')).join('')
}

/** Adds two runs of one reliability test; throws if they count different things. */
export function addCounts(earlier: Counts, later: Counts): Counts {
  if (earlier.words.join() !== later.words.join())
    throw new Error(`"${describeCounts(earlier)}" and "${describeCounts(later)}" cannot be added up.`)
  return { words: later.words, numbers: later.numbers.map((count, index) => add(earlier.numbers[index], count)) }
}

function add(earlier: Count | undefined, later: Count): Count {
  if (typeof later === 'string') return later
  if (typeof later === 'number') return later + Number(earlier)
  return maximum(Math.max(later.maximum, (earlier as Maximum).maximum))
}

const describe = (count: Count) => (typeof count === 'object' ? `${count.maximum}` : `${count}`)
