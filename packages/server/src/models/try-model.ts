import { type IntegrationType, jsonOf, type ModelCall, type ModelOutcome } from '@colloquy/flow/integrations'
import type { TextSink } from '../effects/text-sink.js'
import { TurnBudget } from '../effects/turn-budget.js'
import type { Needs } from '../service.js'

/** Capabilities of a model at an endpoint, found by using it. */
export interface ModelTest {
  /** Reason why it did not answer, as a sentence without secrets; then everything else is false or null. */
  problem: string | null
  /** Time to the first piece of the answer, and to its end. */
  firstPieceMilliseconds: number | null
  milliseconds: number | null
  /** As the endpoint counts them; null when it does not report them. */
  tokens: { input: number; output: number } | null
  streams: boolean
  callsFunctions: boolean
  answersInJson: boolean
}

interface Tried {
  workspaceId: string
  type: IntegrationType
  credentialsId: string
  model: string
}

/** Token limit of each answer. */
const maxTokens = 300

const user = (text: string): ModelCall['messages'] => [{ role: 'user', parts: [{ type: 'text', text }] }]

/**
 * Asks a model for a short text, a function call and JSON, one after another. The calls count towards the budgets of the workspace; the
 * last two are skipped if the first one fails.
 */
export async function tryModel(
  service: Needs<'config' | 'effectHandlers'>,
  { workspaceId, type, credentialsId, model }: Tried,
): Promise<ModelTest> {
  const budget = new TurnBudget(service.config.limits)
  const ask = async (call: Omit<ModelCall, 'model' | 'maxTokens'>, text?: TextSink): Promise<ModelOutcome> => {
    const request = { service: type, credentialsId, call: { ...call, model, maxTokens } }
    const scope = {
      workspaceId,
      botId: '',
      sessionId: '',
      resultId: undefined,
      mode: 'preview',
      turn: 0,
      budget,
      ...(text && { text }),
    } as const
    return (await service.effectHandlers.model({ request }, scope)).outcome
  }
  const began = performance.now()
  const pieces: number[] = []
  const sink = countingSink(() => pieces.push(Math.round(performance.now() - began)))
  const said = await ask({ messages: user('Count from one to twenty in words.') }, sink)
  if (said.answer === 'failed') return { ...untriedModel, problem: said.reason }
  const milliseconds = Math.round(performance.now() - began)
  const { inputTokens, outputTokens } = said.usage
  const called = await ask({
    messages: user('What is the weather in Lisbon? Call the function.'),
    tools: [
      {
        name: 'weather',
        description: 'Returns the weather of a city',
        parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      },
    ],
  })
  const written = await ask({
    messages: user('Give the capital of Portugal as JSON: {"capital": "..."}'),
    schema: {
      type: 'object',
      properties: { capital: { type: 'string' } },
      required: ['capital'],
      additionalProperties: false,
    },
  })
  return {
    problem: null,
    firstPieceMilliseconds: pieces[0] ?? milliseconds,
    milliseconds,
    tokens:
      inputTokens === undefined || outputTokens === undefined ? null : { input: inputTokens, output: outputTokens },
    streams: pieces.length > 1,
    callsFunctions: called.answer === 'said' && called.toolCalls.some(({ name }) => name === 'weather'),
    answersInJson: written.answer === 'said' && isCapital(jsonOf(written.text)),
  }
}

/** Result for a model that did not answer. */
export const untriedModel: ModelTest = {
  problem: null,
  firstPieceMilliseconds: null,
  milliseconds: null,
  tokens: null,
  streams: false,
  callsFunctions: false,
  answersInJson: false,
}

const isCapital = (value: unknown): boolean => typeof (value as { capital?: unknown } | null)?.capital === 'string'

/** Sink that discards the text and reports when pieces arrive. */
function countingSink(onPiece: () => void): TextSink {
  let isEmpty = true
  return {
    write(piece) {
      if (piece !== '') {
        isEmpty = false
        onPiece()
      }
      return true
    },
    get isEmpty() {
      return isEmpty
    },
    isFull: false,
    signal: new AbortController().signal,
  }
}
