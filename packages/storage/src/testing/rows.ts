import { columnFields, type FieldValues, fieldOf } from '@colloquy/flow/result-fields'
import type { BotRow } from '../bots/bots.js'
import type { CredentialsRow } from '../bots/credentials.js'
import type { Release } from '../bots/releases.js'
import type { UploadRow } from '../bots/uploads.js'
import type { Team } from '../conversations/teams.js'
import type { NewDelivery } from '../deliveries/deliveries.js'
import type { IntegrationCalls } from '../integrations/integration-calls.js'
import type { KnowledgeChunk, KnowledgeSource } from '../knowledge/knowledge.js'
import type { InboxMessage } from '../messaging/messaging.js'
import type { ModelLedgerRow, ModelReservation } from '../models/model-spending.js'
import type { Notice, NotificationRule } from '../notifications/notifications.js'
import type { User } from '../people/people.js'
import type { Workspace } from '../people/workspaces.js'
import type { TurnCommit } from '../sessions/sessions.js'
import type { Storage } from '../storage.js'

/** Two users with a workspace and a bot each: u1, w1, b1 and u2, w2, b2. */
export async function seed(storage: Storage): Promise<void> {
  await storage.users.create(user)
  await storage.users.create({ ...user, id: 'u2', email: 'u2@example.com', createdAt: 20 })
  await storage.workspaces.create(workspace('w1'), 'u1')
  await storage.workspaces.create(workspace('w2'), 'u2')
  await storage.bots.create(bot('b1'))
  await storage.bots.create({ ...bot('b2'), workspaceId: 'w2' })
}

/** A value of each field of a result. */
export const exampleFields = Object.fromEntries(
  columnFields.map((id) => [id, fieldOf(id).example]),
) as unknown as FieldValues

/** Fields of a result of which nothing is known. */
export const emptyFields = Object.fromEntries(columnFields.map((id) => [id, null])) as unknown as FieldValues

/** A turn of bot b1 with one of everything in it. */
export function commit(version: number, options: CommitOptions = {}): TurnCommit {
  const { sessionId = 's1', resultId = 'r1', number = version, key = `key-${version}`, result } = options
  const at = 100 + version
  const owner = { botId: 'b1', workspaceId: 'w1' }
  return {
    session: {
      ...owner,
      id: sessionId,
      releaseId: null,
      resultId,
      version,
      state: `{"version":${version}}`,
      createdAt: at,
      updatedAt: at,
      expiresAt: 1_000 + version,
      endedAt: null,
      held: null,
      noAnswerAt: null,
      contactId: null,
    },
    updatedBefore: version === 1 ? null : at - 1,
    turn: { sessionId, number, key, requestHash: 'hash', request: '{}', answer: '{"é":1}', status: 200, createdAt: at },
    results: [
      {
        botId: owner.botId,
        id: resultId,
        hasStarted: true,
        isCompleted: false,
        variables: '[1]',
        ...exampleFields,
        releaseId: 'rel1',
        environmentId: 'env1',
        at,
        ...result,
      },
    ],
    answers: [
      {
        resultId,
        blockId: `block-${version}`,
        groupId: 'g1',
        variableId: null,
        content: 'Hi',
        attachedFileUrls: null,
        storageUsed: 0,
        createdAt: at,
      },
    ],
    visitedEdges: [{ resultId, index: version, edgeId: `edge-${version}` }],
    logs: [
      {
        id: `log-${sessionId}-${version}`,
        resultId,
        status: 'info',
        description: 'Said hi',
        details: null,
        context: null,
        createdAt: at,
      },
    ],
    rejections: [],
    exposures: [],
    deliveries: options.deliveries ?? [],
    notices: options.notices ?? [],
    keptUploads: options.keptUploads ?? [],
  }
}

interface CommitOptions {
  sessionId?: string
  resultId?: string
  number?: number
  key?: string | null
  result?: Partial<TurnCommit['results'][number]>
  keptUploads?: string[]
  deliveries?: NewDelivery[]
  notices?: Notice[]
}

/** Of the result of `commit`. */
export function notice(id: string, change: Partial<Notice> = {}): Notice {
  return { id, botId: 'b1', resultId: 'r1', event: 'completed', cause: '', createdAt: 101, ...change }
}

/** Has nothing to report yet. */
export function notificationRule(id: string, change: Partial<NotificationRule> = {}): NotificationRule {
  return {
    id,
    botId: 'b1',
    userId: 'u1',
    event: 'completed',
    channel: 'webhook',
    frequency: 'daily',
    timeZone: 'Europe/Berlin',
    filter: '{"é":1}',
    url: 'https://example.com/é',
    createdAt: 10,
    dueAt: null,
    leasedUntil: 0,
    sentAt: null,
    failedAt: null,
    ...change,
  }
}

/** Of the result of `commit`, due at once. */
export function newDelivery(id: string, change: Partial<NewDelivery> = {}): NewDelivery {
  return {
    id,
    botId: 'b1',
    resultId: 'r1',
    blockId: 'block-1',
    kind: 'mail',
    payload: '{"é":1}',
    dueAt: 101,
    createdAt: 101,
    ...change,
  }
}

export const user: User = {
  id: 'u1',
  email: 'u1@example.com',
  emailVerifiedAt: null,
  originWorkspaceId: null,
  name: null,
  image: null,
  preferences: null,
  isAdmin: true,
  createdAt: 10,
  updatedAt: 10,
}

export const folder = {
  id: 'f1',
  workspaceId: 'w1',
  name: 'Folder',
  parentFolderId: null,
  createdAt: 10,
  updatedAt: 10,
}

