import { isIntegration } from '@colloquy/flow/integrations'
import { describe, expect, test } from 'vitest'
import { blockRegistry } from './registry.js'
import { bubble, Conversation } from './testing/conversation.js'

const variables = [{ id: 'vOut', name: 'Out' }]

/** Waits at the block for the client's result, then shows its outcome. */
function waitingAt(block: { type: string; [key: string]: unknown }) {
  return new Conversation({
    groups: [{ id: 'g', blocks: [{ id: 'waiting', ...block }, bubble('after', '[{{Out}}]')] }],
    edges: { start: 'g' },
    variables,
  }).start()
}

const mapping = (bodyPath: string) => [{ id: 'm', variableId: 'vOut', bodyPath }]
const request = (type: string) => ({
  type,
  options: {
    webhook: { url: 'https://example.com' },
    isExecutedOnClient: true,
    responseVariableMapping: mapping('data.name'),
  },
})
const blocks = {
  'Set variable': { type: 'Set variable', options: { variableId: 'vOut', type: 'Moment of the day' } },
  embed: {
    type: 'embed',
    content: { url: 'https://example.com', waitForEvent: { isEnabled: true, saveDataInVariableId: 'vOut' } },
  },
  Webhook: request('Webhook'),
  Zapier: request('Zapier'),
  'Make.com': request('Make.com'),
  Pabbly: request('Pabbly'),
  webhook: { type: 'webhook', options: { responseVariableMapping: mapping('data.name') } },
}

test('every block that takes a result of the client is tried here', () => {
  // The definitions of services are tested separately.
  const types = [...blockRegistry.values()]
    .filter(({ resume, type }) => resume && !isIntegration(type))
    .map(({ type }) => type)
  expect(types.sort()).toEqual(Object.keys(blocks).sort())
})

describe.each(Object.entries(blocks))('%s', (_, block) => {
  test('waits for the client, and continues without a result when it has none', () => {
    const talk = waitingAt(block)
    expect(talk.last.isEnd).toBe(false)
    expect(talk.last.input).toBeUndefined()
    expect(talk.said).not.toContain('[]')
    expect(talk.user(undefined).said).toEqual(['[]'])
  })
})

test.each([
  ['Set variable', 'morning', 'morning'],
  ['Set variable', '{"a":1}', '{"a":1}'],
  ['Set variable', '["x","y"]', '["x","y"]'],
  ['Set variable', '12345678901234567890', '12345678901234567890'],
  ['embed', 'booked', 'booked'],
  ['embed', '{"date":"2026-01-31"}', '{"date":"2026-01-31"}'],
  ['Webhook', '{"statusCode":200,"data":{"name":"Ada"}}', 'Ada'],
  ['Webhook', '{"statusCode":500,"data":{"name":"Ada"}}', 'Ada'],
  ['Zapier', '{"statusCode":200,"data":{"name":"Ada"}}', 'Ada'],
  ['Make.com', '{"statusCode":200,"data":{"name":"Ada"}}', 'Ada'],
  ['Pabbly', '{"statusCode":200,"data":{"name":"Ada"}}', 'Ada'],
  ['webhook', '{"data":{"name":"Ada"}}', 'Ada'],
  ['webhook', '{"data":{}}', ''],
  ['webhook', 'only words', ''],
] as const)('%s keeps %s as [%s]', (type, result, kept) => {
  expect(waitingAt(blocks[type]).user(result).said).toEqual([`[${kept}]`])
})

test('a result that is not JSON is rejected where JSON is required', () => {
  const talk = waitingAt(blocks.Webhook)
  expect(talk.run({ kind: 'reply', message: { type: 'text', text: 'no' } } as never)).toMatchObject({
    refused: { code: 'invalid_client_result' },
  })
  expect(talk.user('{"statusCode":200,"data":{"name":"Ada"}}').said).toEqual(['[Ada]'])
})
