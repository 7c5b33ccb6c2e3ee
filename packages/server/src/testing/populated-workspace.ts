import { type Endpoint, endpointGroups } from '@colloquy/api'
import { hashToken } from '../access/auth.js'
import { newId } from '../ids.js'
import { previewCredentials } from '../messaging/account-of.js'
import { inboxRow } from '../messaging/inbox-entry.js'
import { silentCommit } from '../turns/commit.js'
import { confirmPhone } from './confirm-phone.js'
import { png } from './file-bot.js'
import { metaCredentials } from './messaging-payloads.js'
import { askingBot, type TestService } from './test-service.js'

/** Ids by their names in paths, queries and bodies. */
export type Ids = {
  workspaceId: string
  botId: string
  publicId: string
  releaseId: string
  sessionId: string
  /** Session of a preview. */
  previewSessionId: string
  resultId: string
  tokenId: string
  credentialsId: string
  /** Type of an integration. */
  type: string
  /** A webhook block. */
  blockId: string
  /** An uploaded file: the input that asked for it, its result, and its own id. */
  fileBlockId: string
  fileResultId: string
  fileName: string
  /** Session that waits for a file. */
  uploadSessionId: string
  /** Token of an upload address. */
  token: string
  /** A block that calls another service. */
  callingBlockId: string
  /** A block that calls a language model. */
  servingBlockId: string
  /** A guest with whom the bot is shared. */
  userId: string
  invitationId: string
  /** Token in the link of that invitation. */
  invitationToken: string
  botInvitationId: string
  /** An invitation of the admin to another workspace. */
  ownInvitationId: string
  /** Email address of a guest with a password. */
  memberEmail: string
  /** Tokens of one-time account links: one to set the guest's password, one to confirm another address. */
  passwordToken: string
  emailToken: string
  folderId: string
  themeTemplateId: string
  /** A knowledge base, a page in it, and a text in it. */
  baseId: string
  sourceId: string
  textSourceId: string
  /** A question without an answer in the knowledge base. */
  questionId: string
  /** A thread about a group, started by the admin. */
  commentId: string
  /** A link to the summary. */
  linkId: string
  /** An email with that summary. */
  mailId: string
  /** A notification of the admin. */
  ruleId: string
  testId: string
  /** A contact with an attribute. */
  contactId: string
  attributeId: string
  otherContactId: string
  /** A merge of a third contact into the other one, where the operation is about merges. */
  mergeId: string
  segmentId: string
  /** A team of the admin. */
  teamId: string
  shortcut: string
  /** A delivery that was given up. */
  deliveryId: string
  environmentId: string
  deploymentId: string
  experimentId: string
  /** An older release than the current one. */
  otherReleaseId: string
  /** Name of a custom domain. */
  name: string
  /** A login session of the admin. */
  signInId: string
  /** The admin's token. */
  apiToken: string
  /** Token with which a provider verifies the webhook of messaging credentials. */
  verifyToken: string
  /** Phone on which a preview is shown. */
  phone: string
}

/** An address to which no connection may be made: a call fails at once, and is not repeated. */
const closedAddress = 'http://127.0.0.1:9'

/** Ids that do not exist. */
export const absentIds: Ids = {
  workspaceId: newId(),
  botId: newId(),
  publicId: newId(),
  releaseId: newId(),
  sessionId: newId(),
  previewSessionId: newId(),
  resultId: newId(),
  tokenId: newId(),
  credentialsId: newId(),
  type: 'elevenlabs',
  blockId: newId(),
  fileBlockId: newId(),
  fileResultId: newId(),
  fileName: `${newId()}.png`,
  uploadSessionId: newId(),
  token: newId(),
  callingBlockId: newId(),
  servingBlockId: newId(),
  userId: newId(),
  invitationId: newId(),
  invitationToken: newId(),
  botInvitationId: newId(),
  ownInvitationId: newId(),
  memberEmail: `${newId()}@example.com`,
  passwordToken: newId(),
  emailToken: newId(),
  folderId: newId(),
  themeTemplateId: newId(),
  baseId: newId(),
  sourceId: newId(),
  textSourceId: newId(),
  questionId: newId(),
  commentId: newId(),
  linkId: newId(),
  mailId: newId(),
  ruleId: newId(),
  testId: newId(),
  contactId: newId(),
  attributeId: newId(),
  otherContactId: newId(),
  mergeId: newId(),
  segmentId: newId(),
  shortcut: 'nothing',
  teamId: newId(),
  deliveryId: newId(),
  environmentId: newId(),
  deploymentId: newId(),
  experimentId: newId(),
  otherReleaseId: newId(),
  name: `${newId()}.example.com`,
  signInId: newId(),
  apiToken: newId(),
  verifyToken: newId(),
  phone: '4915000000000',
}

