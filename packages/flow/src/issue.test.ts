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

test('an issue of a value of a wrong type lists the allowed types', () => {
  const message = z.union([z.string(), z.object({ type: z.literal('text') })])
  expect(said(message, 5)).toEqual(['it: Give a text or an object here.'])
  expect(said(message, { type: 'other' })).toEqual([
    'it: This value is none that is known here: choose another, or remove it.',
  ])
})
