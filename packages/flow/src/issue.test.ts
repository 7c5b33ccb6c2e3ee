import { expect, test } from 'vitest'
import * as z from 'zod'
import { toIssues } from './issue.js'

const said = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value)
  return toIssues(error?.issues ?? [], 'it').map(({ path, message }) => `${path}: ${message}`)
}

test('an issue of a bound names what it bounds', () => {
  expect(said(z.string().min(1), '')).toEqual(['it: Give at least 1 character.'])
  expect(said(z.string().max(3), 'four')).toEqual(['it: Give at most 3 characters.'])
  expect(said(z.array(z.string()).min(2), [])).toEqual(['it: Give at least 2 entries.'])
  expect(said(z.number().max(100), 101)).toEqual(['it: Give at most 100.'])
})

const message = z.union([
  z.string(),
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('text'), text: z.string() }),
    z.object({ type: z.literal('audio'), url: z.string() }),
  ]),
])

test('an issue of a value of a wrong type lists the allowed types', () => {
  expect(said(message, 5)).toEqual(['it: Give a text or an object here.'])
})

test('an issue of a variant names the part that is wrong, and the variants if none is meant', () => {
  expect(said(message, { type: 'text' })).toEqual(['it.text: Give a text here.'])
  expect(said(message, { type: 'text', text: 5 })).toEqual(['it.text: Give a text here.'])
  expect(said(message, { type: 'audio' })).toEqual(['it.url: Give a text here.'])
  for (const unknown of [{}, { type: 'other' }, { type: 7 }])
    expect(said(message, unknown)).toEqual(['it.type: Use one of: "text", "audio".'])
})

test('an issue of a union of types and values names them', () => {
  expect(said(z.union([z.boolean(), z.enum(['true', 'false'])]), 'yes')).toEqual(['it: Give true or false here.'])
  expect(said(z.union([z.number(), z.literal('auto')]), 'much')).toEqual(['it: Give a number or "auto" here.'])
})
