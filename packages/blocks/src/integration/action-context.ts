import {
  type BlockContext,
  type Effect,
  type Effectful,
  type EffectOutcome,
  entryText,
  parseBigIntSafeJson,
  perform,
} from '@colloquy/engine'
import type { WithExits } from '@colloquy/flow/blocks'
import type {
  ActionContext,
  Failing,
  HttpCallOfService,
  Integration,
  ModelCandidate,
  ModelFailure,
  PageEmbed,
  PageScript,
  ServiceOutcome,
  ServiceRequest,
} from '@colloquy/flow/integrations'
import { messageOf } from '@colloquy/flow/integrations'
import { type BlockFailure, exitEdge } from '../common/leave-by.js'
import { readAs } from './read-as.js'
import { runTool } from './run-tool.js'

/** Side effects of an action other than stored values. */
export interface ActionTraces {
  script?: PageScript
  embed?: PageEmbed
  /** The action called a service or stored something. */
  hasCalled?: true
  /** The first failure. */
  trouble?: BlockFailure
}

/** Text that is streamed to the client, as far as it has been generated. */
export interface StreamedText {
  texts: string[]
  /** The last call of the model is over, successfully or not. */
  isAnswered: boolean
  isTakenBack?: true
  /** The first failure. */
  trouble?: BlockFailure
}

interface Running {
  integration: Integration
  block: WithExits & { id: string }
  action: string
  credentialsId: string | undefined
  fallbacks?: readonly ModelCandidate[] | undefined
  /** Present when the text is streamed to the client. */
  streamed?: StreamedText
}

