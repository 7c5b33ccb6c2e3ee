import type { HttpOutcome } from '@colloquy/engine'
import { describe, expect, test } from 'vitest'
import { bubble, Conversation } from '../testing/conversation.js'

const variables = [
  { id: 'vName', name: 'Name', value: 'Ada "the first"' },
  { id: 'vOut', name: 'Out', value: 'before' },
]

function called(
  options: object,
  outcome: HttpOutcome = { answer: 'response', status: 200, text: '{}' },
  values: object[] = variables,
) {
  return new Conversation(
    {
      groups: [{ id: 'g', blocks: [{ id: 'call', type: 'Webhook', options }, bubble('b', '{{Out}}')] }],
      edges: { start: 'g' },
      variables: values as typeof variables,
    },
    { outcomes: (effect) => (effect.kind === 'http' ? { kind: 'http', ...outcome } : undefined) },
  ).start()
}

const requestOf = (talk: Conversation) => {
  const effect = talk.asked.find(({ kind }) => kind === 'http')
  if (effect?.kind !== 'http') throw new Error('nothing was asked for')
  return effect.request
}
const url = 'https://api.test/x'

describe('a request', () => {
  test('carries all answers and variables unless it has its own body', () => {
    const { method, headers, body, timeoutSeconds } = requestOf(called({ webhook: { url } }))
    expect({ method, headers, timeoutSeconds }).toEqual({
      method: 'POST',
      headers: [['Content-Type', 'application/json']],
      timeoutSeconds: 10,
    })
    expect(JSON.parse(body ?? '')).toMatchObject({ submittedAt: '2026-01-15T12:00:00.000Z', Out: 'before' })
  })

  test('has its values escaped inside JSON', () => {
    const webhook = { url, body: '{"name": "{{Name}}", "missing": {{Nothing}}}' }
    expect(requestOf(called({ webhook, isCustomBody: true })).body).toBe(
      '{"name":"Ada \\"the first\\"","missing":null}',
    )
  })

  test('has each value encoded for the part of the address in which it stands', () => {
    const webhook = {
      url: `${url}/{{Name}}?q={{Name}}&r=1#{{Name}}`,
      method: 'GET',
      queryParams: [{ key: 's', value: '2' }],
    }
    expect(requestOf(called({ webhook })).url).toBe(
      `${url}/Ada%20%22the%20first%22?q=Ada%20%22the%20first%22&r=1&s=2#Ada%20%22the%20first%22`,
    )
  })

  test.each([
    ['a JSON text', undefined, '{"x":{{Name}}}', '{"x":"Ada \\"the first\\""}', 'application/json'],
    ['a form', 'application/x-www-form-urlencoded', 'a={{Name}}&b=1', 'a=Ada+%22the+first%22&b=1', undefined],
    ['XML', 'text/xml', '<a b="{{Name}}"/>', '<a b="Ada &quot;the first&quot;"/>', undefined],
    ['a plain text', 'text/plain', 'Name: {{Name}}', 'Name: Ada "the first"', undefined],
  ])('has a value in its body as %s needs it', (_, type, body, sent, added) => {
    const headers = type === undefined ? [] : [{ key: 'Content-Type', value: type }]
    const request = requestOf(called({ webhook: { url, headers, body }, isCustomBody: true }))
    expect([request.body, request.headers]).toEqual([sent, [['Content-Type', type ?? added]]])
  })

  test('has a value on one line in its headers', () => {
    const lines = [{ id: 'vName', name: 'Name', value: 'a\r\nX-Admin: 1 é' }]
    const headers = [{ key: 'X-Name', value: '{{Name}}' }]
    expect(requestOf(called({ webhook: { url, headers, method: 'GET' } }, undefined, lines)).headers).toEqual([
      ['X-Name', 'a X-Admin: 1 \u00c3\u00a9'],
    ])
  })

  test('has its query encoded behind the one that it has', () => {
    const queryParams = [
      { key: 'q', value: '{{Name}}' },
      { key: 'q', value: '2' },
      { key: '', value: 'x' },
    ]
    const request = requestOf(called({ webhook: { url: `${url}?a=1`, method: 'GET', queryParams } }))
    expect(request).toMatchObject({ url: `${url}?a=1&q=Ada%20%22the%20first%22&q=2`, method: 'GET' })
    expect(request.body).toBeUndefined()
  })

  test('encodes credentials and forms', () => {
    const headers = [
      { key: 'Authorization', value: 'Basic me:pässword' },
      { key: 'Content-Type', value: 'application/x-www-form-urlencoded' },
    ]
    const request = requestOf(called({ webhook: { url, headers, body: '{"a b": "c&d", "n": 1}' }, isCustomBody: true }))
    expect(request.headers).toEqual([
      ['Authorization', `Basic ${Buffer.from('me:pässword').toString('base64')}`],
      ['Content-Type', 'application/x-www-form-urlencoded'],
    ])
    expect(request.body).toBe('a+b=c%26d&n=1')
  })

  test('waits as long as its author says', () => {
    expect(requestOf(called({ webhook: { url }, timeout: 30 })).timeoutSeconds).toBe(30)
  })
})

describe('what comes back', () => {
  const mapping = (bodyPath: string) => ({
    webhook: { url },
    responseVariableMapping: [{ id: 'm', variableId: 'vOut', bodyPath }],
  })
  const text = '{"items":[{"name":"a"},{"name":"b"}],"big":12345678901234567890}'

  test.each([
    ['data.items[1].name', 'b'],
    ['data.items.map(i => i.name)', '["a","b"]'],
    ['statusCode', '200'],
    ['data.big', '12345678901234567890'],
    ['data.nothing.here', 'before'],
    ['data.items.no()', 'before'],
  ])('%s is put into a variable as %s', (bodyPath, expected) => {
    expect(called(mapping(bodyPath), { answer: 'response', status: 200, text }).said).toEqual([expected])
  })

  test.each([
    [{ answer: 'response', status: 404, text: 'gone' } as const, '404 gone'],
    [{ answer: 'timeout', seconds: 10 } as const, '408 The request took longer than 10 s'],
    [{ answer: 'failed', reason: 'connection refused' } as const, '500 connection refused'],
    [{ answer: 'refused', reason: 'private address' } as const, '400 The request was refused: private address'],
  ])('%j lets the flow continue, with a log', (outcome, expected) => {
    const talk = called(mapping('statusCode + " " + (data.message ?? data)'), outcome)
    expect(talk.said).toEqual([expected])
    expect(talk.last.logs[0]?.status).toBe('error')
  })

  test('headers never come into a log', () => {
    const headers = [{ key: 'X-Key', value: 'very-secret' }]
    const talk = called({ webhook: { url, headers } })
    expect(JSON.stringify(talk.last.logs)).not.toContain('very-secret')
  })
})
