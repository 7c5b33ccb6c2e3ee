import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { catchMail } from '@colloquy/test-kit/mail-catcher'
import { chatStandIn, modelKey } from '@colloquy/test-kit/providers/chat-completions'
import { type StandIn, standIn } from '@colloquy/test-kit/providers/stand-in'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { follow } from '../testing/streaming-bot.js'
import { type TestService, testService } from '../testing/test-service.js'

/** Flows that users bring from Typebot; the folder is not part of the project. */
const folder = join(
  process.env.COLLOQUY_CORPUS ?? fileURLToPath(new URL('../../../../../shared/corpus', import.meta.url)),
  'flows',
)
const templates = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('template-')) : []
/** Turns after which an endless conversation is abandoned. */
const maxTurns = 40

let chat: Awaited<ReturnType<typeof chatStandIn>>
let web: StandIn
let mailServer: Awaited<ReturnType<typeof catchMail>>
let service: TestService
const accounts: Record<string, string> = {}

beforeAll(async () => {
  chat = await chatStandIn()
  web = await standIn(webAnswer)
  mailServer = await catchMail('a-password')
  service = await testService({
    EGRESS_ALLOW: `${chat.entry},${web.entry}`,
    MISTRAL_API_URL: `${chat.url}/v1`,
    STRIPE_API_URL: web.url,
    SMTP_URL: `smtp://mira:a-password@127.0.0.1:${mailServer.port}`,
    MAIL_FROM: 'Bots <bots@example.com>',
  })
  const openai = await service.addCredentials('openai', { apiKey: modelKey, baseUrl: `${chat.url}/v1` })
  accounts.openai = openai
  accounts.OpenAI = openai
  accounts.mistral = await service.addCredentials('mistral', { apiKey: modelKey })
  const keys = { secretKey: 'sk_test', publicKey: 'pk_test' }
  accounts['payment input'] = await service.addCredentials('stripe', { live: keys, test: keys })
})
afterAll(async () => {
  await service.close()
  await Promise.all([chat.close(), web.close(), mailServer.close()])
})

/** Stands in for a payment provider, a movie database and a recording. */
function webAnswer({ path }: { path: string }) {
  if (path === '/v1/payment_intents') return { json: { id: 'pi_1', client_secret: 'pi_secret', status: 'succeeded' } }
  if (path.endsWith('.ogg')) return { headers: { 'content-type': 'audio/ogg' }, body: 'a recording' }
  const film = { id: 7, title: 'Metropolis', name: 'Drama' }
  const more = { imdb_id: 'tt0017136', overview: 'A city', poster_path: '/poster.jpg' }
  return { json: { genres: [film], results: [film], ...more } }
}

interface Block {
  type: string
  options?: { credentialsId?: string; action?: string; model?: string; webhook?: { url: string } }
}
interface Template {
  groups: { id: string; title: string; blocks: Block[] }[]
  edges: { to: { groupId: string } }[]
}

const read = (file: string): Template => JSON.parse(readFileSync(join(folder, file), 'utf8'))

/**
 * The template as its author would complete it: with credentials and models, with services that are reachable from here, and without the
 * group that asks for credentials. That group is replaced by the one that it names, else by one that no edge leads to, else by the first.
 */
function completed(template: Template): Template {
  for (const block of template.groups.flatMap(({ blocks }) => blocks)) {
    const credentialsId = accounts[block.type]
    if (credentialsId !== undefined) block.options = { ...block.options, credentialsId }
    if (block.options?.action === 'Create chat completion') block.options.model ??= 'gpt-4o-mini'
    const { webhook } = block.options ?? {}
    if (webhook) webhook.url = webhook.url.replace('https://api.themoviedb.org', web.url)
  }
  for (const { id, blocks } of template.groups) {
    const hint = JSON.stringify(blocks)
    if (!hint.includes('You need to add your')) continue
    const [, bold, quoted] = /.*(?:"bold":true,"text":"(?!Start)([^"]+)"|\\"([^"\\]+)\\" group)/.exec(hint) ?? []
    const name = (bold ?? quoted)?.replace(/ group$/, '').toLowerCase()
    const targets = new Set(template.edges.map(({ to }) => to.groupId))
    const next =
      template.groups.find(({ title }) => title.toLowerCase() === name) ??
      template.groups.find((group) => !targets.has(group.id)) ??
      template.groups[0]!
    for (const { to } of template.edges) if (to.groupId === id) to.groupId = next.id
  }
  return template
}

