import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** `colloquy start --demo` as users run it, with conversations over HTTP. */
const main = fileURLToPath(new URL('../main.ts', import.meta.url))
let temporary: string
let demo: ChildProcess
let output = ''

beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'colloquy-start-demo-'))
  // Settings of an installation that the demo must not touch.
  const installation = { COLLOQUY_DATA: join(temporary, 'installation'), DATABASE_URL: 'postgres://127.0.0.1:1/none' }
  demo = spawn(process.execPath, ['--conditions=development', '--import', 'tsx', main, 'start', '--demo'], {
    env: { PATH: process.env.PATH, TMPDIR: temporary, PORT: '0', ...installation },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(demo, 'close').then(() => {
    throw new Error(output)
  })
  const isReady = new Promise<void>((resolve) => {
    const read = (chunk: Buffer) => {
      output += chunk
      if (output.includes('Press Ctrl+C')) resolve()
    }
    demo.stdout?.on('data', read)
    demo.stderr?.on('data', read)
  })
  await Promise.race([isReady, ended])
  ended.catch(() => {})
})

afterAll(async () => {
  demo.kill('SIGKILL')
  await rm(temporary, { recursive: true, force: true })
})

interface Turn {
  sessionId: string
  messages: { type: string; content: { plainText?: string; url?: string } }[]
  input?: { type: string }
  clientActions?: { type: string }[]
}

/** Starts a chat with a bot from the list that the demo prints. */
async function chatWith(name: string) {
  const address =
    output
      .split('\n')
      .find((line) => line.includes(name))
      ?.trim()
      .split(/\s+/)
      .at(-1) ?? ''
  const { origin, pathname } = new URL(address)
  const post = async (path: string, body: object): Promise<Turn> => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${origin}/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await response.json()) as Turn
  }
  let turn = await post(`bots/${pathname.split('/').at(-1)}/startChat`, {})
  const { sessionId } = turn
  const said = () => turn.messages.map(({ content }) => content.plainText ?? content.url ?? '').join('\n')
  return {
    first: said(),
    says: async (message: string) => {
      turn = await post(`sessions/${sessionId}/continueChat`, { message })
      return said()
    },
    hasEnded: () => turn.input === undefined,
  }
}

it('Help desk with sources answers from the knowledge base, says where from, and takes what it does not know', async () => {
  const { says, hasEnded } = await chatWith('Help desk with sources')
  const answer = await says('Within how many days can I return something?')
  expect(answer).toContain('You can return anything within 30 days of its arrival.')
  expect(answer).toMatch(/Where this comes from:\s+- Help of the shop/)
  await says('I have another question')
  expect(await says('Who won the football match?')).toContain('I have no answer to that yet')
  expect(await says('ada@example.com')).toContain('We reply to ada@example.com')
  expect(hasEnded()).toBe(true)
})

it('Lead to sheet and calendar adds the row, and books a time in the calendar', async () => {
  const { says, hasEnded } = await chatWith('Lead to sheet and calendar')
  await says('Ada')
  await says('ada@example.com')
  await says('51 to 250')
  expect(await says('Fewer <b>calls</b>')).toContain('Pick a time that suits you')
  expect(await says('2031-05-17T10:00:00.000Z')).toContain('See you soon, Ada!')
  expect(hasEnded()).toBe(true)
  const [, sheet = ''] = /spreadsheet: (\S+)/.exec(output) ?? []
  const page = await (await fetch(sheet)).text()
  expect(page).toContain(
    '<td>Ada</td><td>ada@example.com</td><td>51 to 250</td><td>Fewer &#60;b&#62;calls&#60;/b&#62;</td>',
  )
})

it('chats have another origin than the builder, so that the calendar is shown in their pages', async () => {
  const addressOf = (line: RegExp) => new URL(line.exec(output)?.[1] ?? '')
  const chat = addressOf(/Lead to sheet and calendar +(\S+)/)
  expect(chat.origin).not.toBe(addressOf(/in the builder: (\S+)/).origin)
  expect(await (await fetch(chat)).text()).toContain('scripts="page"')
})

it('Quiz by a model asks three questions, judges the answers and counts the right ones', async () => {
  const { says, hasEnded } = await chatWith('Quiz by a model')
  const answerTo = (question: string) => {
    const [, a, b] = /What is (\d+) plus (\d+)\?/.exec(question) ?? []
    return String(Number(a) + Number(b))
  }
  let heard = await says('Bread')
  expect(heard).toContain('Question 1:')
  heard = await says(answerTo(heard))
  expect(heard).toContain('Right!')
  heard = await says('a hundred')
  expect(heard).toContain('Not quite')
  expect(await says(answerTo(heard))).toContain('2 of three about Bread.')
  expect(await says('That is enough')).toContain('Thanks for playing!')
  expect(hasEnded()).toBe(true)
})

it('Order in your own words asks for missing details, and repeats the order', async () => {
  const { says, hasEnded } = await chatWith('Order in your own words')
  expect(await says('Two rye loaves, please. Ada')).toContain('I still need: Pick-up day.')
  expect(await says('On 2031-05-17')).toContain('2 × Rye loaf for Ada, to be picked up on 2031-05-17')
  expect(await says('Yes, order it')).toContain('Thank you, Ada!')
  expect(hasEnded()).toBe(true)
})

it('Shop agent with tools looks an order up, refunds it once the customer agrees, and ends', async () => {
  const { says, hasEnded } = await chatWith('Shop agent with tools')
  expect(await says('Please find my order A1002')).toContain('delivered on Monday')
  expect(await says('I want a refund for A1002')).toContain('Is that right?')
  expect(await says('Yes')).toContain('takes three working days')
  expect(await says('No, I need nothing more')).toContain('how did I do?')
  expect(await says('5')).toContain('goodbye')
  expect(hasEnded()).toBe(true)
})

it('Guide that speaks answers with a recording that can be played', async () => {
  const { says, hasEnded } = await chatWith('Guide that speaks')
  const [recording = ''] = (await says('What is this plant?')).split('\n')
  const played = await fetch(recording)
  expect(played.headers.get('content-type')).toBe('audio/mpeg')
  expect((await played.arrayBuffer()).byteLength).toBeGreaterThan(10_000)
  expect(await says('That was it')).toContain('Enjoy your visit!')
  expect(hasEnded()).toBe(true)
})

// The last test, because it ends the demo.
it('ends by a signal, deletes its data, and has not touched those of an installation', async () => {
  const folders = () => readdirSync(temporary).filter((name) => name.startsWith('colloquy-demo-'))
  expect(folders()).toHaveLength(1)
  const ended = once(demo, 'exit')
  demo.kill('SIGINT')
  expect(await ended).toEqual([0, null])
  expect(folders()).toEqual([])
  expect(existsSync(join(temporary, 'installation'))).toBe(false)
})
