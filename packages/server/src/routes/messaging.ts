import { randomBytes } from 'node:crypto'
import { ApiError } from '@colloquy/api'
import { definitionOf } from '@colloquy/flow'
import type { MessagingAccount } from '@colloquy/ports/messaging'
import type { FastifyRequest } from 'fastify'
import { hashToken } from '../access/auth.js'
import { type Handlers, RawResponse } from '../http/handler.js'
import { rawBodyOf } from '../http/json-body.js'
import { publicUrl } from '../http/public-url.js'
import { timestamp } from '../http/timestamp.js'
import { previewAccount, previewCredentials } from '../messaging/account-of.js'
import { contactsOf, previewContacts } from '../messaging/contacts.js'
import { forwardCall, forwardsOf } from '../messaging/forward-call.js'
import { isEqual, isSigned, secretHeader } from '../messaging/is-signed.js'
import { startPhonePreview } from '../messaging/start-phone-preview.js'
import { type ProviderCall, takeMessages } from '../messaging/take-messages.js'
import { takeWebhook } from '../messaging/take-webhook.js'
import type { Needs } from '../service.js'

type MessagingHandlers = Handlers<
  | 'getMessagingConnection'
  | 'createVerifyToken'
  | 'verifyMessagingWebhook'
  | 'receiveMessages'
  | 'verifyMessagingPreviewWebhook'
  | 'receivePreviewMessages'
  | 'startMessagingPreview'
  | 'executeTestMessagingWebhook'
>

const tokenLife = 3_600_000

export const messagingHandlers: MessagingHandlers = {
  async getMessagingConnection(service, { params, request }) {
    const { workspaceId, credentialsId } = params
    const account = await ownAccount(service, params)
    if (!account) throw new ApiError('credentials_not_found')
    const isDialog = account.provider === '360dialog'
    const { lastMessageAt, waiting } = await service.storage.messaging.connection(workspaceId, credentialsId)
    const fields = await service.storage.messaging.fields(workspaceId, credentialsId)
    return {
      provider: isDialog ? '360dialog' : 'meta',
      phoneNumberId: isDialog ? null : account.phoneNumberId,
      webhookUrl: webhookUrl(service, request, params),
      isSigned: Boolean(isDialog ? account.webhookSecret : account.appSecret),
      secretHeader: isDialog ? secretHeader : null,
      lastMessageAt: lastMessageAt === null ? null : timestamp(lastMessageAt),
      waitingMessages: waiting,
      otherFields: fields.map(({ field, count, lastAt }) => ({ field, count, lastAt: timestamp(lastAt) })),
    }
  },

  async createVerifyToken(service, { params, request, workspace }) {
    const row = await service.storage.credentials.get(workspace.id, params.credentialsId)
    if (row?.type !== 'messaging') throw new ApiError('credentials_not_found')
    const verifyToken = randomBytes(24).toString('base64url')
    const expiresAt = service.now() + tokenLife
    await service.storage.messaging.addVerifyToken({ ...params, hash: hashToken(verifyToken), expiresAt })
    return { verifyToken, expiresAt: timestamp(expiresAt), webhookUrl: webhookUrl(service, request, params) }
  },

  async verifyMessagingWebhook(service, { params, query }) {
    const token = { ...params, hash: hashToken(query['hub.verify_token']) }
    if (!(await service.storage.messaging.useVerifyToken(token, service.now())))
      throw new ApiError('verify_token_invalid')
    return new RawResponse(query['hub.challenge'])
  },

  async receiveMessages(service, { params, body, request }) {
    const account = await ownAccount(service, params)
    checkSignature(account, request)
    const forwards = await forwardsOf(service, params)
    const contacts = contactsOf(service.storage.messaging, params)
    await take(service, request, { account, payload: body, contacts, credentials: params })
    const report = (problem: string) => request.log.warn(`a webhook of a messaging app was not passed on: ${problem}`)
    forwardCall(service, params.workspaceId, forwards, body, report).catch(service.inbox.report)
    return { message: 'OK' as const }
  },

  async verifyMessagingPreviewWebhook(service, { query }) {
    const expected = service.config.messaging.preview?.verifyToken
    if (expected === undefined || !isEqual(query['hub.verify_token'], expected))
      throw new ApiError('verify_token_invalid')
    return new RawResponse(query['hub.challenge'])
  },

  async receivePreviewMessages(service, { body, request }) {
    const account = previewAccount(service)
    checkSignature(account, request)
    await take(service, request, { account, payload: body, contacts: previewContacts(service.storage.messaging) })
    return { message: 'OK' as const }
  },

  async startMessagingPreview(service, { caller, body, request, bot }) {
    return startPhonePreview(service, {
      bot,
      userId: caller.user.id,
      to: body.to,
      startFrom: body.startFrom,
      publicUrl: publicUrl(service, request),
    })
  },

  async executeTestMessagingWebhook(service, { params, body, request, bot }) {
    if (!definitionOf(service.compiledFlows.draft(bot).blockById.get(params.blockId)?.block.type ?? '')?.listens)
      throw new ApiError('block_not_found')
    const key = {
      workspaceId: bot.workspaceId,
      credentialsId: previewCredentials,
      sender: params.phone.replace(/\D/g, ''),
    }
    const contact = await service.storage.messaging.find(key)
    const session = contact?.sessionId && (await service.storage.sessions.get(contact.sessionId))
    if (!contact || !session || session.botId !== bot.id || session.expiresAt <= service.now())
      throw new ApiError('session_not_found')
    await takeWebhook(service, contact, { blockId: params.blockId, body, publicUrl: publicUrl(service, request) })
    return { message: 'OK' as const }
  },
}

/** A workspace's account at a provider; undefined when it has no such credentials. */
async function ownAccount(
  service: Needs<'vault'>,
  { workspaceId, credentialsId }: { workspaceId: string; credentialsId: string },
) {
  return (await service.vault.open(workspaceId, credentialsId, 'messaging'))?.data
}

/** Throws unless the call comes from the provider. */
function checkSignature(
  account: MessagingAccount | undefined,
  request: FastifyRequest,
): asserts account is MessagingAccount {
  if (!account || !isSigned(account, request.headers, rawBodyOf(request.raw))) throw new ApiError('signature_invalid')
}

/** Throws when the payload is not a call of a provider. */
async function take(
  service: Needs<'storage' | 'config' | 'inbox' | 'longWork' | 'now'>,
  request: FastifyRequest,
  call: Omit<ProviderCall, 'publicUrl'>,
): Promise<void> {
  const isTaken = await takeMessages(service, { ...call, publicUrl: publicUrl(service, request) })
  if (isTaken) return
  throw new ApiError('invalid_request', {
    issues: [{ path: 'entry', message: 'A list of what has changed is expected.' }],
  })
}

function webhookUrl(
  service: Needs<'config'>,
  request: FastifyRequest,
  { workspaceId, credentialsId }: { workspaceId: string; credentialsId: string },
): string {
  return `${publicUrl(service, request)}/api/v1/workspaces/${workspaceId}/messaging/${credentialsId}/webhook`
}
