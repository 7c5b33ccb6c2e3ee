import { importBot } from '@colloquy/flow'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import type { Endpoint } from '../endpoint.js'
import { endpointGroups, endpoints, errorsOf } from '../endpoints.js'
import { errorCatalogue } from '../errors.js'
import { closedSchemas } from '../testing/closed-schemas.js'
import { docsPage } from './docs-page.js'
import { missingExamples, type Operation, openApiDocument } from './document.js'
import type { Parameter } from './parameters.js'

const all = Object.entries(endpoints) as [string, Endpoint][]
const document = openApiDocument('https://bots.example')
const { components } = document
const operationOf = ({ path, method }: Endpoint) => document.paths[path]?.[method.toLowerCase()] as Operation
const json = 'application/json'

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document) as Record<string, unknown>)
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(document.openapi).toBe('3.1.0')
})

test('the document takes less than 2,100 characters an operation, so that it can be fetched and read', () => {
  expect(JSON.stringify(document).length / all.length).toBeLessThan(2100)
})

test('every reference leads to something, and no name differs from another by its case alone', () => {
  const references = [...new Set(JSON.stringify(document).match(/(?<="\$ref":")[^"]+/g))]
  const lost = references.filter((reference) => {
    const [, ...keys] = reference.split('/')
    return keys.reduce((part: unknown, key) => (part as Record<string, unknown>)?.[key], document) === undefined
  })
  expect(lost).toEqual([])
  // Generators write a file for each of these names.
  const names = [components.schemas, components.parameters].flatMap(Object.keys).map((name) => name.toLowerCase())
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('the success response of every operation is in its place, since some generators do not follow a reference to it', () => {
  for (const [name, endpoint] of all) {
    const { responses } = operationOf(endpoint)
    const references = Object.entries(responses).filter(([status, one]) => status.startsWith('2') && '$ref' in one)
    expect(references, name).toEqual([])
  }
})

test('every operation is in one group, under its own id, at its own path', () => {
  const grouped = Object.values(endpointGroups).flatMap((group) => Object.keys(group))
  expect(grouped.toSorted()).toEqual(Object.keys(endpoints).toSorted())
  expect(all.filter(([name, { id }]) => id !== name)).toEqual([])
  expect(new Set(all.map(([, { method, path }]) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)).size).toBe(
    all.length,
  )
})

test('every operation describes its parameters', () => {
  for (const [name, endpoint] of all) {
    const { operationId, parameters = [] } = operationOf(endpoint)
    expect(operationId).toBe(name)
    const resolved = parameters.map((parameter) =>
      '$ref' in parameter ? (components.parameters[parameter.$ref.split('/').at(-1) ?? ''] as Parameter) : parameter,
    )
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
    expect(resolved.flatMap(({ in: location, name }) => (location === 'path' ? [name] : []))).toEqual(inPath)
    const silent = resolved.filter(({ description }) => !description).map(({ name }) => name)
    const advice = `${name}: describe these with .meta({ description }), or by their name in parameter-descriptions.ts`
    expect(silent, advice).toEqual([])
  }
})

test('every operation lists its success and its own errors, and one response for errors of all operations', () => {
  for (const [, endpoint] of all) {
    const { responses } = operationOf(endpoint)
    const statuses = [endpoint.status ?? 200, ...(endpoint.isCacheable ? [206, 304] : [])]
    for (const code of endpoint.errors) statuses.push(errorCatalogue[code].status)
    expect(Object.keys(responses)).toEqual(
      [...new Set(statuses)]
        .sort((a, b) => a - b)
        .map(String)
        .concat('default'),
    )
    for (const code of errorsOf(endpoint)) {
      const { $ref } = (responses[errorCatalogue[code].status] ?? responses.default) as { $ref: string }
      const { description } = components.responses[$ref.split('/').at(-1) ?? ''] as { description: string }
      expect(description, endpoint.id).toContain(`\`${code}\``)
    }
  }
})

test('every request and answer has an example, and it fits the shape', () => {
  const advice = 'Give these fields an example with .meta({ example }), or by their name in field-examples.ts'
  expect(missingExamples(), advice).toEqual([])
  const validate = closedSchemas(document)
  const wrong: object[] = []
  for (const [, endpoint] of all) {
    const { requestBody, responses } = operationOf(endpoint)
    const success = responses[endpoint.status ?? 200]
    const answer = success && 'content' in success ? success.content?.[json] : undefined
    for (const media of [requestBody?.content[json], answer]) {
      if (!media) continue
      const shared = media.examples?.default?.$ref.split('/').at(-1)
      const example = shared === undefined ? media.example : components.examples[shared]?.value
      const issues = media === answer ? [] : (endpoint.body?.safeParse(example).error?.issues ?? [])
      wrong.push(...[...validate(media.schema, example), ...issues].map((issue) => ({ id: endpoint.id, issue })))
    }
  }
  expect(wrong).toEqual([])
})

test('examples of requests can be sent as they are: bots can be imported, and a test is recorded from a result', () => {
  const exampleOf = (id: keyof typeof endpoints) => {
    const media = operationOf(endpoints[id]).requestBody?.content[json]
    const shared = media?.examples?.default?.$ref.split('/').at(-1)
    return (shared === undefined ? media?.example : components.examples[shared]?.value) as Record<string, unknown>
  }
  for (const id of ['importBot', 'lintFlow', 'updateBot'] as const)
    expect(importBot(exampleOf(id).bot, { newId: () => 'new' })).toMatchObject({ ok: true, warnings: [] })
  expect(exampleOf('recordTest')).toHaveProperty('resultId')
  expect(exampleOf('publishBot')).toEqual({ note: 'New greeting', environmentId: 'live' })
})

test('an operation has a body exactly when it has a limit for one', () => {
  expect(all.filter(([, { body, bodyLimit }]) => (body === undefined) !== (bodyLimit === undefined))).toEqual([])
})

test('blocks are distinguished by their type, and those of other types have a schema too', () => {
  const { oneOf = [], discriminator } = components.schemas.Block ?? {}
  expect(discriminator?.propertyName).toBe('type')
  expect(discriminator?.mapping?.['text input']).toBe('#/components/schemas/TextInputBlock')
  expect(oneOf).toHaveLength(Object.keys(discriminator?.mapping ?? {}).length + 1)
  const validate = closedSchemas(document)
  const block = { $ref: '#/components/schemas/Block' }
  expect(validate(block, { id: 'a', type: 'Jump', isMuted: true, options: { groupId: 'g' } })).toEqual([])
  expect(validate(block, { id: 'a', type: 'hologram', options: { depth: 3 } })).toEqual([])
  expect(validate(block, { id: 'a', type: 'Jump', options: { groupId: 3 } })).not.toEqual([])
})

test('the reference page names every operation, error and schema of the document', () => {
  const page = docsPage('https://bots.example')
  for (const [name, endpoint] of all) {
    const article = page.slice(page.indexOf(`<article id="${name}">`)).split('</article>')[0] as string
    expect(article).toContain(`${endpoint.method}</code> <code>${endpoint.path}`)
    const shown = [...article.matchAll(/<code>\d{3} (\w+)<\/code>/g)].map(([, code]) => code)
    expect(shown, name).toEqual(errorsOf(endpoint))
  }
  const table = page.slice(page.indexOf('<h2>Errors</h2>'))
  for (const [code, { status }] of Object.entries(errorCatalogue)) {
    expect(table).toContain(`<td><code>${code}</code></td><td>${status}</td>`)
  }
  const linked = new Set([...page.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id))
  expect([...linked].filter((id) => !page.includes(`id="${id}"`))).toEqual([])
})

test('the reference page requests nothing from another host, and shows no markup of its input', () => {
  const page = docsPage('https://bots.example/"><script>alert(1)</script>')
  expect(page).not.toContain('<script')
  expect(page.match(/(?:src|href)="(?!#|\/|data:,)[^"]*"/g)).toBeNull()
})

/** Errors that are found before it is known which operation is meant. */
const beforeRouting = [
  'not_found',
  'method_not_allowed',
  'headers_too_large',
  'expectation_failed',
  'transfer_encoding_unsupported',
]

test('every error of the catalogue belongs to an operation, or is found before there is one', () => {
  const used = new Set(all.flatMap(([, endpoint]) => errorsOf(endpoint)))
  expect(Object.keys(errorCatalogue).filter((code) => !used.has(code as never))).toEqual(beforeRouting)
})

test('an error has a status and a sentence', () => {
  for (const { status, message } of Object.values(errorCatalogue)) {
    expect([400, 401, 403, 404, 405, 409, 413, 415, 416, 417, 422, 425, 429, 431, 500, 501, 502, 503, 507]).toContain(
      status,
    )
    expect(message).toMatch(/^[A-Z].*[^.]$/)
  }
})
