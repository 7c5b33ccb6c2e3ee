import type { OutgoingHttpHeaders } from 'node:http'
import {
  ApiError,
  addEarlierNames,
  type Endpoint,
  type EndpointId,
  earlierEndpoints,
  endpoints,
  readBody,
} from '@colloquy/api'
import { toIssues } from '@colloquy/flow'
import type { TokenScope } from '@colloquy/storage'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { admitCall } from '../access/admit-call.js'
import { authenticate, authenticateIfAnybody, type Caller, callerByToken } from '../access/auth.js'
import { analyticsHandlers } from '../analytics/analytics-handlers.js'
import { answerSummaryHandlers } from '../answer-summary/answer-summary-handlers.js'
import { botCardHandlers } from '../bots/bot-card-handlers.js'
import { botHandlers } from '../bots/bot-handlers.js'
import { botRelationHandlers } from '../bots/bot-relation-handlers.js'
import { folderHandlers } from '../bots/folder-handlers.js'
import { lintHandlers } from '../bots/lint-handlers.js'
import { chatHandlers } from '../chat/chat-handlers.js'
import { previewHandlers } from '../chat/preview-handlers.js'
import { commentHandlers } from '../comments/comment-handlers.js'
import { contactImportHandlers } from '../contact-imports/import-handlers.js'
import { contactHandlers } from '../contacts/contact-handlers.js'
import { contactMergeHandlers } from '../contacts/contact-merge-handlers.js'
import { contactSegmentHandlers } from '../contacts/contact-segment-handlers.js'
import { inboxHandlers } from '../conversations/inbox-handlers.js'
import { inboxMetricsHandlers } from '../conversations/inbox-metrics-handlers.js'
import { inboxSettingsHandlers } from '../conversations/inbox-settings-handlers.js'
import { ratingHandlers } from '../conversations/rating-handlers.js'
import { savedReplyHandlers } from '../conversations/saved-reply-handlers.js'
import { statusHandlers } from '../conversations/status-handlers.js'
import { teamHandlers } from '../conversations/team-handlers.js'
import { visitorHandlers } from '../conversations/visitor-handlers.js'
import { credentialsHandlers } from '../credentials/credentials-handlers.js'
import { deliveryHandlers } from '../deliveries/delivery-handlers.js'
import { customDomainHandlers } from '../domains/custom-domain-handlers.js'
import { integrationHandlers } from '../dry-runs/integration-handlers.js'
import { liveHandlers } from '../editing/live-handlers.js'
import { experimentHandlers } from '../experiments/experiment-handlers.js'
import { exportHandlers } from '../exports/export-handlers.js'
import { fileHandlers } from '../files/file-handlers.js'
import { testHandlers } from '../flow-tests/flow-test-handlers.js'
import { answerPreflight } from '../http/cors.js'
import type { Handlers } from '../http/handler.js'
import { BareResponse, type Call, RawResponse, StreamResponse, WrittenResponse } from '../http/handler.js'
import { readBotsInThread } from '../http/large-bots.js'
import type { Operations, RequestParts } from '../http/operations.js'
import { RequestsOfUsers } from '../http/requests-of-users.js'
import { instanceHandlers } from '../instance/instance-handlers.js'
import { operatorHandlers } from '../instance/operator-handlers.js'
import { knowledgeHandlers } from '../knowledge/knowledge-handlers.js'
import { botMessagingHandlers } from '../messaging/bot-messaging-handlers.js'
import { messagingHandlers } from '../messaging/messaging-handlers.js'
import { moveHandlers } from '../moves/move-handlers.js'
import { notificationHandlers } from '../notifications/notification-handlers.js'
import { oauthHandlers } from '../oauth/oauth-handlers.js'
import { accountDeletionHandlers } from '../people/account-deletion-handlers.js'
import { accountLinkHandlers } from '../people/account-link-handlers.js'
import { collaboratorHandlers } from '../people/collaborator-handlers.js'
import { invitationHandlers } from '../people/invitation-handlers.js'
import { memberHandlers } from '../people/member-handlers.js'
import { userHandlers } from '../people/user-handlers.js'
import type { RateName } from '../rate-limits/rate-limits.js'
import { recordingHandlers } from '../recordings/recording-handlers.js'
import { environmentHandlers } from '../releases/environment-handlers.js'
import { publishHandlers } from '../releases/publish-handlers.js'
import { releaseHandlers } from '../releases/release-handlers.js'
import { replayHandlers } from '../replays/replay-handlers.js'
import { resultHandlers } from '../results/result-handlers.js'
import type { Needs, Service } from '../service.js'
import { signInHandlers } from '../sign-in/sign-in-handlers.js'
import { summaryMailHandlers } from '../summary-mails/summary-mail-handlers.js'
import { summaryLinkHandlers } from '../summary-page/summary-link-handlers.js'
import { webhookBlockHandlers } from '../webhooks/webhook-block-handlers.js'
import { webhookHandlers } from '../webhooks/webhook-handlers.js'
import { themeTemplateHandlers } from '../workspaces/theme-template-handlers.js'
import { workspaceHandlers } from '../workspaces/workspace-handlers.js'

