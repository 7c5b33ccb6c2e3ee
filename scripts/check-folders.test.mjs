import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { checkFolders } from './check-folders.mjs'
import { root } from './root.mjs'

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
  const problem = (pair) => `packages/shop: ${pair} import each other. Move what both need to the lower folder.`
  expect(checkFolders(files, read)).toEqual(['prices and sales', 'sales and stock'].map(problem))
})
