import type { OperationBatch } from './bots/bot-operations.js'
import type { BotRow } from './bots/bots.js'
import type { CredentialsRow } from './bots/credentials.js'
import type { Folder } from './bots/folders.js'
import type { Release, ReleaseSummary } from './bots/releases.js'
import type { UploadRow } from './bots/uploads.js'
import type { HeldWebhook } from './bots/webhooks.js'
import type { NewDelivery } from './deliveries/deliveries.js'
import type { Exposure } from './experiments/experiments.js'
import type { User } from './people/people.js'
import type { ApiToken } from './people/tokens.js'
import type { Workspace } from './people/workspaces.js'
import type { ResultRow } from './results/result-row.js'
import type { LogRow, SessionRow, TurnCommit, TurnRow } from './sessions/sessions.js'
import { Table } from './table.js'

export const users = new Table<User>('users', {
  id: 'text',
  email: 'text',
  emailVerifiedAt: 'integer',
  originWorkspaceId: 'text',
  name: 'text',
  image: 'text',
  preferences: 'text',
  isAdmin: 'boolean',
  createdAt: 'integer',
  updatedAt: 'integer',
})

export const tokens = new Table<ApiToken>('tokens', {
  id: 'text',
  ownerId: 'text',
  name: 'text',
  hash: 'text',
  scope: 'text',
  createdAt: 'integer',
  expiresAt: 'integer',
})

export const workspaces = new Table<Workspace>('workspaces', {
  id: 'text',
  name: 'text',
  icon: 'text',
  plan: 'text',
  paymentProviderId: 'text',
  customChatsLimit: 'integer',
  customSeatsLimit: 'integer',
  isSuspended: 'boolean',
  isPastDue: 'boolean',
  isVerified: 'boolean',
  isClosedToModels: 'boolean',
  createdAt: 'integer',
  updatedAt: 'integer',
})

export const folders = new Table<Folder>('folders', {
  id: 'text',
  workspaceId: 'text',
  name: 'text',
  parentFolderId: 'text',
  createdAt: 'integer',
  updatedAt: 'integer',
})

const credentialsSummaryKinds = {
  id: 'text',
  workspaceId: 'text',
  type: 'text',
  name: 'text',
  lastFour: 'text',
  allowedHosts: 'text',
  needsSignIn: 'boolean',
  createdAt: 'integer',
  updatedAt: 'integer',
} as const

/** Credentials without their secret, for lists. */
export const credentialsSummaries = new Table<Omit<CredentialsRow, 'keyId' | 'ciphertext'>>(
  'credentials',
  credentialsSummaryKinds,
)

export const credentials = new Table<CredentialsRow>('credentials', {
  ...credentialsSummaryKinds,
  keyId: 'text',
  ciphertext: 'text',
})

const botSummaryKinds = {
  id: 'text',
  workspaceId: 'text',
  name: 'text',
  icon: 'text',
  folderId: 'text',
  selectedThemeTemplateId: 'text',
  resultsTablePreferences: 'text',
  publicId: 'text',
  customDomain: 'text',
  isDeleted: 'boolean',
  archivedAt: 'integer',
  isClosed: 'boolean',
  messagingCredentialsId: 'text',
  riskLevel: 'real',
  publishedReleaseId: 'text',
  environment: 'text',
  createdAt: 'integer',
  updatedAt: 'integer',
  revision: 'integer',
} as const

/** A bot without its documents, for lists. */
export const botSummaries = new Table<Omit<BotRow, 'flow' | 'theme' | 'settings'>>('bots', botSummaryKinds)

export const bots = new Table<BotRow>('bots', { ...botSummaryKinds, theme: 'text', settings: 'text', flow: 'text' })

export const botOperations = new Table<OperationBatch>('bot_operations', {
  id: 'text',
  botId: 'text',
  revision: 'integer',
  userId: 'text',
  operations: 'text',
  refusals: 'text',
  createdAt: 'integer',
})

