import { chatStandIn, modelKey } from '@colloquy/test-kit/providers/chat-completions'
import { elevenLabsKey, elevenLabsStandIn } from '@colloquy/test-kit/providers/elevenlabs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningService, runService } from '../testing/running-service.js'
import { templates } from './templates.js'

/** Templates that ask models and other services, with everything that an author adds: accounts, a voice, a knowledge base. */
let models: Awaited<ReturnType<typeof chatStandIn>>
let voices: Awaited<ReturnType<typeof elevenLabsStandIn>>
let service: RunningService
const added: Record<string, string> = {}

beforeAll(async () => {
  ;[models, voices] = await Promise.all([chatStandIn(), elevenLabsStandIn()])
  const settings = { EGRESS_ALLOW: `${models.entry},${voices.entry}`, ELEVENLABS_API_URL: voices.url }
  service = await runService({ settings })
  const { call, workspaceId } = service
  const add = async (type: string, data: object) =>
    (await call('POST', 'credentials', { workspaceId, credentials: { type, name: type, data } })).credentialsId
  added.openai = await add('openai', { apiKey: modelKey, baseUrl: `${models.url}/v1` })
  added.elevenlabs = await add('elevenlabs', { apiKey: elevenLabsKey })
  const { knowledgeBase } = await call('POST', 'knowledge-bases', { workspaceId, name: 'Help' })
  added.base = knowledgeBase.id
  const text = '# Returns\n\nYou can return anything within 30 days.'
  await call('POST', `knowledge-bases/${added.base}/sources`, {
    workspaceId,
    source: { kind: 'markdown', title: 'Returns', text },
  })
})
afterAll(async () => {
  await service?.close()
  await models?.close()
  await voices?.close()
})

interface Turn {
  sessionId: string
  messages: { type: string; content: { plainText?: string; url?: string } }[]
  input?: { type: string }
}

/** Begins a preview of a template; `says` gives a reply, and returns what the bot says then. */
async function talkTo(name: string) {
  const template = templates.find((one) => one.name === name)!
  const bot = structuredClone(template.bot) as { groups: { blocks: { type: string; options?: object }[] }[] }
  for (const block of bot.groups.flatMap(({ blocks }) => blocks)) {
    if (block.type === 'openai') Object.assign(block.options!, { credentialsId: added.openai, model: 'new-model' })
    if (block.type === 'agent') Object.assign(block.options!, { credentialsId: added.openai, model: 'new-model' })
    if (block.type === 'openai' && JSON.stringify(block).includes('knowledge'))
      Object.assign(block.options!, { knowledgeBaseId: added.base })
    if (block.type === 'elevenlabs')
      Object.assign(block.options!, { credentialsId: added.elevenlabs, voiceId: 'v1', modelId: 'm1' })
  }
  models.forget()
  const botId = await service.make(bot)
  let turn: Turn = await service.call('POST', `bots/${botId}/preview/startChat`, {})
  const said = () => turn.messages.map(({ content }) => content.plainText ?? content.url ?? '').join('\n')
  const says = async (message: string) => {
    turn = await service.call('POST', `sessions/${turn.sessionId ?? sessionId}/continueChat`, { message })
    return said()
  }
  const { sessionId } = turn
  return { first: said(), says }
}

const json = (values: object) => ({ text: JSON.stringify(values) })

it('Help desk with sources answers from the base and names the source, else asks for an address', async () => {
  const { says } = await talkTo('Help desk with sources')
  models.says({ text: 'Within 30 days [1].' })
  expect(await says('Within how many days can I return anything?')).toMatch(
    /^Within 30 days\.\nWhere this comes from:\n- Returns\n/,
  )
  await says('I have another question')
  expect(await says('Who won the match?')).toContain('I have no answer to that yet')
  expect(await says('ada@example.com')).toContain('We reply to ada@example.com')
})

it('Shop agent with tools looks an order up, refunds it once the customer agrees, and hands over', async () => {
  const { first, says } = await talkTo('Shop agent with tools')
  expect(first).toContain('I can look up orders')
  const call = (name: string, given: object) => ({
    calls: [{ id: name, name, arguments: JSON.stringify({ number: 'a1002', ...given }) }],
  })
  models.says(call('find_order', {}), { text: 'It was delivered on Monday.' })
  expect(await says('Where is A1002?')).toBe('It was delivered on Monday.')
  expect(JSON.stringify(models.received.at(-1)?.json)).toContain('delivered on Monday, 49 EUR')
  models.says(call('refund_order', { question_to_visitor: 'Refund A1002?' }), { text: 'Done.' })
  expect(await says('I want my money back')).toContain('Refund A1002?')
  expect(await says('Yes')).toBe('Done.')
  expect(JSON.stringify(models.received.at(-1)?.json)).toContain('takes three working days')
})

it('Order in your own words asks for missing details, and repeats the order', async () => {
  const { says } = await talkTo('Order in your own words')
  const values = (given: object) => models.says(json(given), json(given))
  values({ Product: 'Rye loaf', Quantity: 2, 'Pick-up day': null, Name: 'Ada' })
  expect(await says('Two rye loaves. Ada')).toContain('I still need: Pick-up day.')
  models.forget()
  values({ Product: 'Rye loaf', Quantity: 2, 'Pick-up day': '2031-05-17', Name: 'Ada' })
  expect(await says('On 17 May 2031')).toContain('So that is 2 × Rye loaf for Ada')
  expect(await says('Yes, order it')).toContain('Thank you, Ada!')
})

it('Quiz by a model asks three questions and counts the right answers', async () => {
  const { says } = await talkTo('Quiz by a model')
  const ask = (number: number) => json({ 'Quiz question': `Question about bread ${number}?`, 'Right answer': 'Rye' })
  const judge = (verdict: string) => json({ Verdict: verdict, Remark: 'Rye grows in poor soil.' })
  models.says(ask(1))
  expect(await says('Bread')).toContain('Question 1: Question about bread 1?')
  models.says(judge('right'), ask(2))
  expect(await says('Rye')).toContain('Right! ✨ Rye grows in poor soil.')
  models.says(judge('wrong'), ask(3))
  expect(await says('Wheat')).toContain('Not quite: it is Rye.')
  models.says(judge('right'))
  expect(await says('rye')).toContain('2 of three about Bread.')
  expect(await says('That is enough')).toContain('Thanks for playing!')
})

it('Guide that speaks answers with a recording', async () => {
  const { says } = await talkTo('Guide that speaks')
  models.says({ text: 'It is a fern.' })
  expect(await says('What is this plant?')).toMatch(/https?:.*\n?Shall we go on\?/)
  expect(voices.received.at(-1)?.json).toMatchObject({ text: 'It is a fern.' })
})