export interface PopulatedWorkspace {
  ids: Ids
  /** A token of the workspace's admin. */
  admin: string
  adminId: string
}

/**
 * Creates a workspace of a new user who is not an instance admin, with a published bot, a running chat and a spare token; and with the
 * resources that the operation needs, or with everything: credentials, a preview, a chat in which one file was uploaded and another may be.
 */
export async function populatedWorkspace(service: TestService, operation?: Endpoint): Promise<PopulatedWorkspace> {
  const { userId: adminId, value: admin } = await service.addToken()
  const as = { authorization: `Bearer ${admin}` }
  const post = async (path: string, body?: unknown) => (await service.call('POST', path, body, as)).body
  const isAbout = (group: keyof typeof endpointGroups) => !operation || operation.id in endpointGroups[group]

  const workspaceId: string = (await post('/api/v1/workspaces', { name: 'Populated' })).workspace.id
  const [publicId, blockId, fileBlockId, callingBlockId] = [`populated-${newId()}`, newId(), newId(), newId()]
  const servingBlockId = newId()
  const bot = populatedBot(publicId, { blockId, fileBlockId, callingBlockId, servingBlockId })
  const botId: string = (await post('/api/v1/bots', { workspaceId, bot })).bot.id
  await post(`/api/v1/bots/${botId}/publish`)
  const releaseId = (await service.call('GET', `/api/v1/bots/${botId}/publishedBot`, undefined, as)).body.publishedBot
    .id
  const { sessionId, resultId } = await post(`/api/v1/bots/${publicId}/startChat`)
  await post(`/api/v1/sessions/${sessionId}/continueChat`, { message: 'Ada' })
  if (operation && operation.id !== 'takeConversation' && isAbout('Inbox'))
    await post(`/api/v1/workspaces/${workspaceId}/inbox/${sessionId}/take`)
  const reply = { workspaceId, shortcut: 'hours', text: 'We open at nine.', updatedAt: 1 }
  if (operation?.id === 'rateConversation')
    await service.storage.conversations.update(workspaceId, sessionId, { state: 'resolved' })
  if (isAbout('Inbox')) await service.storage.conversations.saveReply(reply)
  const team = { name: 'Support', memberIds: [adminId] }
  const { id: teamId = newId() } = isAbout('Inbox')
    ? (await post(`/api/v1/workspaces/${workspaceId}/inbox/teams`, team)).team
    : {}
  // Publishes a newer release than that of the chat.
  if (operation?.id === 'moveSession') await post(`/api/v1/bots/${botId}/publish`)
  const { id: tokenId } = await service.addToken({ userId: adminId })
  const { sessionId: previewSessionId = newId() } =
    isAbout('Webhooks') || isAbout('Previews') || isAbout('Messaging')
      ? await post(`/api/v1/bots/${botId}/preview/startChat`)
      : {}
  const isMessaging = operation !== undefined && isAbout('Messaging')
  // Connecting stores a secret, on the channels that the service connects.
  const account =
    operation?.id === 'connectMessaging'
      ? { type: 'telegram', data: { provider: 'telegram', token: '123456789:planted-token-of-a-bot' } }
      : { type: 'messaging', data: metaCredentials }
  const credentials = isMessaging
    ? { ...account, name: newId() }
    : { type: 'openai', name: 'Populated', data: { apiKey: 'planted-api-key-1', baseUrl: closedAddress } }
  const { credentialsId = newId() } =
    isMessaging || isAbout('Credentials') ? await post('/api/v1/credentials', { workspaceId, credentials }) : {}
  const said = { groupId: 'g1', text: 'Is this right?' }
  const { comment = { id: newId() } } = isAbout('Comments') ? await post(`/api/v1/bots/${botId}/comments`, said) : {}
  const { link = { id: newId() } } = isAbout('Results')
    ? await post(`/api/v1/bots/${botId}/results/summary/links`, {})
    : {}
  const { mail = { id: newId() } } = isAbout('Results')
    ? await post(`/api/v1/bots/${botId}/results/summary/mails`, { linkId: link.id, email: 'reads@example.com' })
    : {}
  const told = { event: 'completed', channel: 'browser' }
  const { rule = { id: newId() } } = isAbout('Notifications')
    ? await post(`/api/v1/bots/${botId}/notification-rules`, told)
    : {}
  const test = { name: 'Says hello', steps: [{}] }
  const { id: testId = newId() } = isAbout('Tests') ? (await post(`/api/v1/bots/${botId}/tests`, { test })).test : {}
  const files = isAbout('Files') ? await chatWithFiles(service, publicId) : filesOf(absentIds)
  const environment = isAbout('Environments') ? await environmentOf(post, botId, releaseId) : environmentOfNobody
  // Publishes a newer release than that of a chat in the environment.
  if (operation?.id === 'moveChats')
    await post(`/api/v1/bots/${botId}/publish`, { environmentId: environment.environmentId })
  const ids = {
    workspaceId,
    botId,
    shortcut: reply.shortcut,
    teamId,
    publicId,
    releaseId,
    sessionId,
    previewSessionId,
    resultId,
    tokenId,
    type: absentIds.type,
    credentialsId,
    blockId,
    fileBlockId,
    callingBlockId,
    servingBlockId,
    commentId: comment.id,
    linkId: link.id,
    mailId: mail.id,
    ruleId: rule.id,
    testId,
    ...(isAbout('Contacts') ? await contactOf(post, workspaceId) : contactOfNobody),
    deliveryId: isAbout('Deliveries') ? await deadDelivery(service, publicId) : newId(),
    ...environment,
    ...(isAbout('Experiments') ? await experimentOf(service, as, botId, releaseId) : experimentOfNobody),
    ...files,
    ...(await peopleOf(service, { workspaceId, botId, admin, isAbout })),
    ownInvitationId: operation?.id.endsWith('OwnInvitation')
      ? await inviteElsewhere(service, adminId)
      : absentIds.ownInvitationId,
    ...(isAbout('Account links') ? await accountLinksOf(service, workspaceId, as) : accountLinksOfNobody),
    ...(await resourcesOf(service, { workspaceId, admin, isAbout })),
    apiToken: admin,
    ...(isAbout('Messaging')
      ? await messagingOf(service, { workspaceId, credentialsId, previewSessionId, admin })
      : { verifyToken: newId(), phone: absentIds.phone }),
  }
  return { ids, admin, adminId }
}

