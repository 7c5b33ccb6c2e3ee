import type { LanguageModelV3CallOptions } from '@ai-sdk/provider'
import { type MaskedValues, unmasked, unmaskedPieces } from '@colloquy/engine'
import {
  type Credentials,
  checkCitations,
  citedText,
  type ModelCall,
  type ModelOutcome,
} from '@colloquy/flow/integrations'
import type { ArrivingBody, Send } from '@colloquy/ports/egress'
import type { TextSink } from '../effects/text-sink.js'
import type { Limits } from '../limits/limits.js'
import { nowOrLater } from '../postponed.js'
import { SecretFilter, withoutSecrets } from '../service-calls/authenticate.js'
import type { openService } from '../service-calls/call-service.js'
import type { OpenCredentials } from '../vault/vault.js'
import { type Failed, failedAnswer, notAnswered } from './failure.js'
import { answerOf } from './model-answer.js'
import { streamedAnswer } from './streamed-answer.js'
import type { Wire } from './wire.js'

/** The parts of a call that reading its response needs. */
interface Reading {
  sink: TextSink
  credentials: Credentials
  opened: OpenCredentials
  call: ModelCall
  /** Values by the tokens that replace them. */
  masks: MaskedValues
  /** Estimated tokens after which a streamed answer is cut. */
  maxTokens: number | undefined
  /** True if the rest of an answer may come after the turn. */
  canPostpone: boolean
  limits: Pick<Limits, 'modelAnswerBytes' | 'modelTextBytes'>
}

type ServiceResponse = Extract<Awaited<ReturnType<typeof openService>>, { kind: 'response' }>

export type SaidOutcome = Extract<ModelOutcome, { answer: 'said' }>

/**
 * Reads what a service sends where a stream was requested: a stream, whose text goes to the sink piece by piece, or a failure or an answer as a
 * whole.
 */
export async function readModelResponse(
  { status, headers, body }: ServiceResponse,
  model: Wire,
  options: LanguageModelV3CallOptions,
  reading: Reading,
): Promise<Failed | SaidOutcome> {
  const { sink, credentials, opened, call, masks, maxTokens, canPostpone, limits } = reading
  const isFailure = status < 200 || status > 299
  if (isFailure || headers['content-type']?.includes('application/json')) {
    const maxBytes = limits.modelAnswerBytes
    const text = await textOf(body, maxBytes)
    if (text === undefined) return notAnswered({ kind: 'too-large', maxBytes })
    if (isFailure) return failedAnswer({ status, headers, body: text }, call.model)
    const response = new Response(text, { headers: { 'content-type': 'application/json' } })
    return unstreamed(await generated(model, options, async () => response), reading)
  }
  const citations = call.citations && citedText(call.citations)
  const values = Object.keys(masks).length > 0 ? unmaskedPieces(masks) : undefined
  const filter = chained(chained(new SecretFilter(credentials, opened.data), citations), values)
  const streaming = { sink, filter, model: call.model, maxTokens, canPostpone }
  return nowOrLater(streamedAnswer(body, model.reader(), streaming), citing(citations))
}

/** Returns the whole answer of a model. */
export function generated(wire: Wire, options: LanguageModelV3CallOptions, send: Send) {
  if (!wire.generate) throw new Error('not a stream')
  return wire.generate(options, send)
}

/** Writes an answer to the sink that the service returned as a whole although a stream was requested. */
function unstreamed(
  answer: Awaited<ReturnType<typeof generated>>,
  { sink, credentials, opened, call, masks, limits }: Reading,
): SaidOutcome {
  const said = answerOf(answer, limits.modelTextBytes)
  const clean = withoutSecrets(said.text, credentials, opened.data)
  const { text, cited } = call.citations ? checkCitations(clean, call.citations) : { text: clean, cited: undefined }
  const shown = unmasked(text, masks)
  if (text !== '') sink.write(sink.isEmpty ? shown : `\n\n${shown}`)
  return { ...said, text, ...(cited && { cited }) }
}

/** Adds the passages that an answer names. */
const citing =
  (citations: ReturnType<typeof citedText> | undefined) =>
  (answer: Failed | SaidOutcome): Failed | SaidOutcome =>
    citations && answer.answer === 'said' ? { ...answer, cited: citations.cited() } : answer

interface PieceFilter {
  push(piece: string): string
  flush(): string
}

/** Combines two filters of a text that comes in pieces: the second one gets the output of the first. */
function chained(first: PieceFilter, second: PieceFilter | undefined): PieceFilter {
  if (!second) return first
  return {
    push: (piece) => second.push(first.push(piece)),
    flush: () => second.push(first.flush()) + second.flush(),
  }
}

/** Text of a body; undefined, and the rest is not read, if it has more bytes. */
async function textOf(body: ArrivingBody, maxBytes: number): Promise<string | undefined> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for (let part = await body.read(); part; part = await body.read()) {
    bytes += part.length
    if (bytes > maxBytes) {
      body.cancel()
      return undefined
    }
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
