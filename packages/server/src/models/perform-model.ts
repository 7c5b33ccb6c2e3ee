import { setTimeout as sleep } from 'node:timers/promises'
import type { LanguageModelV3CallOptions } from '@ai-sdk/provider'
import type { MaskedValues } from '@colloquy/engine'
import type { CredentialsType } from '@colloquy/flow'
import {
  type Credentials,
  type Integration,
  type IntegrationType,
  integrationOf,
  isIntegration,
  type ModelCall,
  type ModelOutcome,
  type ModelRequest,
  type ModelWire,
  type PassedModel,
} from '@colloquy/flow/integrations'
import { type EgressRequest, egressFetch, type Sent } from '@colloquy/ports/egress'
import { Stop, type StopSignal } from '@colloquy/ports/shares'
import { readUrl } from '@colloquy/ports/urls'
import type { TurnScope } from '../effects/effects.js'
import type { TextSink } from '../effects/text-sink.js'
import type { Limits } from '../limits/limits.js'
import { nowOrLater, Postponed } from '../postponed.js'
import { authenticate, withoutSecrets } from '../service-calls/authenticate.js'
import { baseAddress, openService, type ServicePorts, sendToService } from '../service-calls/call-service.js'
import type { OpenCredentials, Vault } from '../vault/vault.js'
import { abandoned, type Failed, failureOf, notAnswered } from './failure.js'
import { hostedTool } from './hosted-tools.js'
import type { ImageChecks } from './image-checks.js'
import { answerOf } from './model-answer.js'
import { type Admission, circuitKey, type ModelBreaker } from './model-breaker.js'
import type { ModelBudget } from './model-budget.js'
import { promptOf } from './prompt.js'
import { generated, readModelResponse, type SaidOutcome } from './read-model-response.js'
import { askedWait, maxWaited, retryWait } from './retry-wait.js'
import { collectingSink } from './streamed-answer.js'
import type { Endpoint, SchemaMode } from './wire.js'
import { streamedOnly, userFirst, wires } from './wires.js'

export interface ModelHandler {
  vault: Vault
  ports: ServicePorts
  limits: Pick<
    Limits,
    | 'modelSeconds'
    | 'modelFirstByteSeconds'
    | 'modelIdleSeconds'
    | 'modelTextBytes'
    | 'modelAnswerBytes'
    | 'responseBytes'
  >
  looks: ImageChecks
  budget: ModelBudget
  breaker: ModelBreaker
}

/**
 * Calls a language model within its budgets. If it does not answer, tries its fallbacks one after another, each at most once. Adds the
 * secrets of the credentials, and removes them from the result. Never rejects because of external failures. Throws a `Postponed` once text
 * arrives, if the scope allows it.
 */
export async function performModel(
  { fallbacks = [], ...first }: ModelRequest,
  scope: TurnScope,
  handler: ModelHandler,
): Promise<ModelOutcome> {
  const passed: PassedModel[] = []
  let request = first
  for (const next of [...fallbacks, undefined]) {
    const candidate = request
    const spending = handler.budget.spend(request.service, request.call, scope, (call, maxTokens) =>
      askCandidate({ ...candidate, call }, scope, handler, maxTokens),
    )
    const outcome = await nowOrLater(spending, after(passed))
    const isFinal = next === undefined || outcome.answer === 'said' || outcome.text !== undefined
    if (isFinal || outcome.cause === 'left' || outcome.cause === 'over-budget') return outcome
    const { cause, reason } = outcome
    passed.push({ model: request.call.model, cause, reason })
    request = {
      ...first,
      credentialsId: next.credentialsId ?? first.credentialsId,
      call: { ...first.call, model: next.model },
    }
  }
  return refused('no model was asked.')
}

/** Adds the models that were asked before. */
const after =
  (passed: readonly PassedModel[]) =>
  (outcome: ModelOutcome): ModelOutcome =>
    passed.length > 0 ? { ...outcome, passed } : outcome