const contactOfNobody = {
  contactId: newId(),
  attributeId: newId(),
  otherContactId: newId(),
  mergeId: newId(),
  segmentId: newId(),
}

/** A contact with a phone number and the attribute `plan`, another one that a third was merged into, and a segment. */
async function contactOf(
  post: (
    path: string,
    body?: unknown,
  ) => Promise<Record<'contact' | 'attribute' | 'segment' | 'merge', { id: string }>>,
  workspaceId: string,
): Promise<typeof contactOfNobody> {
  const path = `/api/v1/workspaces/${workspaceId}`
  const { attribute } = await post(`${path}/contact-attributes`, { name: 'plan', type: 'text' })
  const identifiers = [{ kind: 'phone', value: '+49 170 1234567' }]
  const { contact } = await post(`${path}/contacts`, { name: 'Ana', identifiers, attributes: { plan: 'free' } })
  const filters = [{ attribute: 'plan', is: 'equals', value: 'free' }]
  const { segment } = await post(`${path}/contact-segments`, { name: 'Free', filters })
  const [other, third] = [await post(`${path}/contacts`, { name: 'Anna' }), await post(`${path}/contacts`, {})]
  const { merge } = await post(`${path}/contacts/${other.contact.id}/merge`, { otherId: third.contact.id })
  return {
    contactId: contact.id,
    attributeId: attribute.id,
    otherContactId: other.contact.id,
    mergeId: merge.id,
    segmentId: segment.id,
  }
}