/** Creates the context that an action runs with, and the traces of its side effects. */
export function actionContext(
  { integration, block, action, credentialsId, fallbacks, streamed }: Running,
  context: BlockContext,
): { actions: ActionContext<Effect, EffectOutcome>; traces: ActionTraces } {
  const traces: ActionTraces = {}
  const name = `${integration.label}, ${action}`
  const log = (status: 'error' | 'info', text: string, details?: string) =>
    context.log('service-answer', {
      status,
      description: `${name}: ${text}`,
      ...(details && { details }),
      isPrivate: true,
    })

  const fail = (problem: string, { details, on = 'failure', cause = 'invalid', isExpected }: Failing = {}) => {
    traces.trouble ??= { on, cause }
    if (streamed) streamed.trouble ??= traces.trouble
    log(isExpected ? 'info' : 'error', problem, details)
  }

  /** Returns the outcome of a successful call; otherwise logs the failure and returns undefined. */
  function* ask(
    request: Omit<ServiceRequest, 'service' | 'credentialsId'>,
    isGuaranteed = false,
  ): Effectful<ServiceOutcome | undefined> {
    const service = integration.type
    const outcome = yield* perform({
      kind: 'request',
      request: { service, ...(credentialsId && { credentialsId }), ...request },
      ...(isGuaranteed && { guarantee: { blockId: block.id, blockType: service } }),
    })
    if (outcome.answer === 'queued') {
      log('info', 'queued for delivery')
      return undefined
    }
    if (outcome.answer !== 'refused') traces.hasCalled = true
    switch (outcome.answer) {
      case 'response': {
        if (outcome.status >= 200 && outcome.status < 300) return outcome
        const said = messageOf(readBody(outcome.text))?.slice(0, 500)
        fail(`the service answered ${outcome.status}${said ? `: ${said}` : ''}`, {
          details: detailsOf(outcome),
          cause: causeOf(outcome.status),
        })
        return undefined
      }
      case 'timeout':
        fail(`the service took longer than ${outcome.seconds} s`, { cause: 'timeout' })
        return undefined
      case 'refused':
      case 'failed':
        fail(outcome.reason, { cause: outcome.answer === 'refused' ? 'refused' : 'overloaded' })
        return undefined
      default:
        return outcome
    }
  }

  const actions: ActionContext<Effect, EffectOutcome> = {
    now: context.now,
    channel: context.channel,
    random: () => context.random(),
    uuid: () => newUuid(context),
    value: (id) => context.value(id),
    save: (id, value) => {
      if (id !== undefined) context.assign([{ id, value }])
    },
    variableName: (id) => context.variableName(id),
    fail,
    hasExit: (on) => exitEdge(block, on) !== undefined,
    warn: (problem) => log('error', problem),
    note: (remark) => log('info', remark),
    isStreamed: streamed !== undefined,
    noteInPreview(remark) {
      if (context.mode === 'preview') log('info', remark)
    },
    saidLast: () => context.answers.at(-1)?.value,
    readAs: readAs(context.now),
    *saidSoFar() {
      const { entries } = yield* perform({ kind: 'transcript' })
      return [...entries, ...context.saidNow()].map((entry) => ({
        role: entry.role,
        type: entry.type,
        text: entryText(entry),
      }))
    },
    *searchKnowledge(request) {
      const sentQuery = context.masked(request.query) ?? ''
      const sent = sentQuery === request.query ? request : { ...request, sentQuery }
      const outcome = yield* perform({ kind: 'knowledge', request: sent })
      if (outcome.answer === 'found') {
        if (outcome.problem) log('info', `passages were found by words only. ${outcome.problem}`)
        return outcome.passages
      }
      fail(outcome.reason, { cause: 'refused' })
      return undefined
    },
    noteUnanswered: (baseId, question) => context.noteUnanswered(baseId, question),
    *askModel(call) {
      if (credentialsId === undefined)
        return { answer: 'failed', cause: 'refused', reason: 'no credentials are chosen.' }
      const request = { service: integration.type, credentialsId, call, ...(fallbacks && { fallbacks }) }
      const outcome = yield* context.askModel(request)
      if (outcome.answer === 'said' || !unasked.has(outcome.cause)) traces.hasCalled = true
      for (const { model, cause, reason } of outcome.passed ?? [])
        log('error', `${model} did not answer (${cause}), so the next model was asked: ${reason}`)
      if (streamed) {
        if (outcome.text) streamed.texts.push(outcome.text)
        streamed.isAnswered = outcome.answer === 'said'
        if (outcome.answer === 'said' && outcome.isTakenBack) streamed.isTakenBack = true
      }
      return outcome
    },
    runCode: (code, values) => runTool(code, values, context),
    *call(call: HttpCallOfService, { isGuaranteed } = {}) {
      const outcome = yield* ask({ call }, isGuaranteed)
      return outcome?.answer === 'response' ? { status: outcome.status, body: readBody(outcome.text) } : undefined
    },
    *store(call, file) {
      const outcome = yield* ask({ call, file })
      return outcome?.answer === 'file' ? outcome.url : undefined
    },
    *sign(claims, seconds) {
      const outcome = yield* ask({ call: { kind: 'sign', claims, seconds } })
      return outcome?.answer === 'signed' ? outcome.token : undefined
    },
    *look(url) {
      const outcome = yield* ask({ call: { kind: 'look', url } })
      return outcome?.answer === 'found' ? outcome.file : undefined
    },
    runInPage: (script) => {
      traces.script = script
    },
    embed: (embed) => {
      traces.embed = embed
    },
  }
  return { actions, traces }
}

/** Causes for which a model was not asked. */
const unasked: ReadonlySet<ModelFailure> = new Set(['refused', 'over-budget'])

/** Cause of an error response, in the terms used for model failures. */
function causeOf(status: number): string {
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 404) return 'not-found'
  if (status === 429) return 'rate-limited'
  return status === 408 || status >= 500 ? 'overloaded' : 'invalid'
}

function readBody(text: string): unknown {
  try {
    return parseBigIntSafeJson(text)
  } catch {
    return text
  }
}

const detailsOf = ({ status, requestId, text }: Extract<ServiceOutcome, { answer: 'response' }>): string =>
  JSON.stringify({ status, ...(requestId && { requestId }), body: text.slice(0, 2_000) })

/** Returns a version 4 UUID from the random numbers of the turn. */
function newUuid(context: BlockContext): string {
  const digits = Array.from({ length: 32 }, () => Math.floor(context.random() * 16))
  digits[12] = 4
  digits[16] = 8 + (digits[16]! % 4)
  const hex = digits.map((digit) => digit.toString(16)).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
