import type { HttpClient, HttpResponse, Operation } from '@colloquy/server/testing/process'

export interface VisitorOptions {
  /** Public id of a bot that asks `repliesPerSession` times. */
  bot: string
  repliesPerSession: number
  /** Unique among the visitors of the bot. */
  name: string
}

/** Consecutive visitors on the same machine; each request has a key. */
export class Visitor {
  readonly history: Operation[] = []
  readonly #options: VisitorOptions
  #sent = 0
  #repliesLeft = 0
  /** Index from which the history has not been requested again yet. */
  #checked = 0

  constructor(options: VisitorOptions) {
    this.#options = options
  }

  /** Holds conversations until the service is gone; throws if it rejects a request. */
  async talk(http: HttpClient, url: string): Promise<void> {
    for (;;) {
      const response = await this.say(http, url)
      if (response === undefined) return
      if (response.status !== 200)
        throw new Error(`${this.#options.name} was answered ${response.status}: ${response.text}`)
    }
  }

  /**
   * Sends the request that has not been answered yet, or else the next one. Undefined if there was no answer; an answer that is not a
   * success changes nothing.
   */
  async say(http: HttpClient, url: string): Promise<HttpResponse | undefined> {
    const last = this.history.at(-1)
    const operation = last && last.answer === undefined ? last : this.#next(last)
    if (operation !== last) this.history.push(operation)
    const response = await this.#send(http, url, operation).catch(() => undefined)
    if (response?.status === 200) take(operation, response.text)
    return response
  }

  /** Leaves a conversation whose last reply was rejected, as if it had never been sent; the next request starts a new one. */
  giveUp(): void {
    this.history.pop()
    this.#repliesLeft = 0
  }

  /** Repeats all requests since the last call; returns those whose answer differs from the first one. */
  async askAgain(http: HttpClient, url: string): Promise<string[]> {
    const problems: string[] = []
    for (const operation of this.history.slice(this.#checked)) {
      const { answer: response, key } = operation
      const { status, text } = await this.#send(http, url, operation)
      if (response === undefined && status === 200) take(operation, text)
      else if (status !== 200 || text !== response)
        problems.push(`${key} was answered ${response}, and when it was asked again ${status} ${text}`)
    }
    this.#checked = this.history.length
    return problems
  }

  #next(last: Operation | undefined): Operation {
    const { name, repliesPerSession } = this.#options
    const key = `${name}-${this.#sent}`
    const began = performance.now()
    this.#sent += 1
    if (this.#repliesLeft === 0) {
      this.#repliesLeft = repliesPerSession
      return { kind: 'start', key, began }
    }
    this.#repliesLeft -= 1
    return { kind: 'reply', key, sessionId: last?.sessionId, message: `reply ${key}`, began }
  }

  #send(http: HttpClient, url: string, { kind, sessionId, key = '', message }: Operation): Promise<HttpResponse> {
    const headers = { 'idempotency-key': key }
    if (kind === 'start') return http.post(`${url}/api/v1/bots/${this.#options.bot}/startChat`, {}, headers)
    return http.post(`${url}/api/v1/sessions/${sessionId}/continueChat`, { message }, headers)
  }
}

function take(operation: Operation, text: string): void {
  operation.answer = text
  operation.ended = performance.now()
  operation.sessionId ??= (JSON.parse(text) as { sessionId: string }).sessionId
}
