import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.js'

let service: TestService
let path: string
beforeAll(async () => {
  service = await testService()
  path = `/api/v1/bots/${await service.publish({ publicId: 'counting' })}/expressions/try`
})
afterAll(() => service.close())

const variables = [
  { name: 'Total', value: '20' },
  { name: 'Names', value: ['Ada', 'Grace'] },
]
const tried = async (body: object) => (await service.call('POST', path, { variables, ...body })).body

test('an expression is tried with the values of variables, and gives what a chat would', async () => {
  expect(await tried({ text: '{{Total}} * 1.2', writtenAs: 'expression' })).toEqual({ value: '24', problem: null })
  expect(await tried({ text: 'Hello {{Total}}', writtenAs: 'expression' })).toEqual({
    value: 'Hello 20',
    problem: null,
  })
  expect(await tried({ text: '{{Names}}', writtenAs: 'expression' })).toEqual({
    value: '["Ada","Grace"]',
    problem: null,
  })
  expect(await tried({ text: 'return {{Names}}.map((it) => it.toUpperCase())', writtenAs: 'code' })).toEqual({
    value: ['ADA', 'GRACE'],
    problem: null,
  })
  expect(await tried({ text: 'It is {{= {{Total}} / 2 =}}.' })).toEqual({ value: 'It is 10.', problem: null })
})

test('an expression that fails says why', async () => {
  expect(await tried({ text: 'return missing.length', writtenAs: 'code' })).toMatchObject({
    value: null,
    problem: expect.stringMatching(/^ReferenceError/),
  })
  expect((await tried({ text: '{{= missing =}}' })).problem).toMatch(/^ReferenceError/)
})

test('an expression that is tried reaches nothing outside', async () => {
  const { problem } = await tried({ text: "return await fetch('https://example.com')", writtenAs: 'code' })
  expect(problem).toMatch(/\w/)
})
