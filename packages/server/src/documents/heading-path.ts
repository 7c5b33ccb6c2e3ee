import { maxHeadingLength } from './document.js'

/** The headings above the current place of a document, the outermost first. */
export class HeadingPath {
  readonly #headings: { level: number; text: string }[] = []

  /** Ends the headings of this level and below, and begins one unless it is empty. */
  begin(level: number, text: string): void {
    while ((this.#headings.at(-1)?.level ?? 0) >= level) this.#headings.pop()
    if (text !== '') this.#headings.push({ level, text: text.slice(0, maxHeadingLength) })
  }

  get texts(): string[] {
    return this.#headings.map(({ text }) => text)
  }
}
