import type { EndpointId } from '@colloquy/api'
import { expect, vi } from 'vitest'
import { newId } from '../ids.js'
import { asMember, exceedRate, overQuota, suspended, unknown, wrongOrigin } from './common-failures.js'
import { confirmPhone } from './confirm-phone.js'
import { fileBot } from './file-bot.js'
import type { Drive, Failures, OperationServices, World } from './operation-world.js'
import { askingBot } from './test-service.js'

const reusedKey: Drive = async ({ run }) => {
  const headers = { 'idempotency-key': newId() }
  await run({ headers, body: { message: 'One' } })
  return run({ headers, body: { message: 'Two' } })
}

const tooLarge: Drive = ({ run }) => run({ body: { message: 'x'.repeat(6_000) } })

/** Starts a preview on the service whose workspace is full: its first block makes a call after a reply. */
async function previewOnFull({ full }: OperationServices): Promise<string> {
  const { groups, ...bot } = askingBot(newId())
  const call = { id: 'call', type: 'Webhook', options: { webhook: { url: 'https://shop.example', method: 'GET' } } }
  const blocks = groups.flatMap(({ blocks: [hello, first, second] }) => [hello, first, call, second])
  const workspaceId = full.workspaceId
  const made = await full.call('POST', '/api/v1/bots', {
    workspaceId,
    bot: { ...bot, groups: [{ ...groups[0], blocks }] },
  })
  return (await full.call('POST', `/api/v1/bots/${made.body.bot.id}/preview/startChat`, {})).body.sessionId
}

const sayOnFull = ({ full }: OperationServices, sessionId: string) =>
  full.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message: 'Hello' })

/** Sends a reply, and does something while the call of that turn is in progress. */
async function duringCall<T>(services: OperationServices, sessionId: string, act: () => Promise<T>): Promise<T> {
  const replied = sayOnFull(services, sessionId)
  await vi.waitFor(() => expect(services.calls).toHaveLength(1))
  const done = await act()
  for (const end of services.calls.splice(0)) end()
  await replied
  return done
}

const ofVisitor = {
  session_not_found: unknown('sessionId'),
  origin_not_allowed: wrongOrigin,
  workspace_suspended: suspended,
  too_many_requests: exceedRate,
} satisfies Failures

const unknownConversation = {
  workspace_not_found: unknown('workspaceId'),
  conversation_not_found: unknown('sessionId'),
} satisfies Failures

const afterTheEnd: Drive = async ({ service, ids, as, run }) => {
  await service.call('PATCH', `/api/v1/sessions/${ids.sessionId}/status`, { status: 'closed' }, as)
  return run({ body: { assigneeId: null } })
}

/** Opens as many streams as may be open, and then another one. */
async function followedBy(count: number, path: string, { service, as, run }: Pick<World, 'service' | 'as' | 'run'>) {
  const url = `http://127.0.0.1:${service.port}${path}`
  const following = await Promise.all(Array.from({ length: count }, () => fetch(url, { headers: as })))
  const answer = await run()
  await Promise.all(following.map(({ body }) => body?.cancel()))
  return answer
}

