import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { chatClient, group, textBubble } from '../testing/chat-client.js'
import { at, expectRows, flow, type Kind, theme } from '../testing/contract-rows.js'
import { type TestService, testService } from '../testing/test-service.js'

/** The answer to a reply, checked row by row and block type by block type in answers of the service. */

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const chat = chatClient(() => service)
const fromGroup = (botId: string) => chat.preview(botId, { startFrom: { type: 'group', groupId: 'kind' } })

/** Returns the answers of a bot with one group: its start, then the answer to each reply. */
async function conversation(blocks: object[], replies: unknown[] = []) {
  const publicId = `kinds-${newId()}`
  const events = [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }]
  const edges = [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'kind' } }]
  const { variables } = flow
  await service.publish({ publicId, theme, events, edges, variables, groups: [group('kind', ...blocks)] })
  const answers = [(await chat.start(publicId)).body]
  for (const reply of replies) answers.push((await chat.say(answers[0].sessionId, reply)).body)
  return answers
}
const ask = { id: 'ask', type: 'text input', options: {} }

test('the rows of its answer', async () => {
  const [, answer] = await conversation(
    [
      { id: 'date', type: 'date input', options: { format: 'dd/MM/yyyy' } },
      textBubble('said', 'Thanks'),
      { id: 'now', type: 'Set variable', options: { variableId: 'v2', type: 'Now', timeZone: 'Mars/Base' } },
      { id: 'go', type: 'Redirect', options: { url: 'https://a.example' } },
      {
        id: 'ask',
        type: 'text input',
        options: { labels: { placeholder: 'P', button: 'B' }, variableId: 'v1', isLong: true },
        outgoingEdgeId: 'ed1',
      },
    ],
    ['tomorrow'],
  )
  expectRows(answer, {
    'messages.[].id': { is: 'said' },
    'messages.[].type': { is: 'text' },
    'messages.[].content.html': 'string',
    'messages.[].content.richText.[]': 'object',
    'messages.[].content.plainText': { is: 'Thanks' },
    lastMessageNewFormat: 'string',
    'input.id': { is: 'ask' },
    'input.outgoingEdgeId': { is: 'ed1' },
    'input.type': { is: 'text input' },
    'input.options.labels': { is: { placeholder: 'P', button: 'B' } },
    'input.options.variableId': { is: 'v1' },
    'input.options.isLong': { is: true },
    'input.prefilledValue': { is: 'Ada' },
    'clientSideActions.[].type': { is: 'redirect' },
    'clientSideActions.[].lastBubbleBlockId': { is: 'said' },
    'logs.[].status': 'string',
    'logs.[].description': 'string',
    'dynamicTheme.hostAvatarUrl': 'string',
    'dynamicTheme.guestAvatarUrl': 'string',
    progress: 'number',
  })
  expect(answer.lastMessageNewFormat).toMatch(/^\d\d\/\d\d\/\d{4}$/)
  expect(answer.progress).toBeGreaterThan(0)
  expect(answer.progress).toBeLessThan(100)
})

test('the details of a log are for authors: seen in a preview', async () => {
  const { workspaceId, call } = service
  const set = { id: 'now', type: 'Set variable', options: { variableId: 'v1', type: 'Now', timeZone: 'Mars/Base' } }
  const bot = { variables: flow.variables, groups: [group('kind', set, ask)] }
  const made = await call('POST', '/api/v1/bots', { workspaceId, bot })
  expectRows((await fromGroup(made.body.bot.id)).body, { 'logs.[].details': { is: 'Mars/Base' } })
})

test.each([
  [textBubble('b', 'Hi'), 'text', {}],
  [{ id: 'b', type: 'image', content: { url: 'https://a.example/i.png' } }, 'image', { url: 'string' }],
  [{ id: 'b', type: 'video', content: { url: 'https://a.example/v.mp4', type: 'url' } }, 'video', { url: 'string' }],
  [{ id: 'b', type: 'audio', content: { url: 'https://a.example/a.mp3' } }, 'audio', { url: 'string' }],
  [{ id: 'b', type: 'embed', content: { url: 'https://a.example', height: 400 } }, 'embed', { height: 'number' }],
] as [object, string, Record<string, Kind>][])('a message %#', async (block, type, rows) => {
  const [, answer] = await conversation([ask, block], ['Go'])
  expect(answer.messages).toHaveLength(1)
  expectRows(answer.messages[0], { id: { is: 'b' }, type: { is: type } })
  expectRows(answer.messages[0].content, rows)
})

const items = [{ id: 'i', content: 'Yes', title: 'Yes' }]
test.each([
  ['text input', {}],
  ['choice input', { items }],
  ['email input', {}],
  ['number input', { options: { min: 1, max: 5, step: 1 } }],
  ['url input', {}],
  ['phone number input', { options: { defaultCountryCode: 'FR' } }],
  ['date input', { options: { hasTime: true, isRange: true } }],
  ['payment input', { options: { provider: 'Stripe', amount: '5', currency: 'EUR' } }],
  ['rating input', { options: { length: 5 } }],
  ['file input', { options: { isRequired: true } }],
  ['picture choice input', { items }],
  ['time input', {}],
  ['cards', { items: [{ id: 'i', title: 'Card', paths: [{ id: 'p', text: 'Take' }] }] }],
])('the %s', async (type, rest) => {
  const [, answer] = await conversation([ask, { id: 'in', type, ...rest }], ['Go'])
  expect(answer.input).toMatchObject({ id: 'in', type })
  if ('items' in rest) expect(answer.input.items).toHaveLength(1)
})

const script = { variableId: 'v1', type: 'Custom', isExecutedOnClient: true, expressionToEvaluate: '{{Name}} + 1' }
const webhook = { url: 'https://a.example', method: 'GET' }
test.each([
  [
    { type: 'Code', options: { content: 'alert({{Name}})', isExecutedOnClient: true } },
    'scriptToExecute',
    {
      'scriptToExecute.content': 'string',
      'scriptToExecute.args.[].id': 'string',
      'scriptToExecute.args.[].value': { is: 'Ada' },
    },
  ],
  [
    { type: 'Redirect', options: { url: 'https://a.example', isNewTab: true } },
    'redirect',
    { 'redirect.url': 'string' },
  ],
  [{ type: 'Chatwoot', options: { websiteToken: 'x' } }, 'chatwoot', { 'chatwoot.scriptToExecute.content': 'string' }],
  [
    { type: 'Google Analytics', options: { trackingId: 'G-1', value: '5' } },
    'googleAnalytics',
    { 'googleAnalytics.value': 'number' },
  ],
  [{ type: 'Wait', options: { secondsToWaitFor: '2' } }, 'wait', { 'wait.secondsToWaitFor': { is: 2 } }],
  [
    { type: 'Set variable', options: script },
    'setVariable',
    { 'setVariable.scriptToExecute.args.[].value': { is: 'Ada' }, expectsDedicatedReply: { is: true } },
  ],
  [
    { type: 'Webhook', options: { webhook, isExecutedOnClient: true } },
    'httpRequestToExecute',
    { 'httpRequestToExecute.url': 'string', expectsDedicatedReply: { is: true } },
  ],
  [{ type: 'Pixel', options: { pixelId: 'P', eventType: 'Lead' } }, 'pixel', { 'pixel.pixelId': 'string' }],
] as [object, string, Record<string, Kind>][])('a client action %#', async (block, type, rows) => {
  const [, answer] = await conversation([ask, { id: 'act', ...block }], ['Go'])
  expect(answer.clientSideActions).toHaveLength(1)
  expectRows(answer.clientSideActions[0], { type: { is: type }, ...rows })
})
