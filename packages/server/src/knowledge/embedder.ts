import { setTimeout as sleep } from 'node:timers/promises'
import {
  at,
  type Integration,
  integrationOf,
  integrationOfCredentials,
  jsonOf,
  listAt,
  messageOf,
  post,
  type SpentTokens,
  tokensOfText,
} from '@colloquy/flow/integrations'
import { decodeText, type EgressOutcome } from '@colloquy/ports/egress'
import type { CallGuard } from '@colloquy/ports/shares'
import type { Storage } from '@colloquy/storage'
import type { Limits } from '../limits/limits.js'
import { tokenCount } from '../models/answer-part.js'
import type { ModelBudget, Spender } from '../models/model-budget.js'
import { withoutSecrets } from '../service-calls/authenticate.js'
import { callService, type ServicePorts } from '../service-calls/call-service.js'
import { sentence } from '../service-calls/sentence.js'
import type { Vault } from '../vault/vault.js'

export interface EmbedderOptions {
  storage: Pick<Storage, 'credentials'>
  vault: Vault
  ports: ServicePorts
  limits: Pick<Limits, 'responseBytes' | 'knowledgeVectorNumbers'>
  budget: ModelBudget
}

export interface EmbedRequest {
  texts: readonly string[]
  credentialsId: string
  model: string
  /** Pays for the call. */
  spender: Spender
  seconds: number
  /** How often a call is repeated if it may succeed then. */
  retries?: number
  /** Once it is aborted, the call is not repeated. */
  signal?: AbortSignal
  /** Asked before the call. */
  guard?: CallGuard
}

export type Embedding =
  | { answer: 'embedded'; vectors: number[][] }
  /** `isOfTexts`: the texts are the cause, and others may succeed. */
  | { answer: 'failed'; problem: string; isOfTexts?: true }

type Failed = Extract<Embedding, { answer: 'failed' }> & { mayPass?: true }

/** Requests the vectors of texts from services of language models, within budgets. Failures of the service do not reject. */
export class Embedder {
  readonly #options: EmbedderOptions

  constructor(options: EmbedderOptions) {
    this.#options = options
  }

  async embed(request: EmbedRequest): Promise<Embedding> {
    const { storage, vault } = this.#options
    const { workspaceId } = request.spender
    const row = await storage.credentials.get(workspaceId, request.credentialsId)
    const opened = row && vault.openRow(row)
    if (!row || !opened) return failed('The credentials are not among those of this workspace. Choose others.')
    const type = integrationOfCredentials(row.type)
    const integration: Integration | undefined = type && integrationOf(type)
    if (!type || !integration?.credentials || !integration.embeds)
      return failed('The service of these credentials does not embed texts. Choose others.')
    const asked: Asked = { ...request, type, credentials: integration.credentials, opened }
    const { signal } = request
    for (let retries = request.retries ?? 0; ; retries--) {
      const outcome = await this.#spend(asked)
      if (outcome.answer === 'embedded' || !outcome.mayPass || retries <= 0 || signal?.aborted) {
        if (outcome.answer === 'embedded') return outcome
        const problem = withoutSecrets(outcome.problem, asked.credentials, opened.data)
        return { answer: 'failed', problem, ...(outcome.isOfTexts && { isOfTexts: true }) }
      }
      await sleep(waitBetweenTries, undefined, { signal }).catch(() => {})
    }
  }

  async #spend(asked: Asked): Promise<Exclude<Embedding, Failed> | Failed> {
    const { type, model, texts, spender } = asked
    const input = tokensOfText(texts.join(''))
    const spent = await this.#options.budget.count({ provider: type, model, input, output: 0 }, spender, async () => {
      const { outcome, tokens = input } = await this.#ask(asked)
      return { outcome, spent: { ...noTokens, input: outcome.answer === 'embedded' ? tokens : 0 } }
    })
    return 'over' in spent ? failed(`The budget is used up: ${spent.over}`) : spent.outcome
  }

  async #ask(asked: Asked): Promise<{ outcome: Exclude<Embedding, Failed> | Failed; tokens?: number }> {
    const { ports, limits } = this.#options
    const { type, credentials, opened, model, texts, spender, seconds, guard } = asked
    const call = post(['embeddings'], { json: { model, input: texts } })
    const owner = { workspaceId: spender.workspaceId, ...(spender.botId !== '' && { botId: spender.botId }) }
    const request = { owner, timeoutSeconds: seconds, maxBytes: limits.responseBytes, ...(guard && { guard }) }
    return readAnswer(await callService({ type, credentials, opened, call, request }, ports), asked, limits)
  }
}

