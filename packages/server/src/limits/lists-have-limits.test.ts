import { type Endpoint, type EndpointId, endpoints } from '@colloquy/api'
import { expect, test } from 'vitest'
import type * as z from 'zod'
import { type LimitName, limitTable } from './limits.js'

/** Lists in responses without pages: the limit that bounds their items, or why their number is fixed. */
type Bound = LimitName | { fixed: string }

const definitions = { fixed: 'one per definition in the source' }
const ofRequest = { fixed: 'one per item of the request, whose number its schema limits' }
const ofFlow: Bound = 'flowBytes'

const bounds: Partial<Record<EndpointId, Record<string, Bound>>> = {
  startChat: { messages: 'turnMessages', clientSideActions: 'turnBytes', logs: 'turnSteps' },
  startPreviewChat: { messages: 'turnMessages', clientSideActions: 'turnBytes', logs: 'turnSteps' },
  continueChat: { messages: 'turnMessages', clientSideActions: 'turnBytes', logs: 'turnSteps' },
  listBots: { bots: 'botsPerWorkspace' },
  listBotCards: { cards: ofRequest },
  createBot: { warnings: ofFlow },
  importBot: { warnings: ofFlow },
  updateBot: { warnings: ofFlow },
  duplicateBot: { warnings: ofFlow },
  getAddresses: { pages: 'environmentsPerBot' },
  listLinkedBots: { bots: 'linkedBots' },
  getPublishChecks: { checks: definitions },
  listEnvironments: { environments: 'environmentsPerBot' },
  getDeliveryHealth: { integrations: definitions },
  getIntegrationHealth: { integrations: definitions },
  applyOperations: { batches: 'operationsPerBatch', conflicts: 'operationsPerBatch', refusals: 'operationsPerBatch' },
  getBot: { permissions: { fixed: 'the permissions that there are' } },
  listComments: { comments: { fixed: 'the newest 2,000' } },
  listMentionable: { people: 'membersPerWorkspace' },
  listProblems: { problems: ofFlow },
  checkReferences: {
    credentialsIds: ofRequest,
    botIds: ofRequest,
    publishedBotIds: ofRequest,
    knowledgeBaseIds: ofRequest,
    teams: ofRequest,
    refusedCredentialsIds: ofRequest,
    channelTypes: definitions,
    attributes: ofRequest,
  },
  lintFlow: { problems: ofFlow },
  listResultOrigins: { origins: ofRequest },
  getAnswerSummary: { questions: ofFlow },
  listSummaryLinks: { links: 'summaryLinks' },
  listSummaryMails: { mails: 'summaryMails' },
  listNotificationRules: { rules: 'notificationRules' },
  listMyNotificationRules: { rules: 'notificationRules' },
  getInboxSetup: {
    bots: 'botsPerWorkspace',
    people: 'membersPerWorkspace',
    teams: 'teams',
    channels: { fixed: 'those of the product' },
    filters: { fixed: 'at most 20' },
  },
  listTeams: { teams: 'teams' },
  listSavedReplies: { replies: 'savedReplies' },
  saveInboxFilters: { filters: ofRequest },
  getInboxMetrics: { rows: { fixed: 'at most 200' } },
  searchConversations: { conversations: { fixed: 'the newest 50' } },
  getConversation: { transcript: 'conversationMessages', variables: ofFlow, groups: ofFlow },
  readContactFile: { columns: 'documentColumns' },
  importContacts: { problems: { fixed: 'the first 100' } },
  listContactMerges: { merges: { fixed: 'the newest 100' } },
  listContactSegments: { segments: 'contactSegments' },
  listContactAttributes: { attributes: 'contactAttributes' },
  listMessages: { messages: { fixed: 'the next 100' } },
  getRecording: { turns: 'replayBytes', differing: 'replayTurns' },
  tryOtherReplies: { turns: 'replayBytes', differing: 'replayTurns' },
  replayConversations: { groups: 'replayBytes' },
  replayResult: { turns: 'replayTurns' },
  listTests: { tests: 'botTests' },
  runTests: { tests: 'botTests' },
  getModelSpending: { models: ofFlow, blocks: ofFlow },
  getInDepthData: { totalAnswers: ofFlow, offDefaultPathVisitedEdges: ofFlow },
  getDailyCounts: { days: { fixed: 'one per day of the period' } },
  getSegments: { segments: { fixed: 'the largest 50' } },
  getCohorts: { weeks: { fixed: 'one per week of the period' } },
  getDropOff: { blocks: ofFlow, exits: ofFlow },
  getFunnel: { steps: ofRequest },
  getInvalidReplies: { blocks: ofFlow },
  getAnswerTimes: { blocks: ofFlow },
  listWebhookBlocks: { webhookBlocks: ofFlow },
  getMessagingOfBot: { answering: 'botsPerWorkspace', channels: { fixed: 'at most 20' } },
  listWorkspaces: { workspaces: { fixed: 'those that the user has created or joined' } },
  listModelSpending: { spending: { fixed: 'the largest 1,000 of a month' } },
  listItemsOfMember: { items: { fixed: 'the oldest 1,000' } },
  listItemsOfCollaborator: { items: { fixed: 'the oldest 1,000' } },
  getMessagingConnection: { otherFields: { fixed: 'the first kinds that an account sent' } },
  listMembers: { members: 'membersPerWorkspace' },
  listInvitations: { invitations: 'invitationsPerWorkspace' },
  listCollaborators: { collaborators: 'membersPerWorkspace' },
  listBotInvitations: { invitations: 'invitationsPerBot' },
  listOwnInvitations: { invitations: { fixed: 'the newest 500' } },
  listFolders: { folders: 'foldersPerWorkspace' },
  listThemeTemplates: { themeTemplates: 'themeTemplatesPerWorkspace' },
  listCustomDomains: { customDomains: 'domainsPerWorkspace' },
  listKnowledgeBases: { knowledgeBases: 'knowledgeBases' },
  listKnowledgeSources: { knowledgeSources: 'knowledgeSources' },
  listKnowledgeQuestions: { knowledgeQuestions: 'knowledgeQuestions' },
  searchKnowledge: { passages: 'knowledgePassages' },
  listCredentials: { credentials: 'credentialsPerWorkspace' },
  deleteCredentials: { usedBy: 'botsPerWorkspace' },
  listIntegrationItems: { items: 'responseBytes' },
  listServerTools: { tools: 'toolServerTools' },
  tryBlock: { calls: 'turnCalls', said: 'turnMessages', groupIds: ofFlow, logs: 'turnSteps' },
  listSignIns: { signIns: { fixed: 'the 500 that were used last' } },
  updateMe: { onboardingCategories: ofRequest },
  listApiTokens: { apiTokens: 'tokensPerUser' },
  getOwnDeletion: { workspaces: 'workspacesPerUser' },
  getAccountDeletion: { workspaces: 'workspacesPerUser' },
  listLimits: { limits: definitions },
}