const handlers = {
  ...accountDeletionHandlers,
  ...accountLinkHandlers,
  ...analyticsHandlers,
  ...answerSummaryHandlers,
  ...botHandlers,
  ...botCardHandlers,
  ...botMessagingHandlers,
  ...botRelationHandlers,
  ...chatHandlers,
  ...statusHandlers,
  ...inboxHandlers,
  ...inboxMetricsHandlers,
  ...inboxSettingsHandlers,
  ...ratingHandlers,
  ...savedReplyHandlers,
  ...teamHandlers,
  ...contactHandlers,
  ...contactImportHandlers,
  ...contactMergeHandlers,
  ...contactSegmentHandlers,
  ...visitorHandlers,
  ...collaboratorHandlers,
  ...commentHandlers,
  ...testHandlers,
  ...environmentHandlers,
  ...deliveryHandlers,
  ...experimentHandlers,
  ...credentialsHandlers,
  ...customDomainHandlers,
  ...exportHandlers,
  ...fileHandlers,
  ...folderHandlers,
  ...instanceHandlers,
  ...integrationHandlers,
  ...invitationHandlers,
  ...lintHandlers,
  ...liveHandlers,
  ...memberHandlers,
  ...messagingHandlers,
  ...moveHandlers,
  ...oauthHandlers,
  ...operatorHandlers,
  ...previewHandlers,
  ...publishHandlers,
  ...releaseHandlers,
  ...recordingHandlers,
  ...replayHandlers,
  ...resultHandlers,
  ...signInHandlers,
  ...summaryLinkHandlers,
  ...summaryMailHandlers,
  ...notificationHandlers,
  ...knowledgeHandlers,
  ...themeTemplateHandlers,
  ...userHandlers,
  ...webhookBlockHandlers,
  ...webhookHandlers,
  ...workspaceHandlers,
} satisfies Handlers

/** Registers a route for every endpoint: token, size, shape and rate are checked as its definition says, then its handler runs. */
export function registerRoutes(app: FastifyInstance, service: Service): Operations {
  const all: Endpoint[] = [...Object.values(endpoints), ...earlierEndpoints]
  const operations = operationsOf(service)
  for (const endpoint of all.filter((it) => !it.takesFile && !it.takesBot)) addRoute(app, service, endpoint, operations)
  app.register(async (scope) => {
    readBotsInThread(scope, service)
    for (const endpoint of all.filter((it) => it.takesBot)) addRoute(scope, service, endpoint, operations)
  })
  app.register(async (scope) => {
    await readFilesOnly(scope)
    for (const endpoint of all.filter((it) => it.takesFile)) addRoute(scope, service, endpoint, operations)
  })
  app.addHook('preClose', async () => {
    service.webhookListeners.close()
    service.collaboration.close()
    await service.generations.close()
  })
  const withPages = all.filter(({ isReadByPages }) => isReadByPages)
  for (const path of new Set(withPages.map(routePath))) {
    const isForVisitors = withPages.some((it) => routePath(it) === path && it.isForVisitors)
    app.options(path, { config: { isForVisitors } }, async (request, reply) => answerPreflight(request, reply))
  }
  return operations
}

