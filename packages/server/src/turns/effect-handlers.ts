import type { EmailDraft, HttpOutcome, PaymentOutcome } from '@colloquy/engine'
import type { ModelOutcome } from '@colloquy/flow/integrations'
import type { Ports } from '@colloquy/ports'
import { decodeText, type EgressOutcome } from '@colloquy/ports/egress'
import type { FilePort } from '@colloquy/ports/files'
import { type MailBudget, newMailBudget } from '@colloquy/ports/mail'
import type { Owner } from '@colloquy/ports/shares'
import type { Storage } from '@colloquy/storage'
import type { CompiledFlowCache } from '../caches/compiled-flow-cache.js'
import type { Config } from '../config/config.js'
import { readContact } from '../contacts/contact-of-turn.js'
import { DeliveryQuota } from '../deliveries/delivery-quota.js'
import type { EffectHandlers, TurnScope } from '../effects/effects.js'
import { openAttachment } from '../files/open-attachment.js'
import { performRequest, type ResponseOfService } from '../integrations/perform-request.js'
import { fileStore } from '../integrations/store-file.js'
import type { Knowledge } from '../knowledge/knowledge.js'
import { performMcp } from '../mcp/perform-mcp.js'
import type { ToolClient } from '../mcp/tool-client.js'
import { ImageChecks } from '../models/image-checks.js'
import type { ModelBreaker } from '../models/model-breaker.js'
import type { ModelBudget } from '../models/model-budget.js'
import type { AccessTokens } from '../oauth/access-tokens.js'
import type { Metrics } from '../observability/metrics.js'
import { nowOrLater } from '../postponed.js'
import { RecentAnswers } from '../process/recent-answers.js'
import { transcript } from '../results/transcript.js'
import type { ServicePorts } from '../service-calls/call-service.js'
import { HeldFiles } from '../service-calls/held-files.js'
import type { OpenFile } from '../service-calls/read-upload.js'
import type { Vault } from '../vault/vault.js'
import { askPerson } from './ask-person.js'
import { performMail } from './perform-mail.js'

export interface EffectHandlersOptions {
  storage: Storage
  compiledFlows: CompiledFlowCache
  config: Config
  ports: Ports
  services: ServicePorts
  vault: Vault
  files: FilePort
  metrics: Pick<Metrics, 'limitReached' | 'watchModelCircuits'>
  /** Access tokens of OAuth credentials. */
  oauthTokens: AccessTokens
  /** Calls tools of MCP servers. */
  mcpClient: ToolClient
  modelBudget: ModelBudget
  modelBreaker: ModelBreaker
  knowledge: Knowledge
  now: () => number
}

const outcomeOfModel = (outcome: ModelOutcome) => ({ outcome })