/** A delivery of another chat that was given up. */
async function deadDelivery({ storage, call }: TestService, publicId: string): Promise<string> {
  const { sessionId, resultId } = (await call('POST', `/api/v1/bots/${publicId}/startChat`)).body
  const row = (await storage.sessions.get(sessionId))!
  const [id, later] = [newId(), Date.now() + 3_600_000]
  const delivery = {
    id,
    botId: row.botId,
    resultId,
    blockId: newId(),
    kind: 'Email',
    payload: '',
    dueAt: later,
    createdAt: 1,
  }
  const commit = silentCommit(row, { state: row.state }, { request: {}, answer: {}, now: Date.now() })
  await storage.sessions.commit({ ...commit, deliveries: [delivery] })
  const taken = await storage.deliveries.take(later, later + 1, 1000)
  for (const attempt of taken) await storage.deliveries.fail(attempt, 'The answer has the status 503', null, later)
  return id
}

const experimentOfNobody = { experimentId: newId(), otherReleaseId: newId() }

/** A running experiment outside `live`, between the current release of `live` and that of its environment. */
async function experimentOf(
  service: TestService,
  as: { authorization: string },
  botId: string,
  releaseId: string,
): Promise<Pick<Ids, 'experimentId' | 'otherReleaseId'>> {
  const path = `/api/v1/bots/${botId}`
  const { id } = (await service.call('POST', `${path}/environments`, { name: 'trial' }, as)).body.environment
  await service.call('POST', `${path}/publish`, { environmentId: id }, as)
  const { environments } = (await service.call('GET', `${path}/environments`, undefined, as)).body
  const otherReleaseId = environments.find((environment: { id: string }) => environment.id === id).releaseId
  const variants = [otherReleaseId, releaseId].map((releaseId) => ({ releaseId, weight: 1 }))
  const body = { name: 'Trial', environmentId: id, variants, goal: { kind: 'completed' } }
  const { experiment } = (await service.call('POST', `${path}/experiments`, body, as)).body
  return { experimentId: experiment.id, otherReleaseId }
}

const environmentOfNobody = { environmentId: newId(), deploymentId: newId() }

/** An environment with a current release and a running chat, in which the release is scheduled again. */
async function environmentOf(
  post: (
    path: string,
    body?: unknown,
  ) => Promise<{ environment: { id: string; publicId: string; scheduled: { id: string }[] } }>,
  botId: string,
  releaseId: string,
): Promise<Pick<Ids, 'environmentId' | 'deploymentId'>> {
  const path = `/api/v1/bots/${botId}/environments`
  const { environment } = await post(path, { name: 'staging' })
  await post(`${path}/${environment.id}/deploy`, { releaseId })
  await post(`/api/v1/bots/${environment.publicId}/startChat`)
  const scheduled = await post(`${path}/${environment.id}/deploy`, { releaseId, at: '2099-01-01T00:00:00Z' })
  return { environmentId: environment.id, deploymentId: scheduled.environment.scheduled[0]!.id }
}

/** A verify token for the credentials, a contact who writes to them, and a phone that has written recently and shows a preview. */
async function messagingOf(
  service: TestService,
  ids: Pick<Ids, 'workspaceId' | 'credentialsId' | 'previewSessionId'> & { admin: string },
): Promise<Pick<Ids, 'verifyToken' | 'phone'>> {
  const { workspaceId, credentialsId, previewSessionId, admin } = ids
  const path = `/api/v1/workspaces/${workspaceId}/messaging/${credentialsId}/verifyToken`
  const made = await service.call('POST', path, undefined, { authorization: `Bearer ${admin}` })
  const phone = `49${String(Math.random()).slice(2, 14)}`
  const { id: userId } = (
    await service.call('GET', '/api/v1/users/me', undefined, { authorization: `Bearer ${admin}` })
  ).body
  await confirmPhone(service, userId, phone)
  const key = { workspaceId, credentialsId: previewCredentials, sender: phone }
  const { messaging } = service.storage
  const now = Date.now()
  const writers = [key, { ...key, credentialsId, sender: '4916' }]
  const heard = { callId: newId(), receivedAt: now, handledAt: now }
  await messaging.receive(
    writers.map((writer) => inboxRow(writer, { webhook: null, publicUrl: '' }, heard)),
    true,
  )
  // The leases prevent answers, so that only the operation itself uses the storage.
  for (const writer of writers) await messaging.lease(writer, 'nobody', now, now + 3_600_000)
  await messaging.setSession(key, previewSessionId, now + 3_600_000)
  return { verifyToken: made.body.verifyToken ?? newId(), phone }
}

