import type { Storage } from '../storage.js'
import { contact, contactAttribute, contactLimits, contactSegment, merge } from './contacts-contract.js'
import {
  commit,
  credentials,
  folder,
  inboxMessage,
  integrationCalls,
  knowledgeChunk,
  knowledgeSource,
  modelReservation,
  newDelivery,
  notice,
  notificationRule,
  release,
  seed,
  spentOnModel,
  team,
  token,
  upload,
} from './rows.js'

/** Puts at least one row into every table, with texts, numbers and nothings that are easily lost on the way. */
export async function populate(storage: Storage): Promise<void> {
  await seed(storage)
  const dated = { workspaceId: 'w1', createdAt: 10 }
  await storage.settings.setIfAbsent('secret', 'signs')
  await storage.folders.create(folder)
  await storage.tokens.create(token('t1', 10))
  await storage.credentials.create(credentials('c1'))
  await storage.releases.publish(release, 'public')
  const environment = { ...dated, id: 'env1', botId: 'b1', name: 'staging', publicId: 'staging', releaseId: null }
  await storage.environments.create({ ...environment, settings: '{"é":1}', updatedAt: 10 }, 5)
  await storage.experiments.start(
    {
      ...dated,
      id: 'exp1',
      botId: 'b1',
      environmentId: null,
      name: strange,
      variants: '[]',
      goal: '{}',
      minimumDifference: 0.1,
      isPromoting: false,
      authorId: null,
    },
    [release.id],
    '{"é":1}',
  )
  const batch = { id: 'batch1', userId: 'u1', operations: '[]', refusals: '[]' }
  const change = { name: strange, riskLevel: 0.1, folderId: folder.id }
  await storage.bots.update('w1', 'b1', change, 20, undefined, batch)
  const thread = { id: 'comment1', botId: 'b1', threadId: 'comment1', groupId: 'g1', blockId: null, authorId: 'u1' }
  await storage.botComments.add({ ...thread, text: strange, mentions: '["u2"]', createdAt: 10, resolvedAt: null })
  await storage.botComments.markRead('b1', 'u2', 10)
  const link = {
    id: 'link1',
    botId: 'b1',
    token: 'shares',
    authorId: 'u1',
    span: '{"é":1}',
    showsTexts: true,
    createdAt: 10,
  }
  await storage.summaryLinks.create({ ...link, expiresAt: null }, 5)
  await storage.summaryMails.create(
    {
      id: 'mail1',
      botId: 'b1',
      linkId: 'link1',
      authorId: 'u1',
      userId: 'u1',
      email: 'u1@example.com',
      token: 'stops',
      frequency: 'weekly',
      language: 'de',
      createdAt: 10,
      confirmedAt: 20,
      dueAt: 30,
      leasedUntil: 5,
      failedAt: 25,
    },
    5,
  )
  const test = { id: 'test1', botId: 'b1', name: strange, test: '{}', createdAt: 10, updatedAt: 20 }
  await storage.botTests.add([test], { tests: 1, bytes: 10 })
  await storage.passwords.set('u1', '$argon2id$hash', 10, null, { address: 'u1@example.com', isVerified: true })
  await storage.signIns.create({
    id: 'in1',
    userId: 'u1',
    hash: 'hash-in1',
    tokenId: 't1',
    userAgent: strange,
    address: '::1',
    createdAt: 10,
    lastUsedAt: 10,
    expiresAt: 100,
  })
  await storage.collaborators.add('w1', { botId: 'b1', userId: 'u2', type: 'READ', createdAt: 10, updatedAt: 10 })
  await storage.invitations.create(
    {
      id: 'inv1',
      workspaceId: 'w1',
      botId: null,
      email: 'u3@example.com',
      type: 'MEMBER',
      hash: 'hash-inv1',
      provesEmail: true,
      authorId: 'u1',
      createdAt: 10,
      updatedAt: 10,
      expiresAt: 100,
    },
    5,
  )
  await storage.oauthSignIns.create(
    {
      hash: 'hash-oauth1',
      workspaceId: 'w1',
      userId: 'u1',
      signInId: 'in1',
      sealed: 'sealed',
      createdAt: 10,
      expiresAt: 100,
    },
    5,
  )
  await storage.accountLinks.create({
    id: 'link1',
    userId: 'u1',
    kind: 'email',
    email: 'new@example.com',
    hash: 'hash-link1',
    createdAt: 10,
    expiresAt: 100,
  })
  await storage.themeTemplates.save({ ...dated, id: 'theme1', name: 'One', theme: '{}', updatedAt: 10 }, 1_000_000)
  const embedding = { credentialsId: 'credentials1', embeddingModel: 'meaning', revision: 1 }
  await storage.knowledge.createBase({ ...dated, id: 'base1', name: 'Help', ...embedding, updatedAt: 11 })
  await storage.knowledge.saveSource(knowledgeSource('source1'), [knowledgeChunk('chunk00001', 'Hello')], {
    bytes: 9,
    chunks: 9,
  })
  await storage.knowledge.saveVectors('meaning', [{ chunkId: 'chunk00001', vector: 'f4A=', scale: 0.5 }])
  await storage.knowledge.setEmbeddingProblem('base1', 'meaning', 'It answered 401.', 'source1')
  await storage.knowledge.createBase({ ...dated, id: 'base2', name: 'Old', ...embedding, updatedAt: 11 })
  await storage.knowledge.deleteBase('w1', 'base2')
  const question = { id: 'question1', baseId: 'base1', workspaceId: 'w1', key: 'why', text: 'Why?', now: 12 }
  await storage.knowledge.noteQuestion(question, 9)
  await storage.modelSpending.reserve(modelReservation('held1'), {}, 0)
  await storage.modelSpending.settle(spentOnModel())
  await storage.integrationCalls.add([integrationCalls()])
  await storage.customDomains.claim({ ...dated, name: 'a.example', verifiedAt: null, expiresAt: 100 })
  const first = commit(1)
  const answers = first.answers.map((answer) => ({ ...answer, storageUsed: 1.5, attachedFileUrls: '["x"]' }))
  const rejections = [{ resultId: 'r1', blockId: 'block-1', createdAt: 101 }]
  const exposures = [
    { resultId: 'r1', experimentId: 'exp1', variant: 1, visitor: strange, createdAt: 101, convertedAt: null },
  ]
  await storage.notifications.create(notificationRule('rule1'), 5)
  const notices = [notice('n1'), notice('n2', { event: 'failed', cause: strange, createdAt: 200 })]
  await storage.sessions.commit({ ...first, answers, rejections, exposures, deliveries: [newDelivery('d1')], notices })
  await storage.notifications.assign(1, () => 30)
  await storage.sessions.commit(commit(2, { key: null, result: { variables: JSON.stringify([strange]) } }))
  const { held, ...begun } = commit(1, { sessionId: 's2', resultId: 'r2' }).session
  await storage.sessions.commit({
    ...first,
    session: { ...begun, held },
    turn: { ...first.turn, sessionId: 's2' },
    results: [],
    answers: [],
    visitedEdges: [],
    logs: [],
  })
  const event = {
    sessionId: 's2',
    workspaceId: 'w1',
    kind: 'event',
    authorId: 'u1',
    authorName: 'Ana',
    content: strange,
    key: 'key',
    createdAt: 102,
  } as const
  await storage.conversations.hold(begun, { ...begun, held: '{"by":"person"}', updatedAt: 102 }, event, {
    botId: 'b1',
    channel: 'web',
    state: 'open',
    assigneeId: 'u1',
    teamId: 'team1',
  })
  await storage.conversations.add(
    { ...event, kind: 'note', content: JSON.stringify({ text: strange }), key: 'note' },
    { max: 10, expiresAt: 0 },
  )
  await storage.conversations.saveReply({ workspaceId: 'w1', shortcut: 'hours', text: strange, updatedAt: 103 })
  await storage.inboxPresence.note('w1', 'u1', 103)
  await storage.teams.create(team('team1', { name: strange }), ['u1'])
  await storage.webhooks.hold({ ...dated, id: 'h1', sessionId: 's1', blockId: 'block-1', body: '{"é":1}' })
  await storage.contacts.createAttribute(contactAttribute('plan'))
  const identifiers = [{ kind: 'external', value: strange, channel: 'c1' }] as const
  await storage.contacts.create(contact('contact1', { identifiers, attributes: { plan: strange } }), contactLimits)
  await storage.contacts.create(contact('contact2', { notes: strange }), contactLimits)
  await storage.contacts.merge(merge('merge1', 'contact1', 'contact2'), contactLimits)
  await storage.contacts.createSegment(contactSegment('segment1'))
  await storage.messaging.receive([inboxMessage('m1', { body: strange })], true)
  await storage.messaging.progress(
    'w1',
    'm1',
    { stepsDone: 1 },
    { sessionId: 's1', providerId: 'p1', key: 'k1', at: 9 },
  )
  await storage.messaging.countFields({ workspaceId: 'w1', credentialsId: 'c1' }, ['calls'], 9, 100)
  await storage.previewPhones.ask({ userId: 'u1', phone: '491701', codeHash: 'hash', expiresAt: 100 }, 3, 10)
  await storage.previewPhones.take('w1', 1, 20)
  await storage.messaging.addVerifyToken({ hash: 'hash', workspaceId: 'w1', credentialsId: 'c1', expiresAt: 100 })
  await storage.uploads.create(upload('f1', { size: 5_000_000_000 }), 10_000_000_000)
}

/** Letters beyond the Basic Multilingual Plane, quotes, line ends of both kinds, and what a dump uses itself. */
const strange = 'Ñandú \u{1F600}\u200D "\'\\ \t\r\n \\N , ; $1 ? %s'
