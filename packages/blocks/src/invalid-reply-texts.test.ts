import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { blockRegistry } from './index.js'

const page = readFileSync(new URL('../../../docs/compatibility.md', import.meta.url), 'utf8')

test('docs/compatibility.md lists the built-in text of every input for invalid replies', () => {
  const texts = [...blockRegistry.values()].flatMap(({ invalidReplyText }) => invalidReplyText ?? [])
  expect(texts.length).toBeGreaterThan(5)
  expect(texts.filter((text) => !page.includes(`| ${text} |`))).toEqual([])
})