/** Calls one model, and retries when the failure may be temporary. */
async function askCandidate(
  { service, credentialsId, call, masks = {} }: ModelRequest,
  scope: TurnScope,
  handler: ModelHandler,
  maxTokens: number | undefined,
): Promise<ModelOutcome> {
  const definition: Integration | undefined = integrationOf(service)
  if (!isIntegration(service) || !definition?.models || !definition.credentials)
    return refused('this service has no models here.')
  const opened = await handler.vault.open(scope.workspaceId, credentialsId, service as CredentialsType)
  if (!opened) return refused('its credentials are not among those of this workspace.')
  const { credentials } = definition
  const baseURL = baseAddress({ type: service, credentials, opened, call }, handler.ports).replace(/(?<!\/)\/+$/, '')
  const host = readUrl(baseURL)?.host
  if (host === undefined) return refused('the base address of the credentials is not an address.')
  const wire = wireFor(definition.models, baseURL, credentials, call)
  const key = circuitKey(host, credentialsId, call.model)
  const calling = new ModelCalling({
    service,
    credentials,
    credentialsId,
    opened,
    baseURL,
    wire,
    call,
    masks,
    scope,
    handler,
    maxTokens,
    key,
  })
  const { breaker } = handler
  const hold = breaker.heldFor(key)
  if (hold > 0 && !calling.hasTimeFor(hold)) return held
  const admission = breaker.admit(key)
  if (!admission) return paused
  try {
    return await nowOrLater(calling.run(hold), ending(breaker, { key, admission }, { credentials, opened }))
  } catch (error) {
    if (error instanceof Postponed) throw error
    breaker.ended(key, admission, undefined)
    if (error instanceof NotAsked) return error.outcome
    throw error
  }
}

/** Thrown in place of an outcome that says nothing about the model, since it was not asked. */
class NotAsked extends Error {
  readonly outcome: ModelOutcome

  constructor(outcome: ModelOutcome) {
    super('The model was not asked.')
    this.outcome = outcome
  }
}

/** Step at the end of a call. */
const ending =
  (
    breaker: ModelBreaker,
    { key, admission }: { key: string; admission: Admission },
    { credentials, opened }: { credentials: Credentials; opened: OpenCredentials },
  ) =>
  (outcome: ModelOutcome): ModelOutcome => {
    breaker.ended(key, admission, outcome)
    return cleaned(outcome, credentials, opened)
  }

interface CallingOptions {
  service: IntegrationType
  credentials: Credentials
  credentialsId: string
  opened: OpenCredentials
  baseURL: string
  wire: ModelWire
  call: ModelCall
  /** Values by the tokens that replace them. */
  masks: MaskedValues
  scope: TurnScope
  handler: ModelHandler
  /** Estimated tokens after which a streamed answer is cut. */
  maxTokens: number | undefined
  /** Key of its circuit. */
  key: string
}

/** One call with its retries, all within its time limit. */
class ModelCalling {
  readonly #options: CallingOptions
  readonly #end: number
  /** Reason why the budget of the turn forbids another call. */
  #denied: string | undefined
  /** The service asked another call to wait while this one waited for its place. */
  #isHeld = false

  constructor(options: CallingOptions) {
    this.#options = options
    const { scope, handler } = options
    this.#end = performance.now() + scope.budget.modelSecondsFor(handler.limits.modelSeconds) * 1000
  }

  hasTimeFor(wait: number): boolean {
    return wait <= maxWaited && performance.now() + wait < this.#end
  }

