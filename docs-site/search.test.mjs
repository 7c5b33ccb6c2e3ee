import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { createSearch } from './browser/search.js'
import { buildDocs, docsFolder } from './build-docs.mjs'

let text = ''
let search = () => []

beforeAll(async () => {
  await buildDocs()
  text = readFileSync(join(docsFolder, 'search.json'), 'utf8')
  search = createSearch(JSON.parse(text))
})

/** Pages, and what people look for that they explain. */
const searches = {
  operations:
    'back up, restore a backup, https, reverse proxy, custom domain, gdpr, delete data of a person, upgrade, update to a new version',
  publish: 'export results, csv, wordpress',
  messaging: 'connect whatsapp, whatsapp',
  react: 'react, use in next.js',
  services: 'chatgpt, gpt, openai',
  accounts:
    'reset password, lost password, invite a colleague, invite people, roles permissions, role, sso, saml, api token, create an api token',
  blocks: 'condition, set variable, date input format, jump',
  'bot-settings': 'typing delay, progress bar, remember visitors',
  experiments: 'a/b test, split test',
  build: 'dark mode, archive a bot, folder, undo',
  sdk: 'sdk',
  integrations: 'mcp',
  embed: 'callbacks',
}
const tasks = Object.entries(searches).flatMap(([page, all]) =>
  all.split(', ').map((words) => [words, `/docs/${page}`]),
)

describe('the search of the documentation', () => {
  test.each(tasks)('finds %s first on the page that explains it: %s', (words, page) => {
    const [first] = search(words)
    expect(first?.url.split('#')[0]).toBe(page)
  })

  test('forgives one wrong letter in a long word', () => {
    expect(search('experimant')[0].url).toMatch(/experiments/)
  })

  test('has each section once, so that the library takes all of them', () => {
    const urls = JSON.parse(text).flatMap(({ url, sections }) => sections.map(([anchor]) => `${url}#${anchor}`))
    expect(new Set(urls).size).toBe(urls.length)
  })

  test('loads less than 400 kB', () => {
    expect(text.length).toBeLessThan(400_000)
  })
})
