import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|(^|\/)testing\//.test(file))
    .map((file) => join(folder, file))

/** Comparisons of what is not searched for: keys of the keyboard and such. */
const comparesExactly = /\.to(?:Locale)?LowerCase\(\)\s*\.(?:includes|startsWith|indexOf)\(/

test('searches of builder and widget compare texts without case and accents', () => {
  const packages = join(import.meta.dirname, '../../..')
  const found = ['builder', 'widget']
    .flatMap((name) => sources(join(packages, name, 'src')))
    .filter((file) => comparesExactly.test(readFileSync(file, 'utf8')))
  expect(found).toEqual([])
})
