import { type Endpoint, type EndpointId, endpoints } from '@colloquy/api'
import { newId } from '../ids.js'
import { png } from './file-bot.js'
import { messageOf, payloadOf, signedRequest } from './messaging-payloads.js'
import { type Ids, pathOf } from './populated-workspace.js'
import { askingBot, type Method, phonePreviews, type TestService } from './test-service.js'

/** Parts of a request. A binary `body` is sent unchanged; `pathIds` map names of ids where the path uses another one. */
export interface TestRequest {
  query?: string
  body?: unknown
  headers?: Record<string, string>
  pathIds?: Partial<Ids>
}

/** Operations that only an instance admin may use. */
export const instanceAdminOperations: ReadonlySet<string> = new Set(
  Object.values<Endpoint>(endpoints).flatMap(({ id, isForInstanceAdmins }) => (isForInstanceAdmins ? [id] : [])),
)

/** A request for each operation that succeeds in a populated workspace. */
export const requests: { [Id in EndpointId]: (ids: Ids) => TestRequest } = {
  startChat: () => ({ body: {} }),
  startPreviewChat: () => ({ body: {} }),
  getPreview: ({ previewSessionId }) => ({ pathIds: { sessionId: previewSessionId } }),
  setPreviewVariables: ({ previewSessionId }) => ({
    pathIds: { sessionId: previewSessionId },
    body: { variables: {} },
  }),
  setPreviewBreakpoints: ({ previewSessionId, botId, blockId }) => ({
    pathIds: { sessionId: previewSessionId },
    body: { blocks: [{ botId, blockId }] },
  }),
  continueChat: () => ({ body: { message: 'Hello' } }),
  streamMessage: () => ({}),
  saveClientLogs: () => ({ body: { clientLogs: [{ description: 'The script of the page has failed' }] } }),
  moveSession: () => ({}),
  changeSessionStatus: () => ({ body: { status: 'paused' } }),
  generateUploadUrl: ({ uploadSessionId }) => ({
    body: { sessionId: uploadSessionId, fileName: 'b.png', fileType: 'image/png', fileSize: 100 },
  }),
  uploadFile: () => ({ body: png(), headers: { 'content-type': 'image/png' } }),
  uploadFileInForm: () => pictureForm('file'),
  getFile: () => ({}),
  getResultFile: ({ fileBlockId, fileResultId }) => ({ pathIds: { blockId: fileBlockId, resultId: fileResultId } }),
  createBotFile: () => ({ query: '?name=logo.png', body: png(), headers: { 'content-type': 'image/png' } }),
  listBots: ({ workspaceId }) => ({ query: `?workspaceId=${workspaceId}` }),
  listBotCards: ({ botId }) => ({ query: `?botIds=${botId}` }),
  createBot: ({ workspaceId }) => ({ body: { workspaceId, bot: { name: 'New' } } }),
  importBot: ({ workspaceId }) => ({
    body: { workspaceId, bot: { version: '6', name: 'File', theme: {}, ...askingBot('file') } },
  }),
  getBot: () => ({}),
  updateBot: () => ({ body: { bot: { name: 'Renamed' } } }),
  applyOperations: () => ({
    body: {
      id: newId(),
      revision: 0,
      operations: [{ kind: 'set', path: ['groups', '#g1', 'title'], value: 'Renamed', was: 'G' }],
    },
  }),
  followBot: () => ({ query: '?client=a-page-of-the-tests' }),
  sharePosition: () => ({ body: { client: 'a-page-of-the-tests', groupId: 'g1', blockId: null } }),
  shareCursor: () => ({ body: { client: 'a-page-of-the-tests', at: { x: 120, y: -40 } } }),
  listComments: () => ({}),
  readComments: () => ({ body: { until: '2026-11-01T12:00:00Z' } }),
  listMentionable: () => ({}),
  addComment: () => ({ body: { groupId: 'g1', text: 'Is this polite?' } }),
  updateComment: () => ({ body: { isResolved: true } }),
  deleteComment: () => ({}),
  getAddresses: () => ({}),
  getMessagingOfBot: () => ({}),
  archiveBot: () => ({}),
  restoreBot: () => ({}),
  deleteBot: () => ({}),
  getPublishedBot: () => ({}),
  publishBot: () => ({}),
  unpublishBot: () => ({}),
  getPublishChecks: () => ({}),
  listReleases: () => ({}),
  getRelease: () => ({}),
  updateRelease: () => ({ body: { note: 'New words' } }),
  listEnvironments: () => ({}),
  createEnvironment: () => ({ body: { name: 'review' } }),
  updateEnvironment: () => ({ body: { variables: { v1: 'https://sandbox.example' } } }),
  deleteEnvironment: () => ({}),
  deployRelease: ({ releaseId }) => ({ body: { releaseId } }),
  moveChats: () => ({ body: {} }),
  listDeployments: () => ({}),
  cancelDeployment: () => ({}),
  listExperiments: () => ({}),
  startExperiment: ({ releaseId, otherReleaseId }) => ({
    body: {
      name: 'Shorter',
      variants: [releaseId, otherReleaseId].map((releaseId) => ({ releaseId, weight: 1 })),
      goal: { kind: 'completed' },
    },
  }),
  getExperiment: () => ({}),
  endExperiment: () => ({ body: {} }),
  listProblems: () => ({}),
  checkReferences: ({ botId, credentialsId }) => ({ body: { credentialsIds: [credentialsId], botIds: [botId] } }),
  lintFlow: ({ workspaceId }) => ({ body: { workspaceId, bot: { version: '6', ...askingBot('file') } } }),
  listResults: () => ({}),
  deleteResults: ({ resultId }) => ({ query: `?resultIds=${resultId}` }),
  getResult: () => ({}),
  getTranscript: () => ({}),
  listResultLogs: () => ({}),
  listResultOrigins: ({ resultId }) => ({ query: `?resultIds=${resultId}` }),
  getRecording: () => ({}),
  tryOtherReplies: () => ({ body: { replies: [{ turn: 1, text: 'Grace' }] } }),
  replayConversations: () => ({ body: { timeFilter: 'allTime' } }),
  replayResult: () => ({}),
  listRecordings: () => ({}),
  listTests: () => ({}),
  addTest: () => ({ body: { test: { name: 'Says hello', steps: [{}] } } }),
  updateTest: () => ({ body: { test: { name: 'Says hello', steps: [{}] } } }),
  deleteTest: () => ({}),
  recordTest: ({ resultId }) => ({ body: { resultId } }),
  runTests: () => ({ body: {} }),
  executeWebhook: () => ({ body: { amount: 5 } }),
  executeTestWebhook: () => ({ body: { amount: 5 } }),
  getMessagingConnection: () => ({}),
  createVerifyToken: () => ({}),
  verifyMessagingWebhook: ({ verifyToken }) => ({ query: verification(verifyToken) }),
  receiveMessages: () => signedRequest(payloadOf('4916', [messageOf('4916', 'Hello')])),
  verifyMessagingPreviewWebhook: () => ({
    query: verification(phonePreviews.COLLOQUY_MESSAGING_PREVIEW_VERIFY_TOKEN),
  }),
  receivePreviewMessages: ({ phone }) =>
    signedRequest(
      payloadOf(phone, [messageOf(phone, 'Hello')], phonePreviews.COLLOQUY_MESSAGING_PREVIEW_NUMBER_ID),
      phonePreviews.COLLOQUY_MESSAGING_PREVIEW_APP_SECRET,
    ),
  startMessagingPreview: ({ phone }) => ({ body: { to: `+${phone}` } }),
  executeTestMessagingWebhook: () => ({ body: { amount: 5 } }),
  listenForWebhooks: () => ({}),
  listWorkspaces: () => ({}),
  createWorkspace: () => ({ body: { name: 'Second' } }),
  getWorkspace: () => ({}),
  updateWorkspace: () => ({ body: { name: 'Renamed' } }),
  deleteWorkspace: () => ({}),
  listCredentials: ({ workspaceId }) => ({ query: `?workspaceId=${workspaceId}` }),
  createCredentials: ({ workspaceId }) => ({
    body: { workspaceId, credentials: { type: 'openai', name: 'New', data: { apiKey: 'planted-api-key-2' } } },
  }),
  getCredentials: ({ workspaceId }) => ({ query: `?workspaceId=${workspaceId}` }),
  updateCredentials: ({ workspaceId }) => ({ body: { workspaceId, credentials: { name: 'Renamed' } } }),
  deleteCredentials: ({ workspaceId }) => ({ query: `?workspaceId=${workspaceId}` }),
  tryModel: ({ workspaceId }) => ({ body: { workspaceId, model: 'a-model' } }),
  testCredentials: ({ workspaceId }) => ({ body: { workspaceId } }),
  getOAuthClient: () => ({ pathIds: { type: 'gmail' } }),
  beginOAuth: () => ({
    pathIds: { type: 'gmail' },
    body: { client: { id: 'client', secret: 'planted-client-secret' } },
  }),
  finishOAuth: () => ({ query: '?state=unknown&error=access_denied' }),
  listIntegrationItems: () => ({ body: { list: 'voices' } }),
  listServerTools: () => ({ body: { credentialsId: 'unknown' } }),
  eraseResults: () => ({ body: { value: 'ada@example.com' } }),
  getMe: () => ({}),
  listApiTokens: () => ({}),
  createApiToken: () => ({ body: { name: 'Second' } }),
  deleteApiToken: () => ({}),
  health: () => ({}),
  ready: () => ({}),
  metrics: () => ({}),
  openApi: () => ({}),
  docs: () => ({}),
  listWebhookBlocks: () => ({}),
  getResultExample: ({ callingBlockId }) => ({ pathIds: { blockId: callingBlockId } }),
  tryBlock: ({ servingBlockId }) => ({ pathIds: { blockId: servingBlockId }, body: {} }),
  tryExpression: () => ({ body: { text: '{{= 1 + 1 =}}' } }),
  testWebhookBlock: ({ callingBlockId }) => ({ pathIds: { blockId: callingBlockId }, body: {} }),
  subscribeWebhook: ({ callingBlockId }) => ({
    pathIds: { blockId: callingBlockId },
    body: { url: 'https://hooks.example' },
  }),
  unsubscribeWebhook: ({ callingBlockId }) => ({ pathIds: { blockId: callingBlockId } }),
  signIn: ({ apiToken }) => ({ body: { token: apiToken } }),
  getSignIn: () => ({}),
  signOut: () => ({}),
  listSignIns: () => ({}),
  deleteSignIn: () => ({}),
  setPassword: ({ botId }) => ({ body: { password: 'a long password', email: `${botId}@example.com` } }),
  requestPasswordLink: ({ memberEmail }) => ({ body: { email: memberEmail } }),
  createPasswordLink: ({ memberEmail }) => ({ body: { email: memberEmail } }),
  openPasswordLink: ({ passwordToken }) => ({ body: { token: passwordToken } }),
  usePasswordLink: ({ passwordToken }) => ({ body: { token: passwordToken, password: 'a long password' } }),
  changeEmail: ({ botId }) => ({ body: { email: `${botId}@example.com` } }),
  confirmEmail: ({ emailToken }) => ({ body: { token: emailToken } }),
  verifyEmail: ({ memberEmail }) => ({ body: { email: memberEmail } }),
  updateMe: () => ({ body: { updates: { name: 'Renamed' } } }),
  listMembers: () => ({}),
  updateMember: () => ({ body: { role: 'MEMBER' } }),
  deleteMember: () => ({}),
  listItemsOfMember: () => ({}),
  listInvitations: () => ({}),
  createInvitation: ({ workspaceId }) => ({ body: { email: `${workspaceId}@example.com`, type: 'MEMBER' } }),
  updateInvitation: () => ({ body: { type: 'MEMBER' } }),
  deleteInvitation: () => ({}),
  openInvitation: ({ invitationToken }) => ({ body: { token: invitationToken } }),
  acceptInvitation: ({ invitationToken }) => ({ body: { token: invitationToken, password: 'a long password' } }),
  listOwnInvitations: () => ({}),
  acceptOwnInvitation: ({ ownInvitationId }) => ({ pathIds: { invitationId: ownInvitationId } }),
  declineOwnInvitation: ({ ownInvitationId }) => ({ pathIds: { invitationId: ownInvitationId } }),
  listCollaborators: () => ({}),
  updateCollaborator: () => ({ body: { type: 'WRITE' } }),
  deleteCollaborator: () => ({}),
  listItemsOfCollaborator: () => ({}),
  listBotInvitations: () => ({}),
  createBotInvitation: ({ botId }) => ({ body: { email: `${botId}@example.com`, type: 'WRITE' } }),
  updateBotInvitation: ({ botInvitationId }) => ({
    body: { type: 'WRITE' },
    pathIds: { invitationId: botInvitationId },
  }),
  deleteBotInvitation: ({ botInvitationId }) => ({ pathIds: { invitationId: botInvitationId } }),
  listFolders: ({ workspaceId }) => ({ query: `?workspaceId=${workspaceId}` }),
  createFolder: ({ workspaceId }) => ({ body: { workspaceId, folderName: 'New' } }),
  getFolder: ({ workspaceId }) => ({ query: `?workspaceId=${workspaceId}` }),
  updateFolder: ({ workspaceId }) => ({ body: { workspaceId, folder: { name: 'Renamed' } } }),
  deleteFolder: ({ workspaceId }) => ({ query: `?workspaceId=${workspaceId}` }),
  listThemeTemplates: ({ workspaceId }) => ({ query: `?workspaceId=${workspaceId}` }),
  saveThemeTemplate: ({ workspaceId }) => ({ body: { workspaceId, name: 'Renamed', theme: {} } }),
  deleteThemeTemplate: ({ workspaceId }) => ({ query: `?workspaceId=${workspaceId}` }),
  listDeliveries: () => ({}),
  getDeliveryHealth: () => ({}),
  getIntegrationHealth: () => ({}),
  replayDelivery: () => ({}),
  replayDeliveries: () => ({ body: {} }),
  discardDelivery: () => ({}),
  listKnowledgeBases: ({ workspaceId }) => ({ query: `?workspaceId=${workspaceId}` }),
  createKnowledgeBase: ({ workspaceId }) => ({ body: { workspaceId, name: 'Help' } }),
  updateKnowledgeBase: ({ workspaceId }) => ({ body: { workspaceId, name: 'Renamed' } }),
  deleteKnowledgeBase: ({ workspaceId }) => ({ query: `?workspaceId=${workspaceId}` }),
  listKnowledgeSources: ({ workspaceId }) => ({ query: `?workspaceId=${workspaceId}` }),
  addKnowledgeSource: ({ workspaceId }) => ({
    body: { workspaceId, source: { kind: 'text', title: 'Returns', text: 'Returns are free.' } },
  }),
  refreshKnowledgeSource: ({ workspaceId }) => ({ body: { workspaceId } }),
  updateKnowledgeSource: ({ workspaceId }) => ({ body: { workspaceId, refreshesDaily: true } }),
  deleteKnowledgeSource: ({ workspaceId }) => ({ query: `?workspaceId=${workspaceId}` }),
  listKnowledgeQuestions: ({ workspaceId }) => ({ query: `?workspaceId=${workspaceId}` }),
  answerKnowledgeQuestion: ({ workspaceId }) => ({ body: { workspaceId, answer: 'Yes, we do.' } }),
  deleteKnowledgeQuestion: ({ workspaceId }) => ({ query: `?workspaceId=${workspaceId}` }),
  searchKnowledge: ({ workspaceId }) => ({ body: { workspaceId, query: 'Are returns free?' } }),
  listCustomDomains: ({ workspaceId }) => ({ query: `?workspaceId=${workspaceId}` }),
  createCustomDomain: ({ workspaceId, botId }) => ({ body: { workspaceId, name: `${botId}.example.com` } }),
  checkCustomDomain: ({ workspaceId }) => ({ query: `?workspaceId=${workspaceId}` }),
  verifyCustomDomain: ({ workspaceId }) => ({ query: `?workspaceId=${workspaceId}` }),
  deleteCustomDomain: ({ workspaceId }) => ({ query: `?workspaceId=${workspaceId}` }),
  listModelSpending: () => ({}),
  getUsage: ({ workspaceId }) => ({ query: `?workspaceId=${workspaceId}` }),
  duplicateBot: () => ({ body: {} }),
  listLinkedBots: () => ({}),
  isPublicIdAvailable: () => ({ query: '?publicId=free' }),
  exportResults: () => ({}),
  countResults: () => ({}),
  getStats: () => ({}),
  getModelSpending: () => ({}),
  getInDepthData: () => ({}),
  getDailyCounts: () => ({}),
  getCohorts: () => ({ query: '?blockId=in0' }),
  getDropOff: () => ({}),
  getFunnel: () => ({ query: '?blockIds=in0,in1' }),
  getInvalidReplies: () => ({}),
  getAnswerTimes: () => ({}),
  getSegments: () => ({ query: '?by=environment' }),
  getAnswerSummary: () => ({}),
  listSummaryLinks: () => ({}),
  createSummaryLink: () => ({ body: { timeFilter: 'last7Days', timeZone: 'Europe/Berlin' } }),
  deleteSummaryLink: () => ({}),
  listSummaryMails: () => ({}),
  createSummaryMail: ({ linkId }) => ({ body: { linkId, email: 'head@example.com', frequency: 'daily' } }),
  deleteSummaryMail: () => ({}),
  getOwnDeletion: () => ({}),
  deleteMe: ({ workspaceId }) => ({ body: { workspaces: [{ workspaceId, action: 'delete' }] } }),
  listAccounts: () => ({}),
  getAccountDeletion: () => ({}),
  deleteAccount: () => ({ body: { workspaces: [] } }),
  listAllWorkspaces: () => ({}),
  updateStanding: () => ({ body: { isSuspended: true } }),
  confirmClock: () => ({ body: { date: new Date().toISOString().slice(0, 10) } }),
  listLimits: () => ({}),
  getMailStatus: () => ({}),
  sendTestMail: ({ memberEmail }) => ({ body: { to: memberEmail } }),
}

const verification = (token: string) => `?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${token}`

export const allEndpoints = Object.values(endpoints) as Endpoint[]

/** Returns the status of an operation on success. */
export const successOf = (endpoint: Endpoint): number => endpoint.status ?? 200

/** A form with a file in the given field; by default a picture. */
export function pictureForm(name: string, content: Buffer | string = png()): TestRequest {
  const disposition = `Content-Disposition: form-data; name="${name}"; filename="a.png"`
  const head = `--b\r\n${disposition}\r\nContent-Type: image/png\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--b--\r\n')])
  return { body, headers: { 'content-type': 'multipart/form-data; boundary=b' } }
}

/** Runs an operation with the given ids, as the owner of a token; parts of the request may be replaced. */
export function callOperation(
  service: TestService,
  endpoint: Endpoint,
  ids: Ids,
  options: TestRequest & { token?: string } = {},
) {
  const request = requests[endpoint.id as EndpointId](ids)
  const path = pathOf(endpoint, { ...ids, ...request.pathIds, ...options.pathIds })
  const body = options.body ?? request.body
  return service.call(endpoint.method as Method, path + (options.query ?? request.query ?? ''), body, {
    ...request.headers,
    ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
    ...options.headers,
  })
}
