import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { checkFolders, mutualFolders } from './check-folders.mjs'
import { allPackageNames, root, shippedSources } from './root.mjs'

const sources = {
  'packages/shop/src/app.ts': "import { sell } from './sales/sell.js'",
  'packages/shop/src/prices.ts': "import type { Sale } from './sales/sell.js'",
  'packages/shop/src/sales/sell.ts': "import { price } from '../prices.js'\nimport { stock } from '../stock/stock.js'",
  'packages/shop/src/stock/stock.ts': "import { part } from './part.js'",
  'packages/shop/src/stock/part.ts': "const later = () => import('../sales/sell.js')",
  'packages/shop/src/stock/stock.test.ts': "import { app } from '../app.js'",
}
const files = Object.keys(sources).map((path) => join(root, path))
const read = (file) => sources[relative(root, file)]

test('folders that import each other are found, in imports on demand too, and tests do not count', () => {
  expect(mutualFolders(files, read)).toEqual({ shop: ['prices and sales', 'sales and stock'] })
})

test('a pair that is new and a listed one that is gone are problems', () => {
  const all = allPackageNames().flatMap(shippedSources)
  const found = mutualFolders(all)
  expect(checkFolders(all, found)).toEqual([])
  const [name, pairs] = Object.entries(found)[0]
  const listed = { ...found, [name]: ['a and b', ...pairs.slice(1)] }
  expect(checkFolders(all, listed)).toEqual([
    expect.stringContaining(`${pairs[0]} import each other now`),
    expect.stringContaining(`${name} no longer has the pair a and b`),
  ])
})
