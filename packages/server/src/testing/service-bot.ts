import type { TestService } from './test-service.js'

const at = { x: 0, y: 0 }
let made = 0

/** A bot that asks for a text, runs one block of a service, and shows what was saved. Variables: vText, vOut. */
export function serviceBot(type: string, options: object) {
  const publicId = `service-${++made}-${type.toLowerCase().replaceAll(' ', '-')}`
  return {
    publicId,
    events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
    edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } }],
    variables: [
      { id: 'vText', name: 'Text' },
      { id: 'vOut', name: 'Out', value: 'before' },
    ],
    groups: [
      {
        id: 'g1',
        title: 'Call',
        graphCoordinates: at,
        blocks: [
          { id: 'ask', type: 'text input', options: { variableId: 'vText' } },
          { id: 'call', type, options },
          { id: 'said', type: 'text', content: { richText: [{ type: 'p', children: [{ text: '{{Out}}' }] }] } },
        ],
      },
    ],
  }
}

export interface Talked {
  /** The saved value, as the bot shows it. */
  said: string
  /** The complete answer as text. */
  answer: string
  logs: { status: string; description: string; details: string | null }[]
  botId: string
}

/** Publishes such a bot, answers its question, and reads the logs of the result. */
export async function talkTo(service: TestService, type: string, options: object, text = 'Hello'): Promise<Talked> {
  const bot = serviceBot(type, options)
  const botId = await service.publish(bot)
  const begun = await service.call('POST', `/api/v1/bots/${bot.publicId}/startChat`, {})
  const { body } = await service.call('POST', `/api/v1/sessions/${begun.body.sessionId}/continueChat`, {
    message: { type: 'text', text },
  })
  const answer = JSON.stringify(body)
  const logs = await service.call('GET', `/api/v1/bots/${botId}/results/${begun.body.resultId}/logs`)
  return { said: textIn(body.messages), answer, logs: logs.body.logs, botId }
}

/** Concatenates the leaves of rich text. */
function textIn(value: unknown): string {
  if (Array.isArray(value)) return value.map(textIn).join('')
  if (typeof value !== 'object' || value === null) return ''
  const { text, ...others } = value as Record<string, unknown>
  return typeof text === 'string' ? text : Object.values(others).map(textIn).join('')
}
