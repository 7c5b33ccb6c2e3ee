import { StringDecoder } from 'node:string_decoder'
import { jsonOf, type ModelOutcome, tokensOfBytes } from '@colloquy/flow/integrations'
import type { ArrivingBody } from '@colloquy/ports/egress'
import { createParser } from 'eventsource-parser'
import type { TextSink } from '../generations/generation.js'
import type { AnswerPart, AnswerReader } from './answer-part.js'
import { type Failed, failureInside, failureOf, left } from './failure.js'

type Said = Extract<ModelOutcome, { answer: 'said' }>

export interface Streaming {
  /** Where the text goes. */
  sink: TextSink
  /** Hides secrets in a text that comes in pieces. */
  filter: { push(piece: string): string; flush(): string }
  /** Name of the model, for logs. */
  model: string
  /** Tokens after which the answer is cut, by estimate; thoughts count. */
  mostTokens: number | undefined
}

/** Reads a streamed answer to its end, and hands its text on as it comes. A failure holds what came before it. */
export async function streamedAnswer(
  body: ArrivingBody,
  reader: AnswerReader,
  streaming: Streaming,
): Promise<Said | Failed> {
  const { sink, model } = streaming
  const answer = new GrowingAnswer(reader, streaming)
  try {
    while (!answer.isOver) {
      const bytes = await body.read()
      if (!bytes) break
      answer.read(bytes)
    }
    return answer.finish()
  } catch (error) {
    if (sink.isFull) return answer.said()
    return answer.failed(sink.signal.aborted ? left : failureOf(error, model))
  } finally {
    body.cancel()
  }
}

const brokenOff: Failed = {
  answer: 'failed',
  cause: 'overloaded',
  reason: 'the answer broke off.',
  isBroken: true,
}

/** What some services send behind the last event. */
const endMark = '[DONE]'

const unreadable: AnswerPart = { type: 'error', error: new Error('an event is not JSON.') }

/** What has come of an answer so far. */
class GrowingAnswer {
  readonly #reader: AnswerReader
  readonly #streaming: Streaming
  readonly #decoder = new StringDecoder('utf8')
  readonly #parser = createParser({ onEvent: ({ data }) => this.#event(data) })
  readonly #toolCalls: Said['toolCalls'][number][] = []
  #text = ''
  /** Why the service ended it. */
  #finish: Said['finish'] | undefined
  #usage: Said['usage'] = {}
  #responseId: string | undefined
  #isTakenBack = false
  /** Bytes that were generated, those of thoughts included. */
  #bytes = 0
  #isCut = false
  #isEnded = false
  #failure: Failed | undefined
  #isOver = false

  constructor(reader: AnswerReader, streaming: Streaming) {
    this.#reader = reader
    this.#streaming = streaming
  }

  /** No more is wanted. */
  get isOver(): boolean {
    return this.#isOver
  }

  read(bytes: Uint8Array): void {
    this.#parser.feed(this.#decoder.write(bytes))
  }

  /** Sends what was held back, and says what came. */
  finish(): Said | Failed {
    if (!this.#isOver) for (const part of this.#reader.end()) this.#take(part)
    if (this.#failure) return this.failed(this.#failure)
    this.#write(this.#streaming.filter.flush())
    return this.#isWhole() ? this.said() : this.failed(brokenOff)
  }

  #isWhole(): boolean {
    if (this.#streaming.sink.isFull || this.#isCut || this.#finish !== undefined) return true
    return this.#isEnded && (this.#text !== '' || this.#toolCalls.length > 0)
  }

  #event(data: string): void {
    if (this.#isOver) return
    if (data === endMark) {
      this.#isEnded = true
      return
    }
    const json = jsonOf(data)
    const parts: AnswerPart[] = json === undefined ? [unreadable] : this.#reader.event(json)
    for (const part of parts) if (!this.#isOver) this.#take(part)
  }

  #take(part: AnswerPart): void {
    const { mostTokens, model, filter } = this.#streaming
    switch (part.type) {
      case 'text':
      case 'unseen':
        this.#bytes += Buffer.byteLength(part.text)
        this.#isCut ||= mostTokens !== undefined && tokensOfBytes(this.#bytes) > mostTokens
        this.#isOver = (part.type === 'text' && !this.#write(filter.push(part.text))) || this.#isCut
        return
      case 'replace':
        this.#isTakenBack = true
        this.#text = part.text
        return
      case 'call':
        this.#toolCalls.push(part.call)
        return
      case 'id':
        this.#responseId = part.id
        return
      case 'finish':
        this.#finish = part.finish
        return
      case 'usage':
        this.#usage = { ...this.#usage, ...part.usage }
        return
      case 'error':
        this.#failure = failureInside(part.error, model)
        this.#isOver = true
    }
  }

  said(): Said {
    const isCut = this.#streaming.sink.isFull || this.#isCut
    const finish = isCut ? 'length' : (this.#finish ?? 'stop')
    const generated = this.#isCut ? { outputTokens: tokensOfBytes(this.#bytes) } : {}
    return {
      answer: 'said',
      text: this.#text,
      toolCalls: this.#toolCalls,
      finish,
      usage: { ...generated, ...this.#usage },
      ...(this.#responseId !== undefined && { responseId: this.#responseId }),
      ...(this.#isTakenBack && { isTakenBack: true }),
    }
  }

  failed(failed: Failed): Failed {
    return { ...failed, ...(this.#text !== '' && { text: this.#text }) }
  }

  /** What the model says after it has called tools is a paragraph of its own. */
  #write(piece: string): boolean {
    const { sink } = this.#streaming
    if (this.#isTakenBack) this.#text += piece
    if (this.#isTakenBack || piece === '') return true
    const isNext = this.#text === '' && !sink.isEmpty
    if (!sink.write(isNext ? `\n\n${piece}` : piece)) return false
    this.#text += piece
    return true
  }
}

/** Takes a text that nobody follows, up to so many bytes. */
export function collectingSink(mostBytes: number, signal: AbortSignal): TextSink {
  let bytes = 0
  let isFull = false
  return {
    write(piece) {
      const more = Buffer.byteLength(piece)
      isFull ||= bytes + more > mostBytes
      if (!isFull) bytes += more
      return !isFull
    },
    get isEmpty() {
      return bytes === 0
    },
    get isFull() {
      return isFull
    },
    signal,
  }
}