  /** `hold`: milliseconds to wait before the first request. */
  async run(hold: number): Promise<ModelOutcome> {
    const { call, scope, handler, wire } = this.#options
    const startsWithUser = userFirst[wire] === true
    const prompt = await promptOf(call.messages, (url) => handler.looks.at(url, scope), { startsWithUser })
    const modes = schemaModes(wire, call)
    let hasStreamUsage = true
    if (hold > 0) await sleep(hold)
    let waited = hold
    for (let retries = 0; ; ) {
      const [mode = 'prompt'] = modes
      const outcome = await this.#attempt(optionsOf(call, wire, prompt, mode), mode, hasStreamUsage).catch(shownLater)
      if (outcome.answer === 'said') return outcome
      if (scope.budget.stopped?.aborted) return abandoned
      if (this.#isHeld) {
        waited += await this.#holdOut(waited)
        continue
      }
      if (outcome.isUnmade || this.#denied !== undefined) throw new NotAsked(shown(outcome))
      if (outcome.text !== undefined || outcome.cause === 'left') return shown(outcome)
      if (scope.text && wire === 'compatible' && hasStreamUsage && outcome.cause === 'invalid') {
        hasStreamUsage = false
        continue
      }
      if (outcome.status === 400 && outcome.cause === 'invalid' && modes.length > 1) {
        modes.shift()
        continue
      }
      const wait = retryWait(outcome, retries, waited)
      if (wait === undefined || !this.hasTimeFor(wait)) return shown(outcome)
      await sleep(wait)
      waited += wait
      retries++
    }
  }

  /** Waits as long as the service has asked another call to wait; returns the milliseconds. */
  async #holdOut(waited: number): Promise<number> {
    this.#isHeld = false
    const hold = this.#options.handler.breaker.heldFor(this.#options.key)
    if (waited + hold > maxWaited || !this.hasTimeFor(hold)) throw new NotAsked(held)
    await sleep(hold)
    return hold
  }

