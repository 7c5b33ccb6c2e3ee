import { type Endpoint, endpoints } from '@colloquy/api'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { namesIn, operationsModule } from './testing/operations-module.js'

const all: Endpoint[] = Object.values(endpoints)

test('operations.ts is what the endpoints say', async () => {
  await expect(operationsModule()).toMatchFileSnapshot('operations.ts')
})

test('no operation has one name in its path and again in its query or body', () => {
  const repeated = all.flatMap(({ id, params, query, body }) => {
    const inPath = namesIn(params)
    return [...namesIn(query), ...namesIn(body)].filter((name) => inPath.includes(name)).map((name) => `${id}.${name}`)
  })
  expect(repeated).toEqual([])
})

test('what an operation takes in its query it also takes in its body, if it has one', () => {
  const lost = all.flatMap(({ id, query, body }) => {
    const inBody = namesIn(body)
    return body === undefined
      ? []
      : namesIn(query)
          .filter((name) => !inBody.includes(name))
          .map((name) => `${id}.${name}`)
  })
  expect(lost).toEqual([])
})

test('every page of a list with a cursor holds exactly one list', () => {
  const pages = all.filter(({ query, response }) => namesIn(query).includes('cursor') && response !== undefined)
  const lists = pages.map(({ id, response }) => {
    const { properties = {} } = z.toJSONSchema(response!, { io: 'output', unrepresentable: 'any' })
    return {
      id,
      lists: Object.values(properties).filter((one) => typeof one === 'object' && one.type === 'array').length,
    }
  })
  expect(lists.filter(({ lists }) => lists !== 1)).toEqual([])
  expect(lists.map(({ id }) => id)).toContain('listResults')
})