interface Turn {
  sessionId: string
  resultId: string
  messages: object[]
  input?: { id: string; type: string; items?: { content?: string; title?: string }[] }
  clientSideActions?: { type: string; expectsDedicatedReply?: boolean }[]
}

/** Returns the reply of a visitor, who picks another choice at each input on each path. */
function replyTo({ type, items = [] }: NonNullable<Turn['input']>, pick: number, isSpoken: boolean): object {
  if (type === 'text input' && isSpoken) return { type: 'audio', url: `${web.url}/voice.ogg` }
  const texts: Readonly<Record<string, string>> = {
    'email input': 'ada@example.com',
    'number input': String([2, 20, 40][pick % 3]),
    'rating input': String([5, 1, 3][pick % 3]),
    'payment input': 'Success',
  }
  const item = items[pick % Math.max(1, items.length)]
  return { type: 'text', text: item?.content ?? item?.title ?? texts[type] ?? 'Ada' }
}

/** Chats until the flow ends or keeps asking the same; throws for an answer other than 200. */
async function talk(publicId: string, path: number, isSpoken: boolean) {
  const call = async (url: string, body: object): Promise<Turn> => {
    const answer = await service.call('POST', `/api/v1/${url}`, body)
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.body
  }
  const begun = await call(`bots/${publicId}/startChat`, { isStreamEnabled: path > 0 })
  const { sessionId, resultId } = begun
  const asked: string[] = []
  for (let turn = begun; asked.length < maxTurns; ) {
    const waits = turn.clientSideActions?.find(({ expectsDedicatedReply }) => expectsDedicatedReply)
    if (!waits && !turn.input) return { resultId, asked, hasEnded: true }
    if (waits?.type === 'stream') expect((await follow(service, sessionId)).last?.code).toBe('d')
    const pick = asked.length < 12 ? path : path + asked.length
    const message = waits ? undefined : replyTo(turn.input!, pick, isSpoken)
    if (!waits) asked.push(turn.input!.id)
    turn = await call(`sessions/${sessionId}/continueChat`, { message })
  }
  return { resultId, asked, hasEnded: false }
}

/** Number of calls to each service, by the type of the calling block. */
const calls = (): Record<string, number> => ({
  openai: chat.received.length,
  OpenAI: chat.received.length,
  mistral: chat.received.length,
  Email: mailServer.caught.length,
  Webhook: web.received.filter(({ path }) => path.startsWith('/3/')).length,
  'payment input': web.received.filter(({ path }) => path === '/v1/payment_intents').length,
})

if (templates.length === 0) test.skip('passed over: ../shared/corpus is missing', () => {})
else
  test.each(templates)(
    '%s is imported with all its blocks, and runs against the services that it calls',
    async (file) => {
      const { workspaceId } = service
      const asItIs = await service.call('POST', '/api/v1/bots/import', { workspaceId, bot: read(file) })
      expect(asItIs.status, asItIs.text).toBe(200)
      expect(asItIs.text).not.toContain('does nothing')
      const template = completed(read(file))
      const { id } = (await service.call('POST', '/api/v1/bots/import', { workspaceId, bot: template })).body.bot
      expect((await service.call('POST', `/api/v1/bots/${id}/publish`)).status).toBe(200)
      const { publicId } = (await service.call('GET', `/api/v1/bots/${id}`)).body.bot
      const before = calls()
      for (const path of [0, 1, 2, 3]) {
        const { resultId, asked, hasEnded } = await talk(publicId, path, path === 3 && file.includes('audio'))
        expect(asked.length).toBeGreaterThan(0)
        expect(hasEnded || new Set(asked).size < asked.length / 2, `path ${path} neither ends nor comes back`).toBe(
          true,
        )
        const { logs } = (await service.call('GET', `/api/v1/bots/${id}/results/${resultId}/logs`)).body
        expect(logs.filter(({ status }: { status: string }) => status === 'error')).toEqual([])
      }
      const after = calls()
      for (const type of new Set(template.groups.flatMap(({ blocks }) => blocks.map((block) => block.type))))
        if (type in after) expect(after[type], type).toBeGreaterThan(before[type]!)
    },
  )