/** Creates the effect handlers of turns, each on its port. */
export function createEffectHandlers({
  storage,
  compiledFlows,
  config,
  ports,
  services,
  vault,
  files,
  metrics,
  oauthTokens,
  mcpClient,
  modelBudget: budget,
  modelBreaker: breaker,
  knowledge,
  now,
}: EffectHandlersOptions): EffectHandlers {
  const storeFile = fileStore({ storage, files, config, now })
  const openFile: OpenFile = (url, scope) => openAttachment(url, { storage, files, ...scope })
  const budgets = new WeakMap<TurnScope, MailBudget>()
  const mailBudget = (scope: TurnScope): MailBudget => {
    const budget = budgets.get(scope) ?? newMailBudget()
    budgets.set(scope, budget)
    return budget
  }
  const opener = { vault, oauthTokens }
  const sources = { storeFile, openFile, recentAnswers: new RecentAnswers<ResponseOfService>(500) }
  const heldFiles = new HeldFiles(config.limits.sentFileBytes, () => metrics.limitReached('sentFileBytes'))
  const requests = { ...opener, ...sources, ports: services, limits: config.limits, mailBudget, heldFiles, now }
  const looks = new ImageChecks({ egress: ports.egress, openFile })
  const quota = new DeliveryQuota({
    store: storage.deliveries,
    limits: config.limits,
    limitReached: metrics.limitReached,
    now,
  })
  metrics.watchModelCircuits(() => breaker.open)
  return {
    program: async ({ botId }, { workspaceId, mode }) => ({
      compiledFlow: await compiledFlows.linked(botId, workspaceId, mode),
    }),
    contact: async ({ attributes }, scope) => ({ values: await readContact(storage, scope, attributes) }),
    script: ({ code, args, mode }, scope) =>
      ports.scripts.run({
        code,
        args,
        mode,
        owner: ownerOf(scope),
        isOffline: scope.isDryRun,
        guard: scope.budget,
      }),
    pattern: ({ pattern, flags, texts }, scope) => ports.scripts.test({ pattern, flags, texts, owner: ownerOf(scope) }),
    http: async ({ request: { proxyCredentialsId, ...request }, guarantee }, scope) => {
      const { workspaceId, budget, deliveryId } = scope
      if (guarantee && mayWait(scope)) {
        const reason = await quota.take(workspaceId, request.url.length + (request.body?.length ?? 0))
        return reason === undefined ? { answer: 'queued' } : { answer: 'failed', reason }
      }
      const proxy = proxyCredentialsId && (await vault.open(workspaceId, proxyCredentialsId, 'http proxy'))
      if (proxyCredentialsId && !proxy) {
        return { answer: 'refused', reason: 'the credentials of its proxy are not among those of this workspace' }
      }
      const proxyUrl = proxy ? proxy.data.url : undefined
      return httpOutcome(
        await ports.egress.send({
          ...request,
          headers: deliveryId === undefined ? request.headers : withKey(request.headers, deliveryId),
          owner: ownerOf(scope),
          proxyUrl,
          timeoutSeconds: budget.secondsFor(request.timeoutSeconds),
          maxBytes: config.limits.responseBytes,
          guard: budget,
        }),
      )
    },
    request: async ({ request, guarantee }, scope) => {
      if (guarantee && mayWait(scope)) {
        const reason = await quota.take(scope.workspaceId, JSON.stringify(request).length)
        return reason === undefined ? { answer: 'queued' } : { answer: 'failed', reason }
      }
      return performRequest(request, scope, requests)
    },
    model: async ({ request }, scope) => {
      const { performModel } = await import('../models/perform-model.js')
      const handler = { vault, ports: services, limits: config.limits, looks, budget, breaker }
      return nowOrLater(performModel(request, scope, handler), outcomeOfModel)
    },
    knowledge: async ({ request: { baseId, query, sentQuery, limit } }, scope) => {
      const { workspaceId, botId, ceilings, asking, budget } = scope
      const base = await storage.knowledge.getBase(workspaceId, baseId)
      if (!base) return { answer: 'failed', reason: 'its knowledge base is not in this workspace.' }
      const { knowledgeQueryCharacters, knowledgePassages } = config.limits
      const max = Math.max(1, Math.min(limit, knowledgePassages))
      const found = await knowledge.search({
        base,
        question: query.slice(0, knowledgeQueryCharacters),
        sentQuestion: sentQuery?.slice(0, knowledgeQueryCharacters),
        limit: max,
        spender: { workspaceId, botId, ...(ceilings && { ceilings }), ...(asking && { asking }) },
        seconds: budget.secondsFor(secondsOfQuestion),
        guard: budget,
      })
      return { answer: 'found', ...found }
    },
    mcp: async ({ request }, scope) => ({ outcome: await performMcp(request, scope, { vault, client: mcpClient }) }),
    mail: async ({ guarantee, ...effect }, scope) => {
      if (guarantee && mayWait(scope)) {
        const reason = await quota.take(scope.workspaceId, sizeOf(effect.draft))
        return reason === undefined ? { isQueued: true } : { failure: { reason } }
      }
      const handler = {
        mail: ports.mail,
        vault,
        owner: ownerOf(scope),
        defaultAccount: config.mailAccount,
        messageId: scope.deliveryId,
        budget: mailBudget(scope),
        guard: scope.budget,
        openAttachment: (url: string) => openFile(url, scope),
      }
      return performMail(effect, handler, AbortSignal.timeout(scope.budget.millisecondsLeft()))
    },
    payment: async ({ payment }, scope): Promise<PaymentOutcome> => {
      const { workspaceId, mode, budget } = scope
      const opened = await vault.open(workspaceId, payment.credentialsId, 'stripe')
      if (!opened) return { result: 'failed', reason: 'its credentials are not among those of this workspace.' }
      const { live, test } = opened.data
      const testKeys =
        test.secretKey && test.publicKey ? { secretKey: test.secretKey, publicKey: test.publicKey } : live
      return ports.payments.open(payment, mode === 'preview' ? testKeys : live, ownerOf(scope), budget)
    },
    person: (asked, scope) => askPerson({ storage, now }, asked, scope),
    transcript: (_, { sessionId }) => transcript({ storage, config, metrics }, sessionId),
  }
}

/** Deliveries belong to a result; previews perform everything immediately. */
const mayWait = ({ mode, resultId }: TurnScope): boolean => mode === 'live' && resultId !== undefined

/** Adds an idempotency key to the headers of a request that may be repeated, unless the author set one. */
function withKey(headers: [string, string][], key: string): [string, string][] {
  const name = 'Idempotency-Key'
  return headers.some(([given]) => given.toLowerCase() === name.toLowerCase()) ? headers : [...headers, [name, key]]
}

const sizeOf = ({ subject, text = '', html = '', attachmentUrls }: EmailDraft): number =>
  subject.length + text.length + html.length + attachmentUrls.join().length

/** Seconds that a turn waits for the vector of a question; passages are also found by words. */
const secondsOfQuestion = 5

function ownerOf({ workspaceId, botId }: TurnScope): Required<Pick<Owner, 'workspaceId' | 'botId'>> {
  return { workspaceId, botId }
}

function httpOutcome(answer: EgressOutcome): HttpOutcome {
  switch (answer.kind) {
    case 'response':
      return { answer: 'response', status: answer.status, text: decodeText(answer.body, answer.headers) }
    case 'timeout':
      return { answer: 'timeout', seconds: answer.seconds }
    case 'too-large':
      return { answer: 'failed', reason: `The answer is larger than ${answer.maxBytes} bytes` }
    default:
      return { answer: answer.kind, reason: answer.reason }
  }
}
