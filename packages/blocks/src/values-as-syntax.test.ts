import type { Effect, EffectOutcome } from '@colloquy/engine'
import { escapeHtml, withHtmlBreaks } from '@colloquy/flow'
import { blocksOfEachType } from '@colloquy/flow/testing'
import { expect, test } from 'vitest'
import { blockRegistry } from './registry.js'
import { Conversation } from './testing/conversation.js'

const ordinary = 'value'
const nasty = ['"', "'", '\\', 'a\nb', 'a&b=c#d?e', '100%41', '<b>', '{{A}}', '👋', 'שלום', '=1+1', '../..']

const variables = [{ id: 'vA', name: 'A' }]
const blocks = blocksOfEachType({ text: 'https://a.test/{{A}}/x?b={{A}}&c=1', variableIds: ['vA'] })

test.each([...blockRegistry.keys()])('A %s block lets no value act as syntax in what it sends or shows', (type) => {
  for (const block of blocks.filter((one) => one.type === type)) {
    const expected = sent(block, ordinary)
    for (const value of nasty) compare(expected, sent(block, value), value, JSON.stringify({ value, block }))
  }
})

/** Effects, messages, actions and input of a block with this value. */
function sent(block: object, value: string) {
  const flow = { settings: {}, groups: [{ id: 'g', blocks: [block] }], edges: { start: 'g' }, variables }
  const talk = new Conversation(flow as never, { outcomes })
  talk.start({ prefilledVariables: { A: value } })
  const { messages, clientSideActions, input } = talk.last
  const effects = talk.asked.filter(({ kind }) => kind !== 'script' && kind !== 'program')
  return JSON.parse(JSON.stringify({ effects, messages, clientSideActions, input })) as unknown
}

function outcomes(effect: Effect): EffectOutcome | undefined {
  if (effect.kind === 'http') return { kind: 'http', answer: 'response', status: 200, text: '{}' }
  if (effect.kind === 'request') return { kind: 'request', answer: 'response', status: 200, text: '{}' }
  if (effect.kind === 'model')
    return { kind: 'model', outcome: { answer: 'failed', cause: 'refused', reason: 'none' } as never }
  if (effect.kind === 'knowledge') return { kind: 'knowledge', answer: 'found', passages: [] }
  if (effect.kind === 'mcp') return { kind: 'mcp', outcome: { answer: 'result', text: '' } }
  if (effect.kind === 'mail') return { kind: 'mail' }
  if (effect.kind === 'payment') return { kind: 'payment', result: 'failed', reason: 'none' }
  if (effect.kind === 'person') return { kind: 'person', answer: 'asked' }
  if (effect.kind === 'transcript') return { kind: 'transcript', entries: [] }
  if (effect.kind === 'script') return { kind: 'script', ok: false, reason: 'syntax', message: 'SyntaxError' }
  if (effect.kind === 'pattern') return { kind: 'pattern', ok: true, matches: effect.texts.map(() => false) }
  return undefined
}

/** Markdown in values is formatted, as Typebot does: rich text may have more parts. */
const formatted = 'richText'

/** Both have the same structure, and the value stands where the ordinary one did, encoded for its position. */
function compare(expected: unknown, found: unknown, value: string, about: string, key = ''): void {
  if (typeof expected === 'string' && typeof found === 'string' && expected !== found && expected.includes(ordinary)) {
    const ways = addresses.test(key) ? [asAddress] : everyWay
    // A list is inserted as JSON.
    const values = [value, JSON.stringify(value).slice(1, -1)]
    const isInPosition = values.some((one) => ways.some((is) => is(expected, found, one)))
    expect(isInPosition, `${about}\n${key}: ${found}`).toBe(true)
  } else if (typeof expected !== 'object' || expected === null || typeof found !== 'object' || found === null) {
    expect(found, about).toEqual(expected)
  } else {
    expect(Object.keys(found), about).toEqual(Object.keys(expected))
    for (const [name, one] of Object.entries(expected))
      if (name !== formatted)
        compare(one, (found as Record<string, unknown>)[name], value, about, Array.isArray(expected) ? key : name)
  }
}

const addresses = /^(?:url|href|pictureSrc|imageUrl|avatarUrl|baseUrl)$/

type Is = (expected: string, found: string, value: string) => boolean
const asText: Is = (expected, found, value) => {
  const whole = expected.replaceAll(ordinary, () => value)
  return found === whole || found === `'${whole}`
}
const asHtml: Is = (expected, found, value) =>
  found.replaceAll('<br>', '<br />') === expected.replaceAll(ordinary, () => withHtmlBreaks(escapeHtml(value)))
const asScript: Is = (expected, found, value) =>
  asText(
    expected,
    found.replace(/\\u([\da-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    value,
  )
const asForm: Is = (expected, found, value) =>
  asText(String(new URLSearchParams(expected)), String(new URLSearchParams(found)), value)
/** One line in UTF-8, a character for each byte. */
const asHeader: Is = (expected, found, value) =>
  Buffer.from(found, 'latin1').toString() === expected.replaceAll(ordinary, () => value.replace('\n', ' '))
/** Letters and digits alone, as models take the names of tools. */
const asName: Is = (expected, found) => [expected, found].every((name) => /^\w{1,64}$/.test(name))
const asJson: Is = (expected, found, value) => {
  try {
    compare(JSON.parse(expected), JSON.parse(found), value, found)
    return true
  } catch {
    return false
  }
}
const asAddress: Is = (expected, found, value) => {
  if (!URL.canParse(expected) || !URL.canParse(found)) return false
  const [one, other] = [new URL(expected), new URL(found)]
  const segments = (url: URL) => url.pathname.split('/').map(decodeURIComponent)
  const filled = (text: string) => text.replaceAll(ordinary, () => value)
  return (
    one.origin === other.origin &&
    JSON.stringify(segments(one).map(filled)) === JSON.stringify(segments(other)) &&
    JSON.stringify([...one.searchParams].flat().map(filled)) === JSON.stringify([...other.searchParams].flat()) &&
    other.hash === ''
  )
}

const everyWay = [asText, asJson, asHtml, asAddress, asScript, asForm, asHeader, asName]