  async #attempt(
    options: LanguageModelV3CallOptions,
    schemaMode: SchemaMode,
    hasStreamUsage: boolean,
  ): Promise<Failed | SaidOutcome> {
    const { wire, baseURL, call, scope, handler } = this.#options
    const endpoint = { baseURL, call, schemaMode, hasStreamUsage }
    const { modelTextBytes } = handler.limits
    const collected = streamedOnly.has(wire) ? collectingSink(modelTextBytes, scope.budget.stopped ?? never) : undefined
    const sink = scope.text && !call.schema ? scope.text : collected
    try {
      if (sink) return await this.#stream(endpoint, options, sink)
      const model = await wires[wire](endpoint)
      const send = egressFetch((request) => this.#send(request))
      return answerOf(await generated(model, options, send), modelTextBytes)
    } catch (error) {
      if (error instanceof Postponed) throw error
      return failureOf(error, call.model)
    }
  }

  async #stream(
    endpoint: Endpoint,
    options: LanguageModelV3CallOptions,
    sink: TextSink,
  ): Promise<Failed | SaidOutcome> {
    const { wire, credentials, opened, call, masks, maxTokens, scope, handler } = this.#options
    const model = await wires[wire](endpoint)
    const got = await this.#open(await model.streamRequest(options), sink.signal)
    if (got.kind !== 'response') return sink.signal.aborted ? abandoned : notAnswered(got)
    const canPostpone = scope.canPostpone === true && sink === scope.text
    const { limits } = handler
    const reading = { sink, credentials, opened, call, masks, maxTokens, canPostpone, limits }
    return readModelResponse(got, model, options, reading)
  }

  #send(request: Sent) {
    const { scope, handler } = this.#options
    const { ports, limits } = handler
    return sendToService(this.#sender(), this.#request(request, limits.modelAnswerBytes), ports, scope.budget.stopped)
  }

  #open(request: Sent, signal: StopSignal) {
    const { ports, limits } = this.#options.handler
    const { modelFirstByteSeconds: firstByteSeconds, modelIdleSeconds: idleSeconds } = limits
    const streamed = { ...this.#request(request, limits.responseBytes), firstByteSeconds, idleSeconds }
    return openService(this.#sender(), streamed, ports, signal)
  }

  #sender() {
    const { service, credentials, opened } = this.#options
    return { type: service, opened, secrets: authenticate(credentials.auth, opened.data).headers }
  }

  #request(request: Sent, maxBytes: number): EgressRequest {
    const { scope, credentialsId, handler, key } = this.#options
    const seconds = Math.max(0.1, (this.#end - performance.now()) / 1000)
    return {
      ...request,
      owner: { workspaceId: scope.workspaceId, botId: scope.botId, accountId: credentialsId },
      timeoutSeconds: Math.round(seconds * 10) / 10,
      maxBytes,
      guard: {
        takeCall: () => {
          this.#isHeld = handler.breaker.heldFor(key) > 0
          if (this.#isHeld) return 'the service has asked other calls to wait.'
          this.#denied = scope.budget.takeCall()
          return this.#denied
        },
        mayBegin: () => scope.budget.mayBegin(),
      },
      heard: ({ status, headers }) => {
        const asked = status === 429 ? askedWait(headers, Date.now()) : undefined
        if (asked !== undefined) handler.breaker.hold(key, asked)
      },
    }
  }
}

/** A call that has begun to speak is not retried. */
function shownLater(error: unknown): never {
  if (error instanceof Postponed)
    error.add((outcome: Failed | SaidOutcome) => ('cause' in outcome ? shown(outcome) : outcome))
  throw error
}

/** Signal for calls whose visitor cannot leave. */
const never = new Stop()

/** Selects the protocol. The strict protocol of a provider is only for its own endpoint: compatible ones omit parts that it requires. */
function wireFor(wire: ModelWire, baseURL: string, { address }: Credentials, { responses }: ModelCall): ModelWire {
  return wire === 'openai' && !responses && new URL(baseURL).host !== new URL(address).host ? 'compatible' : wire
}

/** Compatible endpoints may support neither schemas nor a JSON mode, so the prompt also asks for the object. */
const schemaModes = (wire: ModelWire, { schema }: ModelCall): SchemaMode[] =>
  wire === 'compatible' && schema ? ['schema', 'json', 'prompt'] : ['schema']

/** Tokens of an answer where the protocol requires a limit: without one, the package sends the largest that the model takes. */
const usualTokens: { readonly [W in ModelWire]?: number } = { anthropic: 4_096 }

function optionsOf(
  call: ModelCall,
  wire: ModelWire,
  prompt: LanguageModelV3CallOptions['prompt'],
  mode: SchemaMode,
): LanguageModelV3CallOptions {
  const { tools = [], temperature, maxTokens = usualTokens[wire], schema, responses } = call
  const functions = tools.map(
    ({ name, description, parameters }) =>
      ({
        type: 'function',
        name,
        ...(description !== undefined && { description }),
        inputSchema: parameters,
        ...(responses && { strict: false }),
      }) as const,
  )
  const allTools = [...(responses?.hostedTools ?? []).map(hostedTool), ...functions]
  return {
    prompt,
    ...(allTools.length > 0 && { tools: allTools }),
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    ...(schema && mode !== 'prompt' && { responseFormat: { type: 'json', schema, name: 'values' } }),
    ...(responses && {
      providerOptions: {
        openai: {
          store: true,
          ...(responses.previousId !== undefined && { previousResponseId: responses.previousId }),
          ...(responses.instructions !== undefined && { instructions: responses.instructions }),
        },
      },
    }),
  }
}

/** Removes the details that only retries need. */
const shown = ({ cause, reason, details, text }: Failed): ModelOutcome => ({
  answer: 'failed',
  cause,
  reason,
  ...(details !== undefined && { details }),
  ...(text !== undefined && { text }),
})

/** Removes secrets: a service may repeat what it was sent. */
function cleaned(outcome: ModelOutcome, credentials: Credentials, { data }: OpenCredentials): ModelOutcome {
  const clean = (text: string) => withoutSecrets(text, credentials, data)
  if (outcome.answer === 'failed') {
    return {
      ...outcome,
      reason: clean(outcome.reason),
      ...(outcome.details !== undefined && { details: clean(outcome.details) }),
    }
  }
  return {
    ...outcome,
    text: clean(outcome.text),
    toolCalls: outcome.toolCalls.map((toolCall) => ({ ...toolCall, input: clean(toolCall.input) })),
  }
}

const paused: ModelOutcome = {
  answer: 'failed',
  cause: 'overloaded',
  reason: 'the last calls to this model failed, so that it is not asked for a while.',
}

const held: ModelOutcome = {
  answer: 'failed',
  cause: 'rate-limited',
  reason: 'the service has asked for a longer wait than a visitor may have, after an earlier call.',
}

const refused = (reason: string): ModelOutcome => ({ answer: 'failed', cause: 'refused', reason })
