import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../scripts/root.mjs'
import { readPages } from './pages.mjs'

const catalogue = JSON.parse(readFileSync(join(root, 'packages/builder/src/i18n/catalogues/de.json'), 'utf8'))
const withoutMarks = (text) => text.replace(/<[^>]+>|…$/g, '').replaceAll('’', "'")
const messages = new Set(
  Object.values(catalogue)
    .flatMap((part) => Object.keys(part))
    .map(withoutMarks),
)

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Messages with a value, such as `Promote to {name}`. */
const patterns = [...messages]
  .filter((text) => /^[^{}]*\{\w+\}[^{}]*$/.test(text) && text.replace(/\{\w+\}/, '').length > 7)
  .map((text) =>
    text
      .split(/\{\w+\}/)
      .map(escaped)
      .join('.+'),
  )
  .map((pattern) => new RegExp(`^${pattern}$`))

/** Actions and values of services are shown as files have them. */
const services = readFileSync(join(root, 'docs/services.md'), 'utf8')
const isOfService = (name) =>
  services.includes(`### ${name}\n`) ||
  services.includes(`**${name}** is kept`) ||
  new RegExp(`, ${escaped(name)};`).test(services)

/** Names that Google's own pages show. */
const others = new Set([
  'Clients',
  'External',
  'Gmail API',
  'Google Auth Platform',
  'Google Drive API',
  'Google Sheets API',
  'IAM & Admin',
  'Internal',
  'Keys',
  'Service accounts',
  'Web application',
])

const isShown = (name) =>
  messages.has(withoutMarks(name)) ||
  patterns.some((pattern) => pattern.test(name)) ||
  isOfService(name) ||
  others.has(name)

/** Sections for people who use the builder. Bold text there is a name, or begins a paragraph and ends with a full stop or colon. */
const guides = ['Start', 'Build a bot', 'Embed', 'Connect']
/** Made from definitions, or for programmers. */
const withoutNames = ['blocks', 'services', 'sdk', 'react']

test('bold names in guides are names that the builder shows', () => {
  const pages = readPages().pages.filter(
    ({ section, path }) => guides.includes(section) && !withoutNames.includes(path),
  )
  const names = pages.flatMap(({ path, markdown }) =>
    [...markdown.replace(/^```.*?^```$/gms, '').matchAll(/\*\*([^*]+)\*\*/g)]
      .map(([, text]) => text.replace(/\s+/g, ' '))
      .filter((text) => !/[.:]$/.test(text))
      .flatMap((text) => text.split(/ [>›] /))
      .map((name) => ({ path, name })),
  )
  expect(names.length).toBeGreaterThan(100)
  expect(names.filter(({ name }) => !isShown(name))).toEqual([])
})