interface Populating {
  workspaceId: string
  admin: string
  isAbout(group: keyof typeof endpointGroups): boolean
}
type PeopleIds = Pick<Ids, 'userId' | 'invitationId' | 'invitationToken' | 'botInvitationId' | 'signInId'>

/** A guest with whom the bot is shared, invitations to the workspace and to the bot, and a login session of the admin. */
async function peopleOf(
  service: TestService,
  { workspaceId, botId, admin, isAbout }: Populating & { botId: string },
): Promise<PeopleIds> {
  const { userId, invitationId, invitationToken, botInvitationId, signInId } = absentIds
  const people = { userId, invitationId, invitationToken, botInvitationId, signInId }
  const as = { authorization: `Bearer ${admin}` }
  if (isAbout('Members') || isAbout('Collaborators') || isAbout('Instance administration')) {
    people.userId = (await service.addMember(workspaceId, 'GUEST')).userId
    const share = { botId, userId: people.userId, type: 'READ', createdAt: 1, updatedAt: 1 } as const
    await service.storage.collaborators.add(workspaceId, share)
  }
  const invite = async (path: string, type: string) =>
    (await service.call('POST', `${path}/invitations`, { email: `${newId()}@example.com`, type }, as)).body
  if (isAbout('Members') || isAbout('Invitations')) {
    const { invitation, link } = await invite(`/api/v1/workspaces/${workspaceId}`, 'GUEST')
    Object.assign(people, { invitationId: invitation.id, invitationToken: link.split('=')[1] })
  }
  if (isAbout('Collaborators')) people.botInvitationId = (await invite(`/api/v1/bots/${botId}`, 'READ')).invitation.id
  if (isAbout('Sign-in')) {
    await service.call('POST', '/api/v1/sign-in', { token: admin })
    const { signIns } = (await service.call('GET', '/api/v1/users/me/sign-ins', undefined, as)).body
    people.signInId = signIns[0].id
  }
  return people
}

/** Invites a person with a verified address to the workspace of the owner. */
async function inviteElsewhere(service: TestService, userId: string): Promise<string> {
  const email = `${newId()}@example.com`
  await service.storage.accountLinks.changeEmail(userId, email, true, Date.now())
  const path = `/api/v1/workspaces/${service.workspaceId}/invitations`
  return (await service.call('POST', path, { email, type: 'GUEST' })).body.invitation.id
}

type AccountLinkIds = Pick<Ids, 'memberEmail' | 'passwordToken' | 'emailToken'>

const { memberEmail, passwordToken, emailToken } = absentIds
const accountLinksOfNobody: AccountLinkIds = { memberEmail, passwordToken, emailToken }

/** A guest whose account the workspace created, with links to set a password and to confirm another email address. */
async function accountLinksOf(
  service: TestService,
  workspaceId: string,
  as: Record<string, string>,
): Promise<AccountLinkIds> {
  const email = `${newId()}@example.com`
  const path = `/api/v1/workspaces/${workspaceId}/invitations`
  const { body: invited } = await service.call('POST', path, { email, type: 'GUEST' }, as)
  await service.call('POST', '/api/v1/invitations/accept', {
    token: invited.link.split('=')[1],
    password: 'a long password',
  })
  const userId = (await service.storage.users.findByEmail(email))?.id as string
  const link = async (kind: 'password' | 'email') => {
    const token = newId()
    const email = kind === 'email' ? `${newId()}@example.com` : null
    const times = { createdAt: Date.now(), expiresAt: Date.now() + 600_000 }
    await service.storage.accountLinks.create({ id: newId(), userId, kind, email, hash: hashToken(token), ...times })
    return token
  }
  return { memberEmail: email, passwordToken: await link('password'), emailToken: await link('email') }
}

type ResourceIds = Pick<Ids, 'folderId' | 'themeTemplateId' | 'name' | KnowledgeIds>
type KnowledgeIds = 'baseId' | 'sourceId' | 'textSourceId' | 'questionId'

