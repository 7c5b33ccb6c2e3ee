import { modelKey } from '@colloquy/test-kit/providers/chat-completions'
import type { TestService } from './test-service.js'

const at = { x: 0, y: 0 }
const leaf = (text: string) => ({ richText: [{ type: 'p', children: [{ text }] }] })

/** A bot that asks, has a model answer, shows the answer in a separate bubble, and then shows what it has stored. */
export function streamingBot(publicId: string, model: object) {
  return {
    publicId,
    events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
    edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } }],
    variables: ['Question', 'Answer', 'Total', 'Mood'].map((name) => ({ id: `v${name}`, name })),
    groups: [
      {
        id: 'g1',
        title: 'Ask',
        graphCoordinates: at,
        blocks: [
          { id: 'ask', type: 'text input', options: { variableId: 'vQuestion' } },
          { id: 'model', ...model },
          { id: 'shown', type: 'text', content: leaf('{{Answer}}') },
          { id: 'said', type: 'text', content: leaf('Stored: {{Answer}}|{{Total}}|{{Mood}}') },
          { id: 'more', type: 'text input' },
        ],
      },
    ],
  }
}

/** A block that answers by chat completions, and stores the text and the tokens. */
export const completionBlock = (credentialsId: string, more: object = {}) => ({
  type: 'groq',
  options: {
    action: 'Create chat completion',
    credentialsId,
    model: 'a-model',
    messages: [{ role: 'user', content: '{{Question}}' }],
    responseMapping: [
      { item: 'Message content', variableId: 'vAnswer' },
      { item: 'Total tokens', variableId: 'vTotal' },
    ],
    ...more,
  },
})

/** One line of the protocol: its code and its JSON. Anything else throws, as in clients that abort at unknown lines. */
export interface Line {
  code: '0' | '2' | '3' | 'd'
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  value: any
}

export function readLine(line: string): Line {
  const [, code, json = ''] = /^([023d]):(.*)$/.exec(line) ?? []
  if (code === undefined) throw new Error(`Unknown line: ${line}`)
  const value = JSON.parse(json)
  return { code: code as Line['code'], value: code === '3' ? JSON.parse(value) : value }
}

/** Follows the text of a session at the address that Typebot clients use, line by line. */
export async function* linesOf(
  service: { port: number },
  sessionId: string,
  init: RequestInit = {},
): AsyncGenerator<Line> {
  const url = `http://127.0.0.1:${service.port}/api/v2/sessions/${sessionId}/streamMessage`
  const response = await fetch(url, { method: 'POST', ...init })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  let rest = ''
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield readLine(line)
  }
  if (rest !== '') throw new Error(`The body ends within a line: ${rest}`)
}

/** Reads a text to its end. Returns it, and how it ended. */
export async function follow(service: { port: number }, sessionId: string, init?: RequestInit) {
  let text = ''
  let last: Line | undefined
  for await (const line of linesOf(service, sessionId, init)) {
    if (line.code === '0') text += line.value
    else if (line.code !== '2') last = line
  }
  return { text, last }
}

let credentialsMade = 0

/** Separate credentials, so that failures with others do not pause their models. */
export async function groqCredentials(service: TestService, baseUrl: string): Promise<string> {
  return service.addCredentials('groq', { apiKey: modelKey, baseUrl }, { name: `Groq ${++credentialsMade}` })
}

/** Starts a chat that can stream, and asks a question; returns the answer of the turn. */
export async function asked(service: TestService, publicId: string, question = 'hi') {
  const begun = await service.call('POST', `/api/v1/bots/${publicId}/startChat`, { isStreamEnabled: true })
  const { sessionId, resultId } = begun.body
  const { body } = await service.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, {
    message: { type: 'text', text: question },
  })
  return { sessionId: sessionId as string, resultId: resultId as string, body }
}

/** Continues with the text that a client claims to have received. */
export async function told(
  service: TestService,
  sessionId: string,
  text?: string,
  headers: Record<string, string> = {},
) {
  const message = text === undefined ? undefined : { type: 'text', text }
  const { body } = await service.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message }, headers)
  return body as { messages: { content: { plainText: string } }[]; logs?: { description: string }[] }
}

export const textsOf = ({ messages }: Awaited<ReturnType<typeof told>>): string[] =>
  messages.map(({ content }) => content.plainText)
