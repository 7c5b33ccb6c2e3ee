import { InvalidResponseDataError, type LanguageModelV3StreamPart } from '@ai-sdk/provider'
import { type ModelOutcome, messageOf, tokensOfBytes } from '@colloquy/flow/integrations'
import type { TextSink } from '../generations/generation.js'
import { type Failed, failureOf } from './failure.js'
import { usageOf } from './model-answer.js'

type Said = Extract<ModelOutcome, { answer: 'said' }>

/** A part of a streamed answer; `replace` puts another text in place of all that came. */
export type AnswerPart =
  | LanguageModelV3StreamPart
  | { type: 'replace'; text: string }
  | { type: 'total-tokens'; tokens: number | undefined }

export interface Streaming {
  /** Where the text goes. */
  sink: TextSink
  /** Hides secrets in a text that comes in pieces. */
  filter: { push(piece: string): string; flush(): string }
  /** Name of the model, for logs. */
  model: string
  /** Tokens after which the answer is cut, by estimate; thoughts count. */
  mostTokens: number | undefined
  /** The service has said that the stream is complete. */
  isEnded(): boolean
}

/** Reads a streamed answer to its end, and hands its text on as it comes. A failure holds what came before it. */
export async function streamedAnswer(
  start: (options: { abortSignal: AbortSignal }) => PromiseLike<{ stream: ReadableStream<AnswerPart> }>,
  streaming: Streaming,
): Promise<Said | Failed> {
  const { sink, model } = streaming
  const answer = new GrowingAnswer(streaming)
  try {
    const { stream } = await start({ abortSignal: sink.signal })
    for await (const part of stream) {
      // The library misses the reason to finish; the end mark tells whether the answer is whole.
      if (part.type === 'error' && InvalidResponseDataError.isInstance(part.error)) continue
      if (part.type === 'error') return answer.failed(failureInside(part.error, model))
      if (!answer.take(part)) break
    }
    if (answer.finish()) return answer.said()
    return answer.failed({ answer: 'failed', cause: 'overloaded', reason: 'the answer broke off.', isBroken: true })
  } catch (error) {
    if (sink.isFull) return answer.said()
    return answer.failed(sink.signal.aborted ? left : failureOf(error, model))
  }
}

/** What libraries make of an answer without a reason to finish. */
const guessed: ReadonlySet<string> = new Set(['other', 'error'])

const left: Failed = { answer: 'failed', cause: 'left', reason: 'nobody followed the text to its end.' }

/** What has come of an answer so far. */
class GrowingAnswer {
  readonly #streaming: Streaming
  readonly #toolCalls: Said['toolCalls'][number][] = []
  #text = ''
  #finish: Said['finish'] | undefined
  /** The service gave a reason, and not the library that missed one. */
  #hasReason = false
  #usage: Said['usage'] = {}
  #responseId: string | undefined
  #isTakenBack = false
  /** Bytes that were generated, those of thoughts included. */
  #bytes = 0
  #isCut = false

  constructor(streaming: Streaming) {
    this.#streaming = streaming
  }

  /** False when no more is wanted. */
  take(part: AnswerPart): boolean {
    const { mostTokens } = this.#streaming
    if ('delta' in part) this.#bytes += Buffer.byteLength(part.delta)
    this.#isCut ||= mostTokens !== undefined && tokensOfBytes(this.#bytes) > mostTokens
    return this.#put(part) && !this.#isCut
  }

  #put(part: AnswerPart): boolean {
    switch (part.type) {
      case 'text-delta':
        return this.#write(this.#streaming.filter.push(part.delta))
      case 'replace':
        this.#isTakenBack = true
        this.#text = part.text
        return true
      case 'tool-call':
        if (!part.providerExecuted)
          this.#toolCalls.push({ id: part.toolCallId, name: part.toolName, input: part.input })
        return true
      case 'response-metadata':
        this.#responseId = part.id ?? this.#responseId
        return true
      case 'finish':
        this.#finish = part.finishReason.unified
        this.#hasReason = part.finishReason.raw !== undefined || !guessed.has(this.#finish)
        this.#usage = { ...this.#usage, ...usageOf(part.usage) }
        return true
      case 'total-tokens':
        this.#usage = { ...this.#usage, ...(part.tokens !== undefined && { totalTokens: part.tokens }) }
        return true
      default:
        return true
    }
  }

  /** Sends what was held back. True where the answer is whole. */
  finish(): boolean {
    this.#write(this.#streaming.filter.flush())
    const { sink, isEnded } = this.#streaming
    return (
      sink.isFull || this.#isCut || this.#hasReason || (isEnded() && (this.#text !== '' || this.#toolCalls.length > 0))
    )
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

/** An error that came in the stream, in one of the shapes that services have for it. */
function failureInside(error: unknown, model: string): Failed {
  if (error instanceof Error) return failureOf(error, model)
  const said = messageOf(error) ?? (typeof error === 'string' ? error : 'no reason was given')
  return {
    answer: 'failed',
    cause: 'overloaded',
    reason: `the service broke the answer off: ${said.slice(0, 500)}`,
    details: JSON.stringify(error).slice(0, 2_000),
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