async function resourcesOf(service: TestService, { workspaceId, admin, isAbout }: Populating): Promise<ResourceIds> {
  const { folderId, baseId, sourceId, textSourceId, questionId } = absentIds
  const resources = {
    ...{ folderId, baseId, sourceId, textSourceId, questionId },
    themeTemplateId: newId(),
    name: `${newId()}.example.com`,
  }
  const as = { authorization: `Bearer ${admin}` }
  if (isAbout('Folders')) {
    resources.folderId = (await service.call('POST', '/api/v1/folders', { workspaceId }, as)).body.folder.id
  }
  if (isAbout('Theme templates')) {
    const body = { workspaceId, name: 'Kept', theme: {} }
    await service.call('PUT', `/api/v1/themeTemplates/${resources.themeTemplateId}`, body, as)
  }
  if (isAbout('Knowledge')) {
    const path = '/api/v1/knowledge-bases'
    const made = await service.call('POST', path, { workspaceId, name: 'Kept' }, as)
    resources.baseId = made.body.knowledgeBase.id
    const add = async (source: object): Promise<string> => {
      const added = await service.call('POST', `${path}/${resources.baseId}/sources`, { workspaceId, source }, as)
      return added.body.knowledgeSource.id
    }
    resources.sourceId = await add({ kind: 'page', url: 'http://127.0.0.1:9/' })
    resources.textSourceId = await add({ kind: 'text', title: 'Returns', text: 'Returns are free.' })
    resources.questionId = newId()
    const { baseId, questionId: id } = resources
    await service.storage.knowledge.noteQuestion(
      { id, baseId, workspaceId, key: 'why', text: 'Why?', now: Date.now() },
      9,
    )
  }
  if (isAbout('Custom domains'))
    await service.call('POST', '/api/v1/custom-domains', { workspaceId, name: resources.name }, as)
  return resources
}

type FileIds = Pick<Ids, 'fileResultId' | 'fileName' | 'uploadSessionId' | 'token'>

function filesOf({ fileResultId, fileName, uploadSessionId, token }: Ids): FileIds {
  return { fileResultId, fileName, uploadSessionId, token }
}

/** A visitor who has uploaded one picture, and has an address for another. */
async function chatWithFiles(service: TestService, publicId: string): Promise<FileIds> {
  const post = async (path: string, body?: unknown) => (await service.call('POST', path, body)).body
  const { sessionId, resultId } = await post(`/api/v1/bots/${publicId}/startChat`)
  await post(`/api/v1/sessions/${sessionId}/continueChat`, { message: { type: 'command', command: 'files' } })
  const reserve = () =>
    post('/api/v3/generate-upload-url', { sessionId, fileName: 'a.png', fileType: 'image/png', fileSize: 100 })
  const { presignedUrl, fileUrl } = await reserve()
  await service.call('PUT', new URL(presignedUrl).pathname, png(), { 'content-type': 'image/png' })
  const token = lastPart((await reserve()).presignedUrl)
  return { fileResultId: resultId, fileName: lastPart(fileUrl), uploadSessionId: sessionId, token }
}

const lastPart = (url: string) => url.split('/').at(-1) as string

type BlockIds = Pick<Ids, 'blockId' | 'fileBlockId' | 'callingBlockId' | 'servingBlockId'>

/** A bot that asks for two texts, and at a command for a picture; a webhook block and two that call other services are unconnected. */
function populatedBot(publicId: string, { blockId, fileBlockId, callingBlockId, servingBlockId }: BlockIds) {
  const bot = askingBot(publicId)
  const options = { allowedFileTypes: { isEnabled: true, types: ['image/png'] } }
  return {
    ...bot,
    events: [
      ...bot.events,
      { ...bot.events[0], id: 'e2', type: 'command', outgoingEdgeId: 'ed2', options: { command: 'files' } },
    ],
    edges: [...bot.edges, { id: 'ed2', from: { eventId: 'e2' }, to: { groupId: 'g2' } }],
    groups: [
      ...bot.groups,
      { ...bot.groups[0], id: 'g2', blocks: [{ id: fileBlockId, type: 'file input', options }] },
      { ...bot.groups[0], id: 'g3', blocks: [{ id: blockId, type: 'webhook', options: {} }] },
      { ...bot.groups[0], id: 'g4', blocks: [{ id: callingBlockId, type: 'Webhook', options: {} }] },
      {
        ...bot.groups[0],
        id: 'g5',
        blocks: [{ id: servingBlockId, type: 'openai', isMuted: true, options: { action: 'Create chat completion' } }],
      },
    ],
  }
}

/** Returns the path of an operation with its parameters filled in. */
export function pathOf({ path }: Pick<Endpoint, 'path'>, ids: Partial<Ids>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: keyof Ids) => ids[name] ?? 'absent')
}
