import type { IncomingMessage } from 'node:http'

/** Ends the connections of requests whose bodies do not come to an end in time. One timer watches over all of them. */
export class SlowBodies {
  readonly #milliseconds: number
  /** When each has to be there, the earliest first. */
  readonly #deadlines = new Map<IncomingMessage, number>()
  readonly #timer: NodeJS.Timeout

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
    this.#timer = setInterval(() => this.#cut(performance.now()), milliseconds / 12).unref()
  }

  expect(request: IncomingMessage): void {
    this.#deadlines.set(request, performance.now() + this.#milliseconds)
  }

  arrived(request: IncomingMessage): void {
    this.#deadlines.delete(request)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #cut(now: number): void {
    for (const [request, deadline] of this.#deadlines) {
      if (!request.complete && deadline > now) return
      if (!request.complete) request.destroy()
      this.#deadlines.delete(request)
    }
  }
}
