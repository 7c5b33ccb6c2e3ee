import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { comparisonOperators } from '../conditions/condition-operators.js'
import { blocksIn, describeBlock, withBlocks } from './describe-blocks.js'
import { definitionOf, definitions } from './registry.js'

const file = fileURLToPath(new URL('../../../../docs/blocks.md', import.meta.url))
const page = readFileSync(file, 'utf8')

test('docs/blocks.md describes every block of the palette, in its order', () => {
  expect(blocksIn(page)).toEqual(definitions.filter(({ isOld }) => !isOld).map(({ type }) => type))
})

test('docs/blocks.md has the options of each block as its definition says', async () => {
  await expect(withBlocks(page, (type) => describeBlock(definitionOf(type)!))).toMatchFileSnapshot(file)
})

test('docs/blocks.md calls each block as the palette does', () => {
  for (const { label, isOld, type } of definitions)
    if (!isOld) expect(page, type).toContain(`## ${label}\n\n<!-- block: ${type} -->`)
})

test('docs/blocks.md explains every comparison of a condition', () => {
  for (const operator of comparisonOperators) expect(page).toContain(`| ${operator} | `)
})