/** Failures of the operations of chats, previews and webhooks, by error code. */
export const chatFailures: Partial<Record<EndpointId, Failures>> = {
  startChat: {
    bot_not_found: unknown('publicId'),
    bot_closed: async ({ run, update }) => {
      await update({ isClosed: true })
      return run()
    },
    origin_not_allowed: wrongOrigin,
    workspace_suspended: suspended,
    idempotency_key_reused: reusedKey,
    too_many_requests: exceedRate,
    reply_too_large: tooLarge,
    result_quota_reached: async ({ services: { full } }) => {
      const publicId = newId()
      await full.publish(askingBot(publicId))
      return vi.waitFor(async () => {
        const answer = await full.call('POST', `/api/v1/bots/${publicId}/startChat`, {})
        expect(answer.status).toBe(403)
        return answer
      })
    },
  },
  startPreviewChat: {
    reply_too_large: tooLarge,
    bot_not_found: unknown('botId'),
    start_group_not_found: ({ run }) => run({ body: { startFrom: { type: 'group', groupId: 'none' } } }),
    start_event_not_found: ({ run }) => run({ body: { startFrom: { type: 'event', eventId: 'none' } } }),
    result_not_found: ({ run }) => run({ body: { startFrom: { type: 'result', resultId: 'none', turn: 0 } } }),
    recorded_turn_not_found: ({ ids, run }) =>
      run({ body: { startFrom: { type: 'result', resultId: ids.resultId, turn: 50 } } }),
    recorded_block_not_found: async ({ ids, run, update }) => {
      await update({ groups: [], edges: [] })
      return run({ body: { startFrom: { type: 'result', resultId: ids.resultId, turn: 0 } } })
    },
  },
  getPreview: { bot_not_found: unknown('botId'), session_not_found: unknown('previewSessionId') },
  setPreviewVariables: { bot_not_found: unknown('botId'), session_not_found: unknown('previewSessionId') },
  setPreviewBreakpoints: {
    bot_not_found: unknown('botId'),
    session_not_found: ({ ids, run }) => run({ ids: { previewSessionId: ids.sessionId } }),
  },
  continueChat: {
    session_not_found: unknown('sessionId'),
    session_ended: async ({ run }) => {
      await run()
      return run()
    },
    command_not_found: ({ run }) => run({ body: { message: { type: 'command', command: 'none' } } }),
    wait_not_over: async ({ service, ids, as, run, update }) => {
      const at = { x: 0, y: 0 }
      const exits = [{ id: 'silent', on: 'no-answer', outgoingEdgeId: 'back' }]
      await update({
        edges: [
          { id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } },
          { id: 'back', from: { blockId: 'ask', itemId: 'silent' }, to: { groupId: 'g1' } },
        ],
        groups: [{ id: 'g1', title: '', graphCoordinates: at, blocks: [{ id: 'ask', type: 'text input', exits }] }],
      })
      const { sessionId, noAnswer } = (
        await service.call('POST', `/api/v1/bots/${ids.botId}/preview/startChat`, {}, as)
      ).body
      const message = { type: 'no-answer', waitId: noAnswer.waitId, onlyIfOver: true }
      return run({ ids: { sessionId }, body: { message } })
    },
    answer_required: ({ run }) => run({ body: { message: { type: 'no-answer' } } }),
    invalid_client_result: async ({ service, ids, as, run, update }) => {
      const webhook = { url: 'https://shop.example', method: 'GET' }
      const block = { id: 'call', type: 'Webhook', options: { webhook, isExecutedOnClient: true } }
      await update({ groups: [{ id: 'g1', title: '', graphCoordinates: { x: 0, y: 0 }, blocks: [block] }] })
      const started = await service.call('POST', `/api/v1/bots/${ids.botId}/preview/startChat`, {}, as)
      return run({ ids: { sessionId: started.body.sessionId }, body: { message: 'not JSON' } })
    },
    origin_not_allowed: wrongOrigin,
    workspace_suspended: suspended,
    idempotency_key_reused: reusedKey,
    too_many_requests: exceedRate,
    reply_too_large: tooLarge,
    session_limit_reached: async ({ services }) => {
      const sessionId = await previewOnFull(services)
      await duringCall(services, sessionId, async () => undefined)
      return sayOnFull(services, sessionId)
    },
    too_many_replies_waiting: async ({ services }) => {
      const sessionId = await previewOnFull(services)
      return duringCall(services, sessionId, () => sayOnFull(services, sessionId))
    },
  },
  streamMessage: {
    session_not_found: unknown('sessionId'),
    session_ended: async ({ service, ids, run }) => {
      await service.call('POST', `/api/v1/sessions/${ids.sessionId}/continueChat`, { message: 'Hello' })
      return run()
    },
    stream_not_expected: async ({ service, run }) => {
      const publicId = newId()
      await service.publish(fileBot(publicId))
      const { sessionId } = (await service.call('POST', `/api/v1/bots/${publicId}/startChat`, {})).body
      return run({ ids: { sessionId } })
    },
    origin_not_allowed: wrongOrigin,
    workspace_suspended: suspended,
    too_many_requests: exceedRate,
    server_busy: async ({ services }) => {
      const sessionId = await previewOnFull(services)
      return services.full.call('POST', `/api/v1/sessions/${sessionId}/streamMessage`, {})
    },
  },
  saveClientLogs: {
    session_not_found: unknown('sessionId'),
    session_limit_reached: async ({ run }) => {
      const body = { clientLogs: Array.from({ length: 20 }, () => ({ description: 'x' })) }
      for (let call = 0; call < 10; call++) await run({ body })
      return run({ body })
    },
    result_quota_reached: async ({ services }) => {
      const sessionId = await previewOnFull(services)
      const body = { clientLogs: [{ description: 'x' }] }
      return vi.waitFor(async () => {
        const answer = await services.full.call('POST', `/api/v1/sessions/${sessionId}/clientLogs`, body)
        expect(answer.status).toBe(403)
        return answer
      })
    },
    origin_not_allowed: wrongOrigin,
    workspace_suspended: suspended,
    too_many_requests: exceedRate,
  },
  moveSession: { session_not_found: unknown('sessionId') },
  getInboxSetup: { workspace_not_found: unknown('workspaceId') },
  saveInboxFilters: { workspace_not_found: unknown('workspaceId') },
  listSavedReplies: { workspace_not_found: unknown('workspaceId') },
  saveReply: {
    workspace_not_found: unknown('workspaceId'),
    quota_reached: (world) => overQuota({ ...world, run: () => world.run({ ids: { shortcut: 'another' } }) }),
  },
  deleteReply: { workspace_not_found: unknown('workspaceId'), reply_not_found: unknown('shortcut') },
  listTeams: { workspace_not_found: unknown('workspaceId') },
  createTeam: {
    workspace_not_found: unknown('workspaceId'),
    member_not_found: ({ run }) => run({ body: { name: 'Sales', memberIds: ['unknown'] } }),
    forbidden: asMember,
    quota_reached: overQuota,
  },
  updateTeam: {
    workspace_not_found: unknown('workspaceId'),
    member_not_found: ({ run }) => run({ body: { memberIds: ['unknown'] } }),
    team_not_found: unknown('teamId'),
    forbidden: asMember,
  },
  deleteTeam: {
    workspace_not_found: unknown('workspaceId'),
    team_not_found: unknown('teamId'),
    forbidden: asMember,
  },
  listConversations: {
    workspace_not_found: unknown('workspaceId'),
    invalid_cursor: ({ run }) => run({ query: '?cursor=forged' }),
  },
  searchConversations: { workspace_not_found: unknown('workspaceId') },
  getConversation: unknownConversation,
  takeConversation: {
    ...unknownConversation,
    session_ended: async ({ service, ids, as, run }) => {
      await service.call('PATCH', `/api/v1/sessions/${ids.sessionId}/status`, { status: 'closed' }, as)
      return run()
    },
    conversation_taken: async ({ service, ids, as, run }) => {
      const agent = await service.addMember(ids.workspaceId, 'AGENT')
      const path = `/api/v1/workspaces/${ids.workspaceId}/inbox/${ids.sessionId}`
      await service.call('PATCH', path, { assigneeId: agent.userId }, as)
      return run({ query: '?from=nobody' })
    },
  },
  sendToConversation: {
    ...unknownConversation,
    conversation_not_held: async ({ service, ids, as, run }) => {
      const path = `/api/v1/workspaces/${ids.workspaceId}/inbox/${ids.sessionId}/return`
      await service.call('POST', path, {}, as)
      return run({ body: { text: 'Hello' } })
    },
    session_limit_reached: async ({ run }) => {
      for (let count = 0; count < 8; count++) await run()
      return run()
    },
    idempotency_key_reused: async ({ run }) => {
      const headers = { 'idempotency-key': newId() }
      await run({ headers })
      return run({ headers, body: { kind: 'note', text: 'Something else' } })
    },
  },
  updateConversation: {
    ...unknownConversation,
    member_not_found: ({ run }) => run({ body: { assigneeId: 'unknown' } }),
    team_not_found: ({ run }) => run({ body: { teamId: 'unknown' } }),
    session_ended: afterTheEnd,
  },
  returnConversation: {
    ...unknownConversation,
    start_group_not_found: ({ run }) => run({ body: { group: 'Unknown' } }),
  },
  reportTyping: unknownConversation,
  followInbox: {
    workspace_not_found: unknown('workspaceId'),
    too_many_requests: ({ ids, ...world }) =>
      followedBy(100, `/api/v1/workspaces/${ids.workspaceId}/inbox/events`, world),
  },
  listMessages: {
    session_not_found: unknown('sessionId'),
    origin_not_allowed: wrongOrigin,
    workspace_suspended: suspended,
    too_many_requests: exceedRate,
  },
  followMessages: {
    session_not_found: unknown('sessionId'),
    origin_not_allowed: wrongOrigin,
    workspace_suspended: suspended,
    too_many_requests: ({ ids, ...world }) =>
      followedBy(10, `/api/v1/sessions/${ids.sessionId}/messages/events`, world),
  },
  getRating: ofVisitor,
  rateConversation: {
    ...ofVisitor,
    rating_not_expected: async ({ service, ids, run }) => {
      await service.storage.conversations.update(ids.workspaceId!, ids.sessionId!, { state: 'open' })
      return run()
    },
  },
  reportVisitorTyping: ofVisitor,
  changeSessionStatus: {
    session_not_found: unknown('sessionId'),
    session_ended: async ({ run }) => {
      await run({ body: { status: 'closed' } })
      return run()
    },
    start_group_not_found: async ({ run }) => {
      await run()
      return run({ body: { status: 'bot', group: 'Unknown' } })
    },
  },
  executeWebhook: {
    bot_not_found: unknown('botId'),
    block_not_found: unknown('blockId'),
    result_not_found: unknown('resultId'),
    session_not_found: async ({ service, ids, run }) => {
      await service.call('POST', `/api/v1/sessions/${ids.sessionId}/continueChat`, { message: 'The last' })
      return run()
    },
  },
  executeTestWebhook: {
    bot_not_found: unknown('botId'),
    block_not_found: unknown('blockId'),
    session_not_found: async ({ service, ids, as, run }) => {
      const { bot } = (await service.call('GET', `/api/v1/bots/${ids.botId}`, undefined, as)).body
      const unseen = { workspaceId: ids.workspaceId, bot: { groups: bot.groups } }
      return run({ ids: { botId: (await service.call('POST', '/api/v1/bots', unseen, as)).body.bot.id } })
    },
  },
  getMessagingConnection: {
    workspace_not_found: unknown('workspaceId'),
    credentials_not_found: unknown('credentialsId'),
  },
  connectMessaging: { workspace_not_found: unknown('workspaceId'), credentials_not_found: unknown('credentialsId') },
  createVerifyToken: { workspace_not_found: unknown('workspaceId'), credentials_not_found: unknown('credentialsId') },
  verifyMessagingWebhook: {
    verify_token_invalid: async ({ run }) => {
      await run()
      return run()
    },
  },
  receiveMessages: { signature_invalid: ({ run }) => run({ body: '{"entry":[]}' }) },
  verifyMessagingPreviewWebhook: {
    verify_token_invalid: ({ run }) => run({ query: '?hub.challenge=1&hub.verify_token=guessed' }),
  },
  receivePreviewMessages: { signature_invalid: ({ run }) => run({ body: '{"entry":[]}' }) },
  startMessagingPreview: {
    bot_not_found: unknown('botId'),
    messaging_preview_not_configured: async ({ services: { limited }, ids }) => {
      const botId = await limited.publish(askingBot(newId()))
      return limited.call('POST', `/api/v1/bots/${botId}/messaging/start-preview`, { to: ids.phone })
    },
    start_group_not_found: ({ ids, run }) =>
      run({ body: { to: ids.phone, startFrom: { type: 'group', groupId: 'none' } } }),
    start_event_not_found: ({ ids, run }) =>
      run({ body: { to: ids.phone, startFrom: { type: 'event', eventId: 'none' } } }),
    message_not_sent: async ({ service, as, run }) => {
      const { id } = (await service.call('GET', '/api/v1/users/me', undefined, as)).body
      await confirmPhone(service, id, '491701234567')
      return run({ body: { to: '+49 170 1234567' } })
    },
    too_many_requests: exceedRate,
    too_many_phone_previews: async ({ service, ids, run }) => {
      const today = Math.floor(Date.now() / 86_400_000)
      for (let count = 0; count < 20; count++) await service.storage.previewPhones.take(ids.workspaceId, today, 20)
      return run()
    },
  },
  executeTestMessagingWebhook: {
    bot_not_found: unknown('botId'),
    block_not_found: unknown('blockId'),
    session_not_found: unknown('phone'),
  },
  listenForWebhooks: {
    session_not_found: unknown('sessionId'),
    origin_not_allowed: wrongOrigin,
    workspace_suspended: suspended,
    too_many_requests: async ({ service, ids, run }) => {
      const url = `http://127.0.0.1:${service.port}/api/v1/sessions/${ids.sessionId}/webhooks`
      const listening = await Promise.all([1, 2, 3, 4, 5].map(() => fetch(url)))
      const answer = await run()
      await Promise.all(listening.map(({ body }) => body?.cancel()))
      return answer
    },
  },
}
