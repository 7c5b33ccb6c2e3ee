import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { filesUnder, root } from './root.mjs'
import { suitesThatImport } from './suites-that-import.mjs'

test('finds every suite that opens a page, also where another package starts the browser', () => {
  const opening = filesUnder(join(root, 'packages'))
    .filter((file) => /\/src\/.*\.test\.tsx?$/.test(file))
    .filter((file) =>
      /\b(openSignedIn|openPage|launchBrowser|shareBrowser|visiting)\(/.test(readFileSync(file, 'utf8')),
    )
    .map((file) => relative(root, file))
  expect(opening.length).toBeGreaterThan(60)
  expect(suitesThatImport('playwright-core')).toEqual(expect.arrayContaining(opening))
  expect(suitesThatImport('playwright-core')).not.toContain('packages/flow/src/credentials.test.ts')
})