interface Asked extends EmbedRequest {
  type: NonNullable<ReturnType<typeof integrationOfCredentials>>
  credentials: NonNullable<Integration['credentials']>
  opened: NonNullable<ReturnType<Vault['openRow']>>
}

const noTokens: SpentTokens = { input: 0, output: 0, cached: 0 }
const waitBetweenTries = 2_000
const maxMessageLength = 200

const failed = (problem: string, more: Pick<Failed, 'isOfTexts' | 'mayPass'> = {}): Failed => ({
  answer: 'failed',
  problem,
  ...more,
})

type Read = { outcome: Exclude<Embedding, Failed> | Failed; tokens?: number }

function readAnswer(
  answer: EgressOutcome,
  { texts }: Pick<EmbedRequest, 'texts'>,
  limits: EmbedderOptions['limits'],
): Read {
  switch (answer.kind) {
    case 'timeout':
      return { outcome: failed(`The service took longer than ${answer.seconds} s.`, { mayPass: true }) }
    case 'too-large':
      return { outcome: failed(`The answer of the service is larger than ${answer.maxBytes} bytes.`) }
    case 'refused':
      return { outcome: failed(sentence(answer.reason)) }
    case 'failed':
      return { outcome: failed(answer.reason, { mayPass: true }) }
  }
  const { status } = answer
  const body = jsonOf(decodeText(answer.body, answer.headers))
  if (status < 200 || status > 299) {
    const said = messageOf(body)?.slice(0, maxMessageLength).trim()
    const end = said?.endsWith('.') ? '' : '.'
    return {
      outcome: failed(`The service answered ${status}${said ? `: ${said}` : ''}${end}`, {
        ...(ofTexts.has(status) && { isOfTexts: true }),
        ...((status === 429 || status >= 500) && { mayPass: true }),
      }),
    }
  }
  const vectors = vectorsIn(body, texts.length)
  if (!vectors)
    return { outcome: failed('The answer of the service holds no vectors. Check the address and the model.') }
  const max = limits.knowledgeVectorNumbers
  if (vectors.some((vector) => vector.length > max))
    return { outcome: failed(`The vectors of the model have more than ${max} numbers. Choose another model.`) }
  const counts = [at(body, 'usage', 'prompt_tokens'), at(body, 'usage', 'total_tokens')]
  const tokens = tokenCount(counts.find((count): count is number => typeof count === 'number' && count > 0))
  return { outcome: { answer: 'embedded', vectors }, ...(tokens !== undefined && { tokens }) }
}

/** Statuses for texts that are too long, or that a model does not accept. */
const ofTexts: ReadonlySet<number> = new Set([400, 413, 422])

/** Returns the vectors in the order of their texts; undefined unless there is one of the same length for each. */
function vectorsIn(body: unknown, count: number): number[][] | undefined {
  const vectors: number[][] = []
  for (const [index, item] of listAt(body, 'data').entries()) {
    const given = at(item, 'index')
    const position = typeof given === 'number' ? given : index
    const vector = at(item, 'embedding')
    if (Number.isInteger(position) && position >= 0 && position < count && isVector(vector)) vectors[position] = vector
  }
  const length = vectors[0]?.length ?? 0
  const isWhole = length > 0 && vectors.length === count
  return isWhole && Array.from(vectors).every((vector) => vector?.length === length) ? vectors : undefined
}

const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((number) => typeof number === 'number' && Number.isFinite(number))
