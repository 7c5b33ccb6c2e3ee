/**
 * Reads the data of server-sent events that arrive in pieces. Linear in their length, whatever they contain: libraries look for a line feed
 * through all that follows a carriage return, or create an error for each unknown field.
 */
export class EventStream {
  readonly #onEvent: (data: string) => void
  /** Pieces of a line that has not ended. */
  #line: string[] = []
  /** Lines of data of an event that has not ended. */
  #data: string[] = []
  #endsWithReturn = false
  #isStart = true

  constructor(onEvent: (data: string) => void) {
    this.#onEvent = onEvent
  }

  feed(piece: string): void {
    const text = this.#withLineFeeds(piece)
    let from = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      this.#line.push(text.slice(from, end))
      from = end + 1
      this.#endLine()
    }
    if (from < text.length) this.#line.push(text.slice(from))
  }

  #withLineFeeds(piece: string): string {
    const whole = this.#isStart && piece.startsWith('\ufeff') ? piece.slice(1) : piece
    if (piece !== '') this.#isStart = false
    const text = this.#endsWithReturn ? `\r${whole}` : whole
    // It may be the first half of a line end.
    this.#endsWithReturn = text.endsWith('\r')
    if (!text.includes('\r')) return text
    return (this.#endsWithReturn ? text.slice(0, -1) : text).replace(/\r\n?/g, '\n')
  }

  #endLine(): void {
    const line = this.#line.length === 1 ? (this.#line[0] as string) : this.#line.join('')
    this.#line = []
    if (line.startsWith('data:')) this.#data.push(line.slice(line[5] === ' ' ? 6 : 5))
    else if (line === 'data') this.#data.push('')
    if (line !== '' || this.#data.length === 0) return
    const data = this.#data.join('\n')
    this.#data = []
    this.#onEvent(data)
  }
}
