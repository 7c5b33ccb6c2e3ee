import { randomBytes } from 'node:crypto'
import { ApiError } from '@colloquy/api'
import { type ChannelDefinition, isVerifiable, type Unreadable } from '@colloquy/channels'
import { definitionOf } from '@colloquy/flow'
import type { ChannelAccount } from '@colloquy/ports/messaging'
import type { FastifyRequest } from 'fastify'
import { hashToken } from '../access/auth.js'
import { type Handlers, RawResponse } from '../http/handler.js'
import { rawBodyOf } from '../http/json-body.js'
import { publicUrl } from '../http/public-url.js'
import { timestamp } from '../http/timestamp.js'
import type { Needs } from '../service.js'
import { accountOf, channelOfAccount, previewAccount, previewCredentials } from './account-of.js'
import { connectAccount } from './connect-account.js'
import { contactsOf, previewContacts } from './contacts.js'
import { cryptography } from './cryptography.js'
import { forwardCall, forwardsOf } from './forward-call.js'
import { startPhonePreview } from './start-phone-preview.js'
import { type ProviderCall, takeMessages } from './take-messages.js'
import { takeWebhook } from './take-webhook.js'

type MessagingHandlers = Handlers<
  | 'getMessagingConnection'
  | 'connectMessaging'
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
    const account = await accountOf(service, params)
    if (!account) throw new ApiError('credentials_not_found')
    const { channel, data } = account
    const { provider, accountId, secretHeader } = channel.summarize(data)
    const { lastMessageAt, waiting } = await service.storage.messaging.connection(workspaceId, credentialsId)
    const fields = await service.storage.messaging.fields(workspaceId, credentialsId)
    return {
      channel: channel.type,
      provider,
      phoneNumberId: accountId,
      webhookUrl: webhookUrl(service, request, params),
      isSigned: isVerifiable(channel, data),
      secretHeader,
      lastMessageAt: lastMessageAt === null ? null : timestamp(lastMessageAt),
      waitingMessages: waiting,
      otherFields: fields.map(({ field, count, lastAt }) => ({ field, count, lastAt: timestamp(lastAt) })),
    }
  },

  async connectMessaging(service, { params, request, workspace }) {
    const credentials = { workspaceId: workspace.id, credentialsId: params.credentialsId }
    return connectAccount(service, credentials, webhookUrl(service, request, params))
  },

  async createVerifyToken(service, { params, request, workspace }) {
    const { credentialsId } = params
    const found = await channelOfAccount(service, { workspaceId: workspace.id, credentialsId })
    if (!found?.channel.challenge) throw new ApiError('credentials_not_found')
    const verifyToken = randomBytes(24).toString('base64url')
    const expiresAt = service.now() + tokenLife
    await service.storage.messaging.addVerifyToken({ ...params, hash: hashToken(verifyToken), expiresAt })
    return { verifyToken, expiresAt: timestamp(expiresAt), webhookUrl: webhookUrl(service, request, params) }
  },

  async verifyMessagingWebhook(service, { params, query }) {
    const found = await channelOfAccount(service, params)
    const { token, answer } = readChallenge(found?.channel, query)
    const verifyToken = { ...params, hash: hashToken(token) }
    if (!(await service.storage.messaging.useVerifyToken(verifyToken, service.now())))
      throw new ApiError('verify_token_invalid')
    return new RawResponse(answer)
  },

  async receiveMessages(service, { params, body, request }) {
    const account = await accountOf(service, params)
    checkSignature(service, account, request)
    const forwards = await forwardsOf(service, params)
    const contacts = contactsOf(service, params, account.channel)
    await take(service, request, { account, payload: body, contacts, credentials: params })
    const report = (problem: string) => request.log.warn(`forwarding a webhook of a messaging app failed: ${problem}`)
    forwardCall(service, account, forwards, body, report).catch(service.inbox.report)
    return { message: 'OK' as const, ...account.channel.acknowledge?.(body) }
  },

  async verifyMessagingPreviewWebhook(service, { query }) {
    const { preview } = service.config
    const { token, answer } = readChallenge(preview?.channel, query)
    if (preview === undefined || !cryptography.isEqual(token, preview.verifyToken))
      throw new ApiError('verify_token_invalid')
    return new RawResponse(answer)
  },

  async receivePreviewMessages(service, { body, request }) {
    const account = previewAccount(service, '')
    checkSignature(service, account, request)
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

/** Reads the query by which a provider verifies a webhook. Throws if it is not one, or if the channel's providers make none. */
function readChallenge(
  channel: ChannelDefinition | undefined,
  query: Readonly<Record<string, string>>,
): { token: string; answer: string } {
  const challenge = channel?.challenge?.(query)
  if (!challenge) throw new ApiError('verify_token_invalid')
  if ('problem' in challenge) throw invalidRequest(challenge)
  return challenge
}

const invalidRequest = ({ path, problem }: Unreadable): ApiError =>
  new ApiError('invalid_request', { issues: [{ path, message: problem }] })

/** Throws unless the call comes from the provider. */
function checkSignature(
  { now }: Needs<'now'>,
  account: ChannelAccount | undefined,
  request: FastifyRequest,
): asserts account is ChannelAccount {
  const call = { headers: request.headers, body: rawBodyOf(request.raw), receivedAt: now() }
  if (!account?.channel.verify(call, account.data, cryptography)) throw new ApiError('signature_invalid')
}

/** Throws when the payload is not a call of a provider. */
async function take(
  service: Needs<'storage' | 'config' | 'inbox' | 'longWork' | 'channelOwners' | 'now'>,
  request: FastifyRequest,
  call: Omit<ProviderCall, 'publicUrl'>,
): Promise<void> {
  const unreadable = await takeMessages(service, { ...call, publicUrl: publicUrl(service, request) })
  if (unreadable) throw invalidRequest(unreadable)
}

function webhookUrl(
  service: Needs<'config'>,
  request: FastifyRequest,
  { workspaceId, credentialsId }: { workspaceId: string; credentialsId: string },
): string {
  return `${publicUrl(service, request)}/api/v1/workspaces/${workspaceId}/messaging/${credentialsId}/webhook`
}