/**
 * Rates of requests that carry a valid token although they need none. A gateway has one address for all of its contacts: it sends its token
 * to be counted by that.
 */
const ratesOfTokens: Partial<Record<RateName, RateName>> = {
  startsPerMinute: 'startsPerMinuteOfToken',
  repliesPerMinute: 'repliesPerMinuteOfToken',
}

async function countByToken(
  service: Needs<'storage' | 'config' | 'rates' | 'secret' | 'now'>,
  request: FastifyRequest,
  rate: RateName,
  ofToken: RateName,
): Promise<void> {
  const caller = await callerByToken(service, request.headers.authorization as string)
  if (caller) service.rates.takeForOwner(ofToken, caller.user.id)
  else service.rates.take(rate, request)
}

function operationsOf(service: Service): Operations {
  const requests = new RequestsOfUsers(service.config)
  return {
    requests,
    count(endpoint, request) {
      if (endpoint.isGuessable) service.rates.check('failedSessionsPerMinute', request)
      const { rate } = endpoint
      if (!rate) return undefined
      const ofToken = ratesOfTokens[rate]
      if (ofToken && request.headers.authorization !== undefined) return countByToken(service, request, rate, ofToken)
      service.rates.take(rate, request)
      return undefined
    },
    countPage: (request) => service.rates.take('pagesPerMinute', request),
    async admit(endpoint, request, reply) {
      await this.count(endpoint, request)
      if (endpoint.auth !== 'none') await authenticated(service, requests, endpoint, endpoint.auth)(request, reply)
    },
    async callOperation(endpoint, parts, request, reply) {
      const handle = handlers[(endpoint.successor ?? endpoint.id) as EndpointId] as (
        service: Service,
        call: Call<unknown>,
      ) => Promise<unknown>
      const call = readCall(endpoint, parts, request, reply)
      return handle(service, { ...call, ...(await admitCall(service, endpoint, call)) })
    },
    send,
  }
}

function addRoute(
  app: FastifyInstance,
  service: Needs<'storage' | 'config' | 'rates' | 'secret' | 'now'>,
  endpoint: Endpoint,
  operations: Operations,
): void {
  app.route({
    method: endpoint.method,
    url: routePath(endpoint),
    bodyLimit: endpoint.bodyLimit === 'flow' ? service.config.limits.flowBytes : service.config.limits.chatBytes,
    config: {
      operation: endpoint.id,
      takesFlow: endpoint.bodyLimit === 'flow',
      takesFile: endpoint.takesFile !== undefined,
      isSigned: endpoint.isSigned,
      isForVisitors: endpoint.isForVisitors === true,
      isReadByPages: endpoint.isReadByPages === true,
    },
    onRequest: [
      (request, _, done) => {
        const counted = operations.count(endpoint, request)
        if (counted) counted.then(() => done(), done)
        else done()
      },
      ...(endpoint.auth === 'none' ? [] : [authenticated(service, operations.requests, endpoint, endpoint.auth)]),
    ],
    handler: async (request, reply) =>
      send(endpoint, await operations.callOperation(endpoint, partsOf(request), request, reply), reply),
  })
}

const partsOf = ({ params, query, body }: FastifyRequest): RequestParts => ({ params, query, body })

function routePath(endpoint: Endpoint): string {
  return endpoint.path.replace(/\{(\w+)\}/g, ':$1')
}

