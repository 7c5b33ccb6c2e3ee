import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { docsPage } from './docs-page.js'
import type { Endpoint } from './endpoint.js'
import { endpointGroups, endpoints, errorsOf } from './endpoints.js'
import { errorCatalogue } from './errors.js'
import { openApiDocument } from './openapi.js'

const all = Object.entries(endpoints) as [string, Endpoint][]
const document = openApiDocument('https://bots.example')
const operationOf = ({ path, method }: Endpoint) =>
  document.paths[path]?.[method.toLowerCase()] as {
    operationId: string
    parameters: { name: string; in: string; required: boolean }[]
    responses: Record<string, { content: Record<string, { schema: { allOf: { properties?: unknown }[] } }> }>
  }

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document) as Record<string, unknown>)
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(document.openapi).toBe('3.1.0')
})

test('every operation stands in one group, under its own id, at its own place', () => {
  const grouped = Object.values(endpointGroups).flatMap((group) => Object.keys(group))
  expect(grouped.toSorted()).toEqual(Object.keys(endpoints).toSorted())
  expect(all.filter(([name, { id }]) => id !== name)).toEqual([])
  expect(new Set(all.map(([, { method, path }]) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)).size).toBe(
    all.length,
  )
})

describe.each(all)('%s', (name, endpoint) => {
  test('is in the document with its parameters and all of its errors', () => {
    const operation = operationOf(endpoint)
    expect(operation.operationId).toBe(name)
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
    const described = operation.parameters.filter((parameter) => parameter.in === 'path')
    expect(described.map((parameter) => parameter.name)).toEqual(inPath)
    expect(described.every(({ required }) => required)).toBe(true)
    const codes = errorsOf(endpoint)
    const success = endpoint.status ?? 200
    const statuses = [success, ...(endpoint.isCacheable ? [206, 304] : [])]
    for (const code of codes) statuses.push(errorCatalogue[code].status)
    expect(Object.keys(operation.responses).map(Number)).toEqual([...new Set(statuses)].sort((a, b) => a - b))
    for (const [status, { content }] of Object.entries(operation.responses)) {
      if (Number(status) < 400) continue
      const expected = codes.filter((code) => errorCatalogue[code].status === Number(status))
      expect(content['application/json']?.schema.allOf[1]?.properties).toMatchObject({ code: { enum: expected } })
    }
  })

  test('says all of its shapes in JSON Schema', () => {
    const shapes = [
      ['input', endpoint.params],
      ['input', endpoint.query],
      ['input', endpoint.body],
      ['output', endpoint.response],
    ] as const
    for (const [io, schema] of shapes) {
      if (schema) expect(() => z.toJSONSchema(schema, { io, unrepresentable: 'throw' }), io).not.toThrow()
    }
  })

  test('has a body exactly when it has a limit for one', () => {
    expect(endpoint.body !== undefined).toBe(endpoint.bodyLimit !== undefined)
  })
})

test('the reference page names every operation and error of the document', () => {
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
})

test('the reference page asks nothing of another host, and shows no markup of its input', () => {
  const page = docsPage('https://bots.example/"><script>alert(1)</script>')
  expect(page).not.toContain('<script')
  expect(page.match(/(?:src|href)="(?!#|\/|data:,)[^"]*"/g)).toBeNull()
})

test('every error of the catalogue belongs to an operation, or to addresses without one', () => {
  const used = new Set(all.flatMap(([, endpoint]) => errorsOf(endpoint)))
  expect(Object.keys(errorCatalogue).filter((code) => !used.has(code as never))).toEqual(['not_found'])
})

test('an error says its status and sentence, and keeps its cause to itself', () => {
  for (const { status, message } of Object.values(errorCatalogue)) {
    expect([400, 401, 403, 404, 409, 413, 415, 416, 422, 429, 500, 502, 503, 507]).toContain(status)
    expect(message).toMatch(/^[A-Z].*[^.]$/)
  }
})
