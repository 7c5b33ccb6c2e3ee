import type { IncomingMessage } from 'node:http'

type Socket = IncomingMessage['socket']

/**
 * Ends the connections of requests whose bodies do not arrive in time. One timer checks all of them. It stores connections rather than
 * requests, since requests come and go so often that storing them would keep them alive (see `TurnQueue`).
 */
export class SlowBodies {
  readonly #milliseconds: number
  readonly #onCut: () => void
  readonly #expected = new Map<Socket, { request: IncomingMessage | undefined; deadline: number }>()
  readonly #timer: NodeJS.Timeout

  constructor(milliseconds: number, onCut: () => void) {
    this.#milliseconds = milliseconds
    this.#onCut = onCut
    this.#timer = setInterval(() => this.#cut(performance.now()), milliseconds / 30).unref()
  }

  expect(request: IncomingMessage): void {
    const { socket } = request
    const deadline = performance.now() + this.#milliseconds
    const before = this.#expected.get(socket)
    if (before) {
      before.request = request
      before.deadline = deadline
      return
    }
    this.#expected.set(socket, { request, deadline })
    socket.once('close', () => this.#expected.delete(socket))
  }

  arrived(request: IncomingMessage): void {
    const expected = this.#expected.get(request.socket)
    if (expected?.request === request) expected.request = undefined
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #cut(now: number): void {
    for (const { request, deadline } of this.#expected.values()) {
      if (!request || request.complete || deadline > now) continue
      request.destroy()
      this.#onCut()
    }
  }
}