const releaseSummaryKinds = {
  id: 'text',
  botId: 'text',
  workspaceId: 'text',
  version: 'text',
  note: 'text',
  evidence: 'text',
  overrides: 'text',
  authorId: 'text',
  createdAt: 'integer',
} as const

/** A release without its documents, for lists. */
export const releaseSummaries = new Table<ReleaseSummary>('releases', releaseSummaryKinds)

export const releases = new Table<Release>('releases', {
  ...releaseSummaryKinds,
  flow: 'text',
  theme: 'text',
  settings: 'text',
})

export const sessions = new Table<SessionRow>('sessions', {
  id: 'text',
  workspaceId: 'text',
  botId: 'text',
  releaseId: 'text',
  resultId: 'text',
  version: 'integer',
  state: 'text',
  createdAt: 'integer',
  updatedAt: 'integer',
  expiresAt: 'integer',
  endedAt: 'integer',
})

export const turns = new Table<TurnRow>(
  'turns',
  {
    sessionId: 'text',
    number: 'integer',
    key: 'text',
    requestHash: 'text',
    request: 'text',
    answer: 'text',
    status: 'integer',
    createdAt: 'integer',
  },
  { workspaceId: 'text' },
)

export const results = new Table<ResultRow>('results', {
  id: 'text',
  botId: 'text',
  workspaceId: 'text',
  createdAt: 'integer',
  updatedAt: 'integer',
  hasStarted: 'boolean',
  isCompleted: 'boolean',
  isDeleted: 'boolean',
  variables: 'text',
  lastChatSessionId: 'text',
  releaseId: 'text',
  environmentId: 'text',
  source: 'text',
  device: 'text',
})

export const answers = new Table<TurnCommit['answers'][number]>(
  'answers',
  {
    resultId: 'text',
    blockId: 'text',
    groupId: 'text',
    variableId: 'text',
    content: 'text',
    attachedFileUrls: 'text',
    storageUsed: 'real',
    createdAt: 'integer',
  },
  { workspaceId: 'text' },
)

export const visitedEdges = new Table<TurnCommit['visitedEdges'][number]>(
  'visited_edges',
  {
    resultId: 'text',
    index: 'integer',
    edgeId: 'text',
  },
  { workspaceId: 'text' },
)

export const logs = new Table<LogRow>(
  'logs',
  {
    id: 'text',
    resultId: 'text',
    status: 'text',
    description: 'text',
    details: 'text',
    context: 'text',
    createdAt: 'integer',
  },
  { workspaceId: 'text' },
)

export const rejections = new Table<TurnCommit['rejections'][number]>(
  'rejections',
  { resultId: 'text', blockId: 'text', createdAt: 'integer' },
  { workspaceId: 'text' },
)

export const exposures = new Table<Exposure>(
  'exposures',
  {
    resultId: 'text',
    experimentId: 'text',
    variant: 'integer',
    visitor: 'text',
    createdAt: 'integer',
    convertedAt: 'integer',
  },
  { workspaceId: 'text' },
)

export const newDeliveries = new Table<NewDelivery>(
  'deliveries',
  {
    id: 'text',
    botId: 'text',
    resultId: 'text',
    blockId: 'text',
    kind: 'text',
    payload: 'text',
    dueAt: 'integer',
    createdAt: 'integer',
  },
  { workspaceId: 'text' },
)

export const heldWebhooks = new Table<HeldWebhook>('held_webhooks', {
  id: 'text',
  workspaceId: 'text',
  sessionId: 'text',
  blockId: 'text',
  body: 'text',
  createdAt: 'integer',
})

export const uploads = new Table<UploadRow>('uploads', {
  id: 'text',
  workspaceId: 'text',
  botId: 'text',
  sessionId: 'text',
  blockId: 'text',
  resultId: 'text',
  name: 'text',
  type: 'text',
  size: 'integer',
  visibility: 'text',
  path: 'text',
  state: 'text',
  isKept: 'boolean',
  createdAt: 'integer',
  expiresAt: 'integer',
})
