interface Scale {
  from: number
  to: number
}

/** Number of answers from `from` up to, but not including, `to`; if both are the same, of exactly that number. */
interface Bar {
  from: number
  to: number
  answers: number
}

/** Counts numeric answers: average, median and distribution. */
export class NumberStatistics {
  readonly #scale: Scale | undefined
  #counts = new Map<number, number>()
  #isRounded = false
  #answers = 0
  #sum = 0
  #unread = 0

  constructor(scale: Scale | undefined) {
    this.#scale = scale
  }

  add(content: string, answers: number): void {
    const number = content.trim() === '' ? Number.NaN : Number(content)
    if (!this.#isCounted(number)) {
      this.#unread += answers
      return
    }
    this.#answers += answers
    this.#sum += number * answers
    const value = this.#isRounded ? rounded(number) : number
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + answers)
    if (this.#counts.size > maxValues) this.#round()
  }

  /**
   * `unread`: number of answers that are not numbers or not on the scale. `hidesGiven` omits everything that would reveal a number that
   * somebody typed, such as a customer number; only the average of several answers remains. A short scale is not hidden, since its numbers
   * are the same for everybody.
   */
  summary({ hidesGiven = false } = {}) {
    const values = [...this.#counts].toSorted(([a], [b]) => a - b)
    const scale = this.#scale && isShort(this.#scale) ? this.#scale : undefined
    const isHidden = hidesGiven && !scale
    const isAverageShown = this.#answers >= (isHidden ? fewest : 1)
    return {
      kind: 'numbers' as const,
      average: isAverageShown ? this.#sum / this.#answers : null,
      median: isHidden ? null : medianOf(values, this.#answers),
      bars: scale ? barsOfScale(values, scale) : isHidden ? [] : barsOf(values),
      nps: this.#scale?.from === 0 && this.#scale.to === 10 ? promoters(values, this.#answers) : null,
      unread: this.#unread,
    }
  }

  #isCounted(number: number): boolean {
    if (!(Math.abs(number) <= largest)) return false
    return !this.#scale || (number >= this.#scale.from && number <= this.#scale.to)
  }

  /** Rounds to three digits, which limits the count of different numbers. The average stays exact. */
  #round(): void {
    this.#isRounded = true
    const counts = new Map<number, number>()
    for (const [number, answers] of this.#counts) {
      const value = rounded(number)
      counts.set(value, (counts.get(value) ?? 0) + answers)
    }
    this.#counts = counts
  }
}

type Values = readonly (readonly [value: number, answers: number])[]

const rounded = (number: number) => Number(number.toPrecision(3))
const isShort = ({ from, to }: Scale) => to - from <= 20 && Number.isInteger(from)
const maxValues = 20_000
const maxBars = 12
/** Smallest number of answers whose average does not reveal one of them. */
const fewest = 5
/** Sums of larger numbers would not be exact. */
const largest = 1e15

function medianOf(values: Values, answers: number): number | null {
  if (answers === 0) return null
  const at = (index: number) => {
    let seen = 0
    for (const [value, count] of values) {
      seen += count
      if (seen > index) return value
    }
    return Number.NaN
  }
  return (at(Math.floor((answers - 1) / 2)) + at(Math.floor(answers / 2))) / 2
}

function barsOfScale(values: Values, { from, to }: Scale): Bar[] {
  const bars = Array.from({ length: Math.floor(to - from) + 1 }, (_, index) => bar(from + index))
  for (const [value, answers] of values) {
    const at = bars[Math.min(bars.length - 1, Math.round(value - from))] as Bar
    at.answers += answers
  }
  return bars
}

/** A bar for each number if there are few, otherwise one for each span of a round width. */
function barsOf(values: Values): Bar[] {
  if (values.length <= maxBars) return values.map(([value, answers]) => ({ ...bar(value), answers }))
  const first = values[0]?.[0] as number
  const last = values.at(-1)?.[0] as number
  const width = roundWidth((last - first) / (maxBars - 2))
  const begin = Math.floor(first / width)
  const bars = Array.from({ length: Math.floor(last / width) - begin + 1 }, (_, index) => ({
    from: tidy((begin + index) * width),
    to: tidy((begin + index + 1) * width),
    answers: 0,
  }))
  for (const [value, answers] of values) {
    const at = bars[Math.min(bars.length - 1, Math.max(0, Math.floor(value / width) - begin))] as Bar
    at.answers += answers
  }
  return bars
}

const bar = (value: number): Bar => ({ from: value, to: value, answers: 0 })

/** Returns 1, 2 or 5 times a power of ten, at least as large as `width`. */
function roundWidth(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width))
  return tidy(power * ([1, 2, 5].find((factor) => factor * power >= width) ?? 10))
}

/** Removes the rounding error of binary fractions. */
const tidy = (number: number) => Number(number.toPrecision(12))

/** Net Promoter Score: percentage of 9 and 10 minus percentage of 0 to 6. */
function promoters(values: Values, answers: number) {
  if (answers === 0) return null
  const count = (is: (value: number) => boolean) =>
    values.reduce((sum, [value, given]) => sum + (is(value) ? given : 0), 0)
  const loyal = count((value) => value >= 9)
  const detractors = count((value) => value < 7)
  return {
    score: Math.round(((loyal - detractors) / answers) * 100),
    promoters: loyal,
    passives: answers - loyal - detractors,
    detractors,
  }
}
