import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Functions that browsers have only on pages with TLS and on this machine. */
const needsTls = /\bcrypto\.(?:randomUUID|subtle)\b/

test('builder and widget also work on pages without TLS, such as those of a local network', () => {
  const packages = join(import.meta.dirname, '../../..')
  const found = ['builder', 'widget'].flatMap((name) => {
    const folder = join(packages, name, 'src')
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|(^|\/)testing\//.test(file))
      .filter((file) => needsTls.test(readFileSync(join(folder, file), 'utf8')))
  })
  expect(found).toEqual([])
})
