import type { ClientAction, Log } from '@colloquy/chat'
import { describe, expect, test } from 'vitest'
import { bubble, Conversation } from './testing/conversation.js'

const variables = [
  { id: 'vName', name: 'Name', value: 'Ada' },
  { id: 'vPrice', name: 'Price', value: '12.5' },
  { id: 'vCode', name: 'Code', value: '007' },
]

function entered(type: string, options: object | undefined, mode: 'live' | 'preview' = 'live') {
  const talk = new Conversation(
    {
      groups: [{ id: 'g', blocks: [{ id: 'it', type, options }, bubble('b', 'on')] }],
      edges: { start: 'g' },
      variables,
    },
    { mode },
  ).start()
  expect(talk.said).toEqual(['on'])
  return { actions: talk.last.clientSideActions as ClientAction[], logs: talk.last.logs as Log[] }
}

describe('Google Analytics', () => {
  test('gets its options filled in, numbers as numbers, without those that are empty', () => {
    const options = { trackingId: 'G-1', action: '{{Name}}', category: '{{Nobody}}', value: '{{Price}}' }
    expect(entered('Google Analytics', options).actions).toEqual([
      { type: 'googleAnalytics', googleAnalytics: { trackingId: 'G-1', action: 'Ada', value: 12.5 } },
    ])
  })

  test('gets nothing in a preview, and nothing without options', () => {
    expect(entered('Google Analytics', { trackingId: 'G-1' }, 'preview').actions).toEqual([])
    expect(entered('Google Analytics', undefined).actions).toEqual([])
  })
})

describe('Pixel', () => {
  const options = {
    pixelId: 'P',
    eventType: 'Purchase',
    params: [
      { id: 'a', key: 'value', value: '{{Price}}' },
      { id: 'b', key: 'code', value: '{{Code}}' },
      { id: 'c', key: 'empty', value: '{{Nobody}}' },
    ],
  }

  test('gets its parameters with the types that their texts stand for', () => {
    expect(entered('Pixel', options).actions).toEqual([
      {
        type: 'pixel',
        pixel: {
          pixelId: 'P',
          eventType: 'Purchase',
          params: [
            { id: 'a', key: 'value', value: 12.5 },
            { id: 'b', key: 'code', value: '007' },
            { id: 'c', key: 'empty' },
          ],
        },
      },
    ])
  })

  test.each([
    [options, 'preview'],
    [{ pixelId: 'P' }, 'live'],
    [{ eventType: 'Lead' }, 'live'],
  ] as const)('gets nothing for %j in a %s chat', (given, mode) => {
    expect(entered('Pixel', given, mode).actions).toEqual([])
  })
})

describe('Chatwoot', () => {
  const scriptOf = (actions: ClientAction[]) =>
    (actions[0] as Extract<ClientAction, { type: 'chatwoot' }>).chatwoot.scriptToExecute

  test('is opened with the visitor, whose values are arguments and no code', () => {
    const { content, args } = scriptOf(
      entered('Chatwoot', { websiteToken: 'w', user: { email: 'a@example.com', name: '{{Name}}' } }).actions,
    )
    expect(Object.fromEntries(args.map(({ id, value }) => [id, value]))).toMatchObject({
      websiteToken: 'w',
      userId: 'a@example.com',
      name: 'Ada',
      resultId: 'result',
    })
    expect(content).not.toContain('Ada')
    expect(() => new Function(...args.map(({ id }) => id), content)).not.toThrow()
  })

  test('does nothing in a preview but say so', () => {
    const { actions, logs } = entered('Chatwoot', { websiteToken: 'w' }, 'preview')
    expect(scriptOf(actions).content).toBe('')
    expect(logs).toMatchObject([{ status: 'info' }])
  })

  test('is closed again', () => {
    expect(scriptOf(entered('Chatwoot', { task: 'Close widget' }).actions).content).toContain("toggle('close')")
  })
})