export const release: Release = {
  id: 'rel1',
  botId: 'b1',
  workspaceId: 'w1',
  version: '6',
  flow: '{}',
  theme: '{}',
  settings: '{}',
  note: null,
  evidence: null,
  overrides: null,
  authorId: null,
  createdAt: 10,
}

export function token(id: string, createdAt: number) {
  return { id, ownerId: 'u1', name: id, hash: `hash-${id}`, scope: 'write' as const, createdAt, expiresAt: null }
}

export function credentials(id: string, change: Partial<CredentialsRow> = {}): CredentialsRow {
  return {
    id,
    workspaceId: 'w1',
    type: 'smtp',
    name: id,
    lastFour: 'word',
    allowedHosts: '["mail.example:587"]',
    keyId: 'key-1',
    ciphertext: `sealed-${id}`,
    needsSignIn: true,
    createdAt: 10,
    updatedAt: 10,
    ...change,
  }
}

/** From somebody who writes to c1. */
export function inboxMessage(id: string, change: Partial<InboxMessage> = {}): InboxMessage {
  return {
    id,
    workspaceId: 'w1',
    credentialsId: 'c1',
    sender: '4917',
    providerId: `provider-${id}`,
    callId: `call-${id}`,
    position: 0,
    blockId: null,
    body: '{"é":1}',
    sentAt: 100,
    receivedAt: 110,
    dueAt: 110,
    replyId: null,
    sessionId: null,
    stepsDone: 0,
    attempts: 0,
    handledAt: null,
    outcome: null,
    ...change,
  }
}

export function workspace(id: string): Workspace {
  return {
    id,
    name: id,
    icon: null,
    plan: 'FREE',
    paymentProviderId: null,
    customChatsLimit: null,
    customSeatsLimit: 5,
    isSuspended: false,
    isPastDue: false,
    isVerified: null,
    isClosedToModels: true,
    identityVersion: 2,
    identityRotatedAt: 5,
    businessHours: '{}',
    awayMinutes: 30,
    waitingMailMinutes: 20,
    createdAt: 10,
    updatedAt: 10,
  }
}

export function team(id: string, change: Partial<Team> = {}): Team {
  return {
    id,
    workspaceId: 'w1',
    name: id,
    assignment: 'round-robin',
    businessHours: '{}',
    assigned: 0,
    createdAt: 10,
    updatedAt: 10,
    ...change,
  }
}

export function bot(id: string): BotRow {
  return {
    id,
    workspaceId: 'w1',
    name: id,
    icon: null,
    folderId: null,
    flow: '{"events":[]}',
    theme: '{}',
    settings: '{}',
    selectedThemeTemplateId: null,
    resultsTablePreferences: null,
    publicId: null,
    customDomain: null,
    isDeleted: false,
    archivedAt: null,
    isClosed: false,
    channels: '[]',
    riskLevel: null,
    publishedReleaseId: null,
    environment: null,
    createdAt: 10,
    updatedAt: 10,
    revision: 0,
  }
}

/** A pending one of a visitor, of 10 bytes, in the session and result of `commit`. */
export function upload(id: string, difference: Partial<UploadRow> = {}): UploadRow {
  return {
    id,
    workspaceId: 'w1',
    botId: 'b1',
    sessionId: 's1',
    blockId: 'block-1',
    resultId: 'r1',
    name: '../../ü.png',
    type: 'image/png',
    size: 10,
    visibility: 'private',
    path: `workspaces/w1/${id}`,
    state: 'pending',
    isKept: false,
    createdAt: 10,
    expiresAt: 100,
    ...difference,
  }
}

/** A source of base `base1` in w1. */
export const knowledgeSource = (id: string, change: Partial<KnowledgeSource> = {}): KnowledgeSource => ({
  id,
  baseId: 'base1',
  workspaceId: 'w1',
  kind: 'page',
  title: 'Opening hours',
  url: 'https://shop.example/hours',
  problem: 'Not found',
  embeddingProblem: null,
  bytes: 5,
  chunks: 1,
  parentId: null,
  refreshesDaily: true,
  dueAt: 90,
  textHash: 'hash',
  createdAt: 10,
  refreshedAt: 12,
  ...change,
})

export const knowledgeChunk = (id: string, text: string): KnowledgeChunk => ({
  id,
  title: 'Opening hours',
  url: 'https://shop.example/hours',
  text,
  words: text.toLowerCase(),
})

/** A call of bot1 in w1, on the first day of 1970. */
export const spentOnModel = (change: Partial<ModelLedgerRow> = {}): ModelLedgerRow => ({
  workspaceId: 'w1',
  botId: 'bot1',
  blockId: 'block1',
  day: '1970-01-01',
  provider: 'openai',
  model: 'a-model',
  calls: 1,
  inputTokens: 80,
  outputTokens: 20,
  cachedTokens: 5,
  microcents: 300,
  ...change,
})

export const integrationCalls = (change: Partial<IntegrationCalls> = {}): IntegrationCalls => ({
  workspaceId: 'w1',
  kind: 'groq',
  day: '1970-01-01',
  succeeded: 2,
  failed: 1,
  lastSuccessAt: 30,
  lastFailureAt: 40,
  lastFailure: 'It answered 401.',
  ...change,
})

export const modelReservation = (id: string, change: Partial<ModelReservation> = {}): ModelReservation => ({
  id,
  workspaceId: 'w1',
  botId: 'bot1',
  tokens: 100,
  microcents: 300,
  madeAt: 10,
  ...change,
})
