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

/** A value for each option, with a placeholder in every text. */
function filledIn(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, filledField(field)]))
}

function filledField(field: Field): unknown {
  switch (field.kind) {
    case 'text':
    case 'list':
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
      return ['{{Name}}']
    case 'rows':
      return [filledIn(field.fields)]
    case 'group':
      return filledIn(field.fields)
    case 'variants': {
      const all = Object.entries(field.variants).map(([name, fields]) => ({ [field.key]: name, ...filledIn(fields) }))
      return field.isList ? all : all[0]
    }
  }
}

/** Everything that a block requests from services and models. */
function askedBy(...talking: Parameters<typeof talkWith>) {
  const { asked, askedModels, ...rest } = talkWith(...talking)
  return { ...rest, asked: [...asked, ...askedModels] }
}

describe.each(running)('%s, %s', (type, action) => {
  const fields = optionsOf(actionOf(type, action)!)
  const complete = { action, credentialsId: 'c', ...filledIn(fields) }

  test('continues with a log and without a call when it is not set up', () => {
    for (const options of [undefined, {}, { credentialsId: 'c' }, { action: 'Unknown', credentialsId: 'c' }]) {
      const { talk, asked, logs } = askedBy(type, options)
      expect(talk.said).toEqual(['before'])
      expect(asked).toEqual([])
      expect(logs).toHaveLength(1)
    }
  })

  test('expands each text once: a value with placeholders stays as it is', () => {
    const { asked } = askedBy(type, complete)
    const sent = JSON.stringify(asked)
    expect(sent).not.toContain('{{Name}}')
    expect(sent).not.toContain('expanded twice')
  })

  test('needs its credentials and its required options', () => {
    const { credentials } = integrationOf(type)!
    if (credentials && !credentials.isOptional) {
      expect(askedBy(type, { ...complete, credentialsId: undefined }).asked).toEqual([])
    }
    for (const [name, field] of Object.entries(fields)) {
      if (!field.isRequired) continue
      const { asked, logs } = askedBy(type, { ...complete, [name]: undefined })
      expect({ name, asked }).toEqual({ name, asked: [] })
      expect(logs.join()).toContain(field.label)
    }
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