interface Definition {
  type: string
  innerType?: z.core.$ZodType
  out?: z.core.$ZodType
  shape?: Record<string, z.core.$ZodType>
}

/** The definition of a schema without what is around it, such as `optional`. */
function definitionOf(schema: z.core.$ZodType): Definition {
  const definition = schema._zod.def as unknown as Definition
  const inner = definition.innerType ?? definition.out
  return inner ? definitionOf(inner) : definition
}

const fieldsOf = (schema: z.ZodType | undefined) => (schema ? (definitionOf(schema).shape ?? {}) : {})

const listsOf = ({ response }: Endpoint): string[] =>
  Object.entries(fieldsOf(response)).flatMap(([name, field]) => (definitionOf(field).type === 'array' ? name : []))

const isPage = ({ query, response }: Endpoint): boolean =>
  'cursor' in fieldsOf(query) && 'limit' in fieldsOf(query) && 'nextCursor' in fieldsOf(response)

const all: readonly Endpoint[] = Object.values(endpoints)
const withLists = all.filter((endpoint) => listsOf(endpoint).length > 0)

test('Each list in a response is a page, or has a limit of its items', () => {
  const unlimited = withLists
    .filter((endpoint) => !isPage(endpoint))
    .flatMap((endpoint) =>
      listsOf(endpoint).flatMap((name) => (bounds[endpoint.id as EndpointId]?.[name] ? [] : `${endpoint.id}.${name}`)),
    )
  expect(unlimited).toEqual([])
})

test('The list of limits names only lists without pages, and limits that exist', () => {
  for (const [id, of] of Object.entries(bounds)) {
    const endpoint: Endpoint = endpoints[id as EndpointId]
    expect([id, isPage(endpoint)]).toEqual([id, false])
    expect(listsOf(endpoint).toSorted()).toEqual(Object.keys(of).toSorted())
    for (const bound of Object.values(of)) if (typeof bound === 'string') expect(limitTable).toHaveProperty(bound)
  }
})
