import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readBlock } from '../blocks-schema/block.js'
import { credentialsKinds } from '../credentials.js'
import type { Field, Fields } from '../fields/fields.js'
import { importBot } from '../import/import-bot.js'
import { describeIntegrations } from './describe-integrations.js'
import { integrationOf, integrationTypes, optionsOf, servesModels } from './registry.js'

test('docs/services.md is made from the definitions', async () => {
  const page = fileURLToPath(new URL('../../../../docs/services.md', import.meta.url))
  await expect(describeIntegrations()).toMatchFileSnapshot(page)
})

const definitions = integrationTypes.map((type) => [type, integrationOf(type)!] as const)

const inner = (field: Field): Fields[] => {
  if (field.kind === 'rows' || field.kind === 'group') return [field.fields]
  return field.kind === 'variants' ? Object.values(field.variants) : []
}
const allFields = (fields: Fields): Field[] =>
  Object.values(fields).flatMap((field) => [field, ...inner(field).flatMap(allFields)])

test('every service that is found by "ai" counts as one of models', () => {
  const found = definitions.filter(([, { keywords }]) => keywords.split(', ').includes('ai'))
  expect(found.map(([type]) => type).filter((type) => !servesModels(type))).toEqual([])
})

test.each(definitions)('%s names only fields, lists and options that it has', (_, { credentials, actions }) => {
  if (credentials) {
    const { auth, fields, addressField } = credentials
    const named = auth.kind === 'signature' ? [auth.keyId, auth.secret] : auth.kind === 'oauth' ? [] : [auth.field]
    for (const name of [...named, ...(addressField ? [addressField] : [])]) expect(fields).toHaveProperty(name)
  }
  for (const action of Object.values(actions)) {
    const fields = optionsOf(action)
    const lists = allFields(fields).flatMap((field) => (field.kind === 'list' && field.list ? [field.list] : []))
    expect(new Set(Object.keys(action.lists ?? {}))).toEqual(new Set(lists))
    if (action.savesReplyIn) expect(fields[action.savesReplyIn]?.kind).toBe('variable')
  }
})

/** A value for each option, and for `variants` one of each. */
function filledIn(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = filledField(field)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function filledField(field: Field): unknown {
  switch (field.kind) {
    case 'number':
      return field.isStrict ? (field.min ?? 1) : '{{Count}}'
    case 'switch':
      return true
    case 'choice':
      return field.values.at(-1)
    case 'reference':
    case 'variable':
    case 'id':
      return 'id'
    case 'texts':
      return ['{{Name}}', 'b']
    case 'rows':
      return [filledIn(field.fields), filledIn(field.fields)]
    case 'group':
      return filledIn(field.fields)
    case 'variants': {
      const all = Object.entries(field.variants).map(([name, fields]) => ({ [field.key]: name, ...filledIn(fields) }))
      return field.isList ? all : all[0]
    }
    default:
      return ' {{Name}}\n'
  }
}

test.each(
  definitions.flatMap(([type, { actions }]) =>
    Object.entries(actions).map(([name, action]) => [type, name, optionsOf(action)] as const),
  ),
)('%s, %s: a block with every option comes back from the schemas and from a file as it was', (type, action, fields) => {
  const block = { id: 'b', type, options: { action, credentialsId: 'c', ...filledIn(fields) } }
  if (!integrationOf(type)?.credentials) Reflect.deleteProperty(block.options, 'credentialsId')
  const read = readBlock(block)
  expect(read).toEqual({ ok: true, block })
  expect(readBlock(JSON.parse(JSON.stringify(block)))).toEqual(read)
  const variables = [{ id: 'id', name: 'Name' }]
  const graphCoordinates = { x: 0, y: 0 }
  const start = { id: 's', type: 'start', graphCoordinates }
  const groups = [{ id: 'g', title: 'G', graphCoordinates, blocks: [block] }]
  const file = { version: '6.1', name: 'A', groups, events: [start], edges: [], variables, theme: {}, settings: {} }
  const imported = importBot(file, { newId: () => 'new', credentialsIds: 'any' })
  expect(imported.ok && imported.bot.groups[0]?.blocks[0]).toEqual(block)
})

test.each(definitions)('%s has one address that its secret is for, unless nothing is sent', (type, { credentials }) => {
  if (!credentials || !(type in credentialsKinds) || credentials.auth.kind === 'oauth') return
  const { hosts } = credentialsKinds[type as 'elevenlabs']
  expect(hosts({})).toEqual(credentials.address === '' ? [] : [new URL(credentials.address).host])
})
