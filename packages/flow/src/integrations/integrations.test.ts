import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { credentialsKinds } from '../credentials.js'
import { describeIntegrations } from './describe-integrations.js'
import type { Field, Fields } from './fields.js'
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

test.each(definitions)('%s has one address that its secret is for, unless nothing is sent', (type, { credentials }) => {
  if (!credentials || !(type in credentialsKinds) || credentials.auth.kind === 'oauth') return
  const { hosts } = credentialsKinds[type as 'elevenlabs']
  expect(hosts({})).toEqual(credentials.address === '' ? [] : [new URL(credentials.address).host])
})
