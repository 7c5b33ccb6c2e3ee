import { expect, test } from 'vitest'
import * as z from 'zod'
import { addEarlierNames, withEarlierNames } from './earlier-names.js'
import type { Endpoint } from './endpoint.js'
import { earlierEndpoints, endpoints } from './endpoints.js'
import { openApiDocument } from './openapi/document.js'

const item = z.object(withEarlierNames({ count: z.number(), id: z.string() }, { count: 'total' }))
const schema = z.object({ items: z.array(item).nullable(), item: item.optional(), name: z.string() })

test('a renamed field is also answered below its earlier name, at any depth, and the value itself is not changed', () => {
  const value = { items: [{ count: 1, id: 'a' }], item: { count: 2, id: 'b' }, name: 'One' }
  const before = structuredClone(value)
  expect(addEarlierNames(schema)?.(value)).toEqual({
    items: [{ count: 1, total: 1, id: 'a' }],
    item: { count: 2, total: 2, id: 'b' },
    name: 'One',
  })
  expect(value).toEqual(before)
  expect(addEarlierNames(schema)?.({ items: null, name: 'Two' })).toEqual({ items: null, name: 'Two' })
})

test('a schema without renamed fields needs no change', () => {
  expect(addEarlierNames(z.object({ names: z.array(z.string()) }))).toBeUndefined()
  expect(addEarlierNames(undefined)).toBeUndefined()
})

/** Fields of responses with an earlier name, as in `getExperiment: metrics, earlier figures`. */
const renamedFields = (Object.values(endpoints) as Endpoint[]).flatMap(({ id, response }) => {
  const renamed = response === undefined ? [] : renamedIn(z.toJSONSchema(response, { unrepresentable: 'any' }))
  return renamed.map((names) => `${id}: ${names}`)
})

function renamedIn(json: unknown): string[] {
  if (typeof json !== 'object' || json === null) return []
  return Object.entries(json).flatMap(([name, value]) => {
    const field = (value as { 'x-renamed-to'?: string } | null)?.['x-renamed-to']
    return field === undefined ? renamedIn(value) : [`${field}, earlier ${name}`]
  })
}

test('fields of earlier versions are answered for one more version', () => {
  expect(renamedFields).toEqual([
    'getExperiment: metrics, earlier figures',
    'applyOperations: conflicts, earlier refusals',
    'listProblems: location, earlier place',
    'lintFlow: location, earlier place',
    'getInvalidReplies: invalidReplies, earlier rejections',
    'listAllWorkspaces: maxResultBytes, earlier mostResultBytes',
    'listAllWorkspaces: maxFileBytes, earlier mostFileBytes',
  ])
})

test('operations of earlier versions have the same definition, and are described as deprecated', () => {
  expect(earlierEndpoints.map(({ id, path, successor }) => [id, path, successor])).toEqual([
    ['getRejections', '/api/v1/bots/{botId}/analytics/rejections', 'getInvalidReplies'],
  ])
  const { paths, components } = openApiDocument('https://bots.example.com')
  for (const { id, path, method, successor } of earlierEndpoints) {
    const described = paths[path]?.[method.toLowerCase()]
    expect(described).toMatchObject({ operationId: id, deprecated: true })
    const current = endpoints[successor as keyof typeof endpoints]
    expect(paths[current.path]?.[method.toLowerCase()]).not.toHaveProperty('deprecated')
    expect(described?.responses[200]).toMatchObject({ content: { 'application/json': { schema: expect.anything() } } })
  }
  expect(components.schemas.OperationConflict).toBeDefined()
})

test('the earlier name of a field is described as deprecated', () => {
  const { paths } = openApiDocument('https://bots.example.com')
  const described = JSON.stringify(paths['/api/v1/bots/{botId}/operations'])
  expect(described).toContain('"refusals":')
  expect(described).toContain('"deprecated":true,"x-renamed-to":"conflicts"')
})
