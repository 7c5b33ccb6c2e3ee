import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const names = /typebot|whatsApp(?:CredentialsId|PictureChoice)|googleTagManagerId|stripeId/i

/** Places where these names are allowed: this folder, and code that reads and writes documents in that spelling. */
const prefixes = [
  'packages/server/src/compat/',
  'packages/flow/src/conversions/typebot-',
  'packages/flow/src/import/import-bot.test.ts',
  'packages/flow/src/import/convert-update.test.ts',
  // Its script also runs in Typebot embeds.
  'packages/flow/src/integrations/cal-com.ts',
  // Runs the guide for people who come from Typebot.
  'scripts/docs/ci/guides.test.mjs',
  // Runs the published embed of Typebot.
  'packages/widget/package.json',
  'packages/widget/src/foreign-embed.browser.test.ts',
]

/** Functions that translate, and their files. */
const translators = /\b(?:to|from)Typebot(?:Names|Options)\b|\btypebot-(?:names|options)\.js/g

/** Comments may mention Typebot by its name, and code may call what translates. */
const codeOf = (path: string) =>
  readFileSync(join(root, path), 'utf8')
    .replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
    .replace(translators, '')

/** Documentation may mention Typebot, since people migrate from it. */
const isDocumentation = (path: string) => /\.md$|^docs(-site)?\/|^scripts\/prose\//.test(path)

test('code has names of Typebot only where they are translated', () => {
  const files = filesUnder(root)
    .map((path) => relative(root, path))
    .filter((path) => !isDocumentation(path))
  const withNames = files.filter((path) => names.test(path) || names.test(codeOf(path)))
  expect(files.length).toBeGreaterThan(300)
  expect(withNames.filter((path) => !prefixes.some((prefix) => path.startsWith(prefix)))).toEqual([])
  for (const prefix of prefixes)
    expect(
      withNames.some((path) => path.startsWith(prefix)),
      prefix,
    ).toBe(true)
})

/** Files of the project: excludes dependencies, build output and data of a running service. */
function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !['node_modules', 'dist', 'data', '.git', 'package-lock.json'].includes(name))
    .filter(({ name }) => !/\.(tsbuildinfo|png|ico|woff2?|sqlite|db)$/.test(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesUnder(path) : entry.isFile() ? [path] : []
    })
}
