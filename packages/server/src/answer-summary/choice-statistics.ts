interface Choice {
  content: string
  label: string
}

/** Counts answers by choice: those of the block in their order, then other answers as given, the most frequent first. */
export class ChoiceStatistics {
  readonly #isMultiple: boolean
  readonly #labels: ReadonlyMap<string, string>
  /** Number of parts of the longest choice when it is split at `between`. */
  readonly #maxParts: number
  readonly #known: Map<string, number>
  readonly #given = new Map<string, number>()
  #others = 0

  constructor(choices: readonly Choice[], isMultiple: boolean) {
    this.#isMultiple = isMultiple
    this.#labels = new Map(choices.map(({ content, label }) => [content, label]))
    this.#known = new Map(choices.slice(0, maxShown).map(({ content }) => [content, 0]))
    this.#maxParts = choices.reduce((max, { content }) => Math.max(max, content.split(between).length), 1)
  }

  add(content: string, answers: number): void {
    for (const choice of this.#isMultiple ? this.#choicesIn(content) : [content.trim()]) this.#count(choice, answers)
  }

  /**
   * `others`: number of other choices. `hidesGiven` includes in it everything that is not a choice of the block, since visitors may have
   * typed it.
   */
  summary({ hidesGiven = false } = {}) {
    const given = [...this.#given].toSorted(([, a], [, b]) => b - a)
    const shown = hidesGiven ? [] : given.slice(0, Math.max(0, maxShown - this.#known.size))
    const hidden = given.slice(shown.length).reduce((sum, [, answers]) => sum + answers, 0)
    const choices = [...this.#known, ...shown].map(([content, answers]) => ({
      label: this.#labels.get(content) ?? content,
      answers,
    }))
    return { kind: 'choices' as const, isMultiple: this.#isMultiple, choices, others: this.#others + hidden }
  }

  #count(choice: string, answers: number): void {
    const counts = this.#known.has(choice) ? this.#known : this.#given
    const before = counts.get(choice)
    if (before === undefined && counts.size >= maxKept) this.#others += answers
    else counts.set(choice, (before ?? 0) + answers)
  }

  /** Splits choices at commas. A choice may contain one itself, so the longest known choice matches. Each choice counts once. */
  #choicesIn(content: string): Set<string> {
    const parts = content.split(between)
    const found = new Set<string>()
    for (let at = 0; at < parts.length; ) {
      let length = Math.min(this.#maxParts, parts.length - at)
      while (length > 1 && !this.#labels.has(parts.slice(at, at + length).join(between))) length--
      found.add(parts.slice(at, at + length).join(between))
      at += length
    }
    return found
  }
}

const between = ', '
const maxShown = 50
/** Maximum number of different answers that are counted separately. */
const maxKept = 5_000
