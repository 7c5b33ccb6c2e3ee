import type { Effect, EffectOutcome } from '@colloquy/engine'
import {
  actionOf,
  type Field,
  type Fields,
  integrationOf,
  integrationTypes,
  optionsOf,
  type ServiceOutcome,
} from '@colloquy/flow/integrations'
import { describe, expect, test } from 'vitest'
import { talkWith } from '../testing/talk-with-service.js'

const running = integrationTypes.flatMap((type) =>
  Object.entries(integrationOf(type)?.actions ?? {}).flatMap(([name, action]) =>
    action.run ? [[type, name] as const] : [],
  ),
)

/** A value for each option. Texts have their path and a placeholder; `paths` collects those of texts that are sent. */
function filledIn(fields: Fields, paths: string[] = [], at = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, filledField(field, paths, `${at}/${name}`)]),
  )
}

function filledField(field: Field, paths: string[], at: string): unknown {
  switch (field.kind) {
    case 'text':
    case 'list':
      paths.push(at)
      return `${at} {{Name}}`
    case 'code':
      return '{{Name}}'
    case 'number':
      return 1
    case 'switch':
      return false
    case 'reference':
      return 'base'
    case 'choice':
      return field.values[0]
    case 'variable':
      return 'vOut'
    case 'texts':
      paths.push(at)
      return [`${at} {{Name}}`]
    case 'rows':
      return [filledIn(field.fields, paths, at)]
    case 'group':
      return filledIn(field.fields, paths, at)
    case 'variants': {
      const all = Object.entries(field.variants).map(([name, fields]) => ({
        [field.key]: name,
        ...filledIn(fields, paths, `${at}/${name}`),
      }))
      return field.isList ? all : all[0]
    }
  }
}

/** Everything that a block requests from services and models. */
function askedBy(...talking: Parameters<typeof talkWith>) {
  const { asked, askedModels, ...rest } = talkWith(...talking)
  return { ...rest, asked: [...asked, ...askedModels] }
}

/** Texts that are sent in another form, only compared, or not sent: other tests are about them. */
const otherwise = [
  // The place and the columns of a sheet choose what is read; google.test.ts has its values.
  /^Google Sheets/,
  // Names of tools become names that models take. Perplexity takes no tools.
  /(tools\/function|functions)(\/parameters\/\w+)?\/name$/,
  /^perplexity\/tools/,
  /date\/(min|max)$/,
  /^nocodb\/responseMapping/,
  // The last of two filters counts.
  /^blink\/filter\/Employee ID/,
  /^blink\/sections\/(YouTube|Buttons)\/.*(link|url)$/,
]

/** Texts that are addresses, in which values are encoded. */
const isAddress = /\/baseUrl$/

/** Answers with which an action sends all that it can send. */
function repliesTo(effect: Effect): EffectOutcome | undefined {
  const passage = { id: 'p', title: 'T', url: null, text: 'A passage', score: 1 }
  if (effect.kind === 'knowledge') return { kind: 'knowledge', answer: 'found', passages: [passage] }
  if (effect.kind !== 'request') return undefined
  const account = { email: 'ada@example.org', id: 'm1' }
  const page = { list: [{ Id: 1 }], pageInfo: { totalRows: 1 }, Id: 1 }
  return { kind: 'request', answer: 'response', status: 200, text: JSON.stringify({ ...account, ...page }) }
}

describe.each(running)('%s, %s', (type, action) => {
  const fields = optionsOf(actionOf(type, action)!)
  const paths: string[] = []
  const complete = { action, credentialsId: 'c', ...filledIn(fields, paths) }

  test('continues with a log and without a call when it is not set up', () => {
    for (const options of [undefined, {}, { credentialsId: 'c' }, { action: 'Unknown', credentialsId: 'c' }]) {
      const { talk, asked, logs } = askedBy(type, options)
      expect(talk.said).toEqual(['before'])
      expect(asked).toEqual([])
      expect(logs).toHaveLength(1)
    }
  })

  test('expands each text once, and sends it: a value with placeholders stays as it is', () => {
    const { talk } = talkWith(type, complete, [], { answers: repliesTo })
    const sent = JSON.stringify([talk.asked, talk.last.messages, talk.last.clientSideActions])
    expect(sent).not.toContain('{{Name}}')
    expect(sent).not.toContain('expanded twice')
    const value = 'Ada {{Other}} {{= 1 + 1 =}}'
    const isIn = (path: string) => sent.includes(`${path} ${isAddress.test(path) ? encodeURIComponent(value) : value}`)
    const missing = paths.filter((path) => !isIn(path))
    expect(missing.filter((path) => !otherwise.some((one) => one.test(`${type}${path}`)))).toEqual([])
  })

  test('needs its credentials and its required options: without one it continues with a log and without a call', () => {
    const { credentials } = integrationOf(type)!
    const needed = Object.entries(fields).flatMap(([name, field]) =>
      field.isRequired ? [[name, field.label] as const] : [],
    )
    if (credentials && !credentials.isOptional) needed.push(['credentialsId', 'no credentials are chosen'])
    for (const [name, log] of needed) {
      const { talk, asked, logs } = askedBy(type, { ...complete, [name]: undefined })
      expect({ name, asked, said: talk.said, logs }).toEqual({
        name,
        asked: [],
        said: ['before'],
        logs: [expect.stringContaining(log)],
      })
    }
  })

  test('says in a preview that it ran for real, and not in a live chat', () => {
    const remarks = (mode: 'preview' | 'live') => {
      const { talk, asked, askedModels } = talkWith(type, complete, [], { mode, answers: repliesTo })
      const isCalled = asked.length + askedModels.length > 0
      return { isCalled, said: talk.last.logs.filter((log) => log.description.includes('it ran for real')).length }
    }
    const { isCalled, said } = remarks('preview')
    expect([said, remarks('live').said]).toEqual([isCalled ? 1 : 0, 0])
  })

  test('streams nothing in a messaging app, and sends no page an action', () => {
    const messaging = { contact: { name: 'Ada', phoneNumber: '4917' } }
    const { talk } = talkWith(type, complete, [], { messaging, answers: repliesTo })
    expect(talk.last.clientSideActions).toEqual([])
  })

  test.each<ServiceOutcome>([
    { answer: 'response', status: 500, text: '<html>' },
    { answer: 'response', status: 401, text: '{"error":{"message":"no such key"}}' },
    { answer: 'failed', reason: 'connection refused' },
    { answer: 'timeout', seconds: 20 },
  ])('continues with a private log, and keeps the variable, after %j', (outcome) => {
    const { talk, asked } = askedBy(type, complete, [outcome])
    if (asked.length === 0) return
    expect(talk.said).toEqual(['before'])
    expect(talk.last.logs[0]).toMatchObject({ status: 'error', isPrivate: true })
  })
})
