import { templates } from '../../templates/templates.js'
import { addPerson } from '../add-person.js'
import type { RunningService } from '../running-service.js'
import { spreadResults } from '../spread-results.js'

/** The data behind the pages: bots with results and versions, people, credentials, and links in emails. */
export type World = Awaited<ReturnType<typeof makeWorld>>

export async function makeWorld(service: RunningService) {
  const ids: string[] = []
  for (const { bot } of templates) ids.push(await service.make(bot))
  const botId = ids[0]!
  await service.call('POST', `bots/${botId}/publish`)
  const { bot } = await service.call('GET', `bots/${botId}`)
  const people = ['Ada', 'Grace', 'Mary', 'Katherine', 'Hedy', 'Radia', 'Barbara', 'Karen', 'Frances', 'Jean']
  const replies = (index: number) => [
    people[index % 10]!,
    'See a demo',
    `Company ${index}`,
    String(3 + ((index * 7) % 90)),
  ]
  for (let index = 0; index < 48; index++) {
    const { sessionId } = await service.call('POST', `bots/${bot.publicId}/startChat`, {})
    const reached = [4, 0, 4, 2, 4, 1, 4, 3][index % 8]!
    for (const message of replies(index).slice(0, reached)) {
      await service.call('POST', `sessions/${sessionId}/continueChat`, { message })
    }
    if (index % 8 !== 2) continue
    const mail = `${people[index % 10]!.toLowerCase()}@example.com`
    for (const message of ['not an address', mail]) {
      await service.call('POST', `sessions/${sessionId}/continueChat`, { message })
    }
  }
  spreadResults(service.folder, botId, 28)

  const formsBotId = await service.make({
    name: 'Forms',
    variables: [
      { id: 'v1', name: 'Name' },
      { id: 'v2', name: 'People' },
    ],
    edges: [],
    groups: [
      {
        id: 'forms',
        title: 'Forms',
        graphCoordinates: { x: 300, y: 0 },
        blocks: [
          {
            id: 'set',
            type: 'Set variable',
            options: {
              variableId: 'v1',
              isCode: true,
              expressionToEvaluate:
                "// A greeting\nconst hour = new Date().getHours()\nreturn hour < 12 ? 'Good morning' : `Hello, ${{Name}}`",
            },
          },
          {
            id: 'http',
            type: 'Webhook',
            options: {
              webhook: {
                url: `${service.url}/api/health`,
                method: 'GET',
                headers: [{ id: 'h', key: 'Accept', value: 'application/json' }],
              },
            },
          },
          { id: 'picture', type: 'image', content: { url: `${service.url}/builder/none.png` } },
          { id: 'cards', type: 'cards', items: [{ id: 'c1', title: 'A card', paths: [{ id: 'p1', text: 'Choose' }] }] },
          { id: 'number', type: 'number input', options: { min: 1, variableId: 'v2' }, isMuted: true },
        ],
      },
      {
        id: 'note',
        title: 'Ask the office whether the pictures may be shown.',
        graphCoordinates: { x: 20, y: 140 },
        blocks: [],
        note: { colour: 'yellow' },
      },
    ],
  })
  const publish = (note: string) => service.call('POST', `bots/${botId}/publish`, { note })
  const groupsOf = async () => (await service.call('GET', `bots/${botId}`)).bot.groups
  await publish('First version, for the fair')
  const [first, ...others] = await groupsOf()
  await service.call('PATCH', `bots/${botId}`, {
    bot: { groups: [{ ...first, title: 'Good day' }, ...others.slice(0, -1)] },
  })
  await publish('Greets in another way; the goodbye is shorter')
  const extra = {
    id: 'extra',
    title: 'Something more',
    graphCoordinates: { x: 1400, y: 420 },
    blocks: first.blocks.slice(0, 1).map((block: object) => ({ ...block, id: 'extrablock' })),
  }
  const blocks = first.blocks.map((block: { id: string }, index: number) =>
    index === 0
      ? { ...block, content: { richText: [{ type: 'p', children: [{ text: 'Welcome! It is good to see you.' }] }] } }
      : block,
  )
  await service.call('PATCH', `bots/${botId}`, {
    bot: {
      groups: [{ ...first, blocks, title: 'Good day' }, ...others.slice(0, -1), extra],
      theme: { ...bot.theme, chat: { ...bot.theme.chat, roundness: 'medium' } },
    },
  })
  const folderIds: string[] = []
  // A service that does not exist: its delivery waits.
  const call = { webhook: { url: 'https://crm.invalid/leads' }, isGuaranteed: true }
  const mail = { recipients: ['sales@example.com'], subject: 'A new lead', isGuaranteed: true }
  const leadsBotId = await service.make({
    name: 'Leads',
    publicId: 'leads',
    events: [{ id: 'e1', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'ed1' }],
    edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'lead' } }],
    groups: [
      {
        id: 'lead',
        title: 'Lead',
        graphCoordinates: { x: 300, y: 0 },
        blocks: [
          { id: 'leadcall', type: 'Webhook', options: call },
          { id: 'leadmail', type: 'Email', options: mail },
          { id: 'leadmodel', type: 'openai', options: { action: 'Create chat completion', model: 'gpt-4o-mini' } },
        ],
      },
    ],
  })
  await service.call('POST', `bots/${leadsBotId}/publish`)
  for (let chat = 0; chat < 3; chat++) await service.call('POST', 'bots/leads/startChat', {})

  for (const folderName of ['Website', 'Events']) {
    const { folder } = await service.call('POST', 'folders', { workspaceId: service.workspaceId, folderName })
    folderIds.push(folder.id)
  }
  await service.call('PATCH', `bots/${ids[4]}`, { bot: { folderId: folderIds[1] } })
  await service.call('POST', `bots/${ids[6]}/archive`)
  const workspace = `/workspaces/${service.workspaceId}`
  await service.call('POST', 'users/me/api-tokens', { name: 'Nightly export', scope: 'read' })
  await service.call('POST', `workspaces/${service.workspaceId}/invitations`, {
    email: 'grace@example.com',
    type: 'MEMBER',
  })
  await service.call('POST', 'credentials', {
    workspaceId: service.workspaceId,
    credentials: { type: 'smtp', name: 'Office mail', data: { host: 'mail.example.com', port: 587, from: {} } },
  })
  await service.call('POST', 'custom-domains', { workspaceId: service.workspaceId, name: 'chat.example.com' })
  for (const { name, bot } of templates.slice(0, 3)) {
    const theme = { workspaceId: service.workspaceId, name, theme: bot.theme ?? {} }
    await service.call('PUT', `themeTemplates/theme${name.length}`, theme)
  }
  const { link } = await service.call('POST', `workspaces/${service.workspaceId}/invitations`, {
    email: 'mary@example.com',
    type: 'ADMIN',
  })

  await addPerson(service, 'Katherine')
  /** Someone who may only view one bot, and is a guest of its workspace. */
  const reader = await addPerson(service, 'Lin', { to: `bots/${botId}`, type: 'READ' })
  const { link: passwordLink } = await service.call('POST', 'password-links', { email: 'katherine@example.com' })

  const { credentialsId } = await service.call('POST', 'credentials', {
    workspaceId: service.workspaceId,
    credentials: {
      type: 'messaging',
      name: 'Shop in Hamburg',
      data: {
        systemUserAccessToken: 'EAAG-a-token-of-the-screenshots',
        phoneNumberId: '104400000000001',
        appSecret: 'x',
      },
    },
  })
  /** Several bots on one number; the last one is never reached. */
  const orders = { comparisons: [{ id: 'c1', comparisonOperator: 'Contains', value: 'order' }] }
  const hello = {
    logicalOperator: 'OR',
    comparisons: [
      { id: 'c1', comparisonOperator: 'Contains', value: 'hello' },
      { id: 'c2', comparisonOperator: 'Starts with', value: 'offer' },
    ],
  }
  for (const [id, startCondition] of [
    [ids[5], orders],
    [formsBotId, undefined],
    [ids[7], undefined],
  ] as const) {
    await service.call('PATCH', `bots/${id}`, {
      bot: { messagingCredentialsId: credentialsId, settings: { messaging: { isEnabled: true, startCondition } } },
    })
    await service.call('POST', `bots/${id}/publish`)
  }
  await service.call('PATCH', `bots/${botId}`, {
    bot: { messagingCredentialsId: credentialsId, settings: { messaging: { isEnabled: true, startCondition: hello } } },
  })
  return { botId, ids, formsBotId, leadsBotId, workspace, folderIds, link, passwordLink, reader }
}
