import { expect, test } from 'vitest'
import { type PromptDefinition, promptNames, prompts } from './prompts.js'
import { definitions, promptOf, promptOfType } from './registry.js'

test.each(promptNames)('the prompt %s offers choices, or has replies that fit, or takes items as choices', (name) => {
  const { offers, samples, messaging }: PromptDefinition = prompts[name]
  expect(offers({}).length > 0 || samples.length > 0 || messaging !== 'typed').toBe(true)
})

test('every prompt is that of an input', () => {
  const asked = new Set(definitions.map(({ asks }) => asks))
  expect(promptNames.filter((name) => !asked.has(name))).toEqual([])
})

test('only inputs whose replies are files, and upload them as answers, have a prompt that takes files', () => {
  const uploads = definitions.filter(({ uploads }) => uploads?.({ options: {} } as never)?.isAnswer)
  const takesFiles = definitions.filter(({ type }) => promptOfType(type)?.takesFiles)
  expect(takesFiles).toEqual(uploads)
})

test('an unknown prompt counts as that of its type, as a choice if there are items, or as text', () => {
  const prompt = 'constructor' as never
  expect(promptOf({ type: 'rating input', prompt })).toBe('scale')
  expect(promptOf({ type: 'unknown', prompt, items: [{}] })).toBe('choice')
  expect(promptOf({ type: 'unknown', prompt })).toBe('text')
})