/** Disables body parsing within `scope`: handlers read files as streams, and forms part by part. */
async function readFilesOnly(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers()
  await scope.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: Number.MAX_SAFE_INTEGER, files: 1, fields: 50, fieldSize: 10_000, parts: 100, headerPairs: 50 },
  })
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Id of the endpoint. */
    operation?: string
    /** True if the body may be as large as a flow. */
    takesFlow?: boolean
    /** True if the body is a file: it is not parsed, and may take long. */
    takesFile?: boolean
    /** True if the body is a form of a page, with or without files. */
    takesForm?: boolean
    /** True if pages of other origins may read the response, errors included. */
    isReadByPages?: boolean
    /** True if it answers with a page for people, errors included. */
    isPage?: boolean
    /** True if the bytes of the body are kept, because they are signed. */
    isSigned?: boolean
  }
}

const callers = new WeakMap<FastifyRequest, Caller>()

function authenticated(
  service: Needs<'storage' | 'config' | 'rates' | 'secret' | 'now'>,
  requests: RequestsOfUsers,
  { admitsNobody, isForInstanceAdmins, contentType }: Endpoint,
  scope: TokenScope,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = admitsNobody
      ? await authenticateIfAnybody(service, request, scope)
      : await authenticate(service, request, scope)
    if (isForInstanceAdmins && !caller?.user.isAdmin) throw new ApiError('forbidden')
    if (!caller) return
    callers.set(request, caller)
    if (contentType !== 'text/event-stream') await requests.enter(caller.user.id, reply.raw)
  }
}

function readCall(
  endpoint: Endpoint,
  parts: RequestParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Call<unknown> {
  return {
    params: readPart(endpoint.params, parts.params, ''),
    query: readPart(endpoint.query, parts.query, ''),
    body: endpoint.body && dataOf(readBody(endpoint.body, parts.body), ''),
    caller: callers.get(request),
    request,
    reply,
  } as unknown as Call<unknown>
}

function readPart(schema: z.ZodType | undefined, value: unknown, prefix: string): unknown {
  return schema && dataOf(schema.safeParse(value), prefix)
}

function dataOf(parsed: z.ZodSafeParseResult<unknown>, prefix: string): unknown {
  if (!parsed.success) throw new ApiError('invalid_request', { issues: toIssues(parsed.error.issues, prefix) })
  return parsed.data
}

function send(endpoint: Endpoint, value: unknown, reply: FastifyReply): FastifyReply {
  reply.header('x-content-type-options', 'nosniff')
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  if (value instanceof BareResponse) return reply.code(value.status).headers(value.headers).send(value.content)
  reply.header('content-type', endpoint.contentType ?? 'application/json; charset=utf-8')
  if (value instanceof StreamResponse || value instanceof WrittenResponse) sendPiecewise(reply)
  if (value instanceof StreamResponse) return reply.send(value.stream)
  if (value instanceof WrittenResponse) {
    reply.hijack()
    reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
    // Sent apart from the first part of the body, the head is one piece in memory; otherwise it stays in forty.
    reply.raw.flushHeaders()
    value.begin()
    return reply
  }
  return reply.send(value instanceof RawResponse ? value.text : JSON.stringify(complete(endpoint, value)))
}

/** Adds the earlier names of fields to a response. */
function complete(endpoint: Endpoint, value: unknown): unknown {
  let change = changes.get(endpoint)
  if (change === undefined) {
    change = addEarlierNames(endpoint.response) ?? null
    changes.set(endpoint, change)
  }
  return change === null ? value : change(value)
}
const changes = new WeakMap<Endpoint, ReturnType<typeof addEarlierNames> | null>()

/** Asks proxies to pass each piece on as it comes, and closes the connection at the end: kept alive, it would delay a shutdown. */
function sendPiecewise(reply: FastifyReply): void {
  reply.header('x-accel-buffering', 'no')
  reply.header('cache-control', 'no-store, no-transform')
  reply.header('connection', 'close')
}
