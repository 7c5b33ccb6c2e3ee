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

/** What people look for, and the page that has the answer. */
const tasks = [
  ['back up', '/docs/operations'],
  ['restore a backup', '/docs/operations'],
  ['https', '/docs/operations'],
  ['reverse proxy', '/docs/operations'],
  ['custom domain', '/docs/operations'],
  ['export results', '/docs/publish'],
  ['csv', '/docs/publish'],
  ['connect whatsapp', '/docs/messaging'],
  ['whatsapp', '/docs/messaging'],
  ['gdpr', '/docs/operations'],
  ['delete data of a person', '/docs/operations'],
  ['wordpress', '/docs/publish'],
  ['react', '/docs/react'],
  ['use in next.js', '/docs/react'],
  ['chatgpt', '/docs/services'],
  ['gpt', '/docs/services'],
  ['openai', '/docs/services'],
  ['reset password', '/docs/accounts'],
  ['lost password', '/docs/accounts'],
  ['invite a colleague', '/docs/accounts'],
  ['invite people', '/docs/accounts'],
  ['roles permissions', '/docs/accounts'],
  ['role', '/docs/accounts'],
  ['sso', '/docs/accounts'],
  ['saml', '/docs/accounts'],
  ['api token', '/docs/accounts'],
  ['create an api token', '/docs/accounts'],
  ['upgrade', '/docs/operations'],
  ['update to a new version', '/docs/operations'],
  ['condition', '/docs/blocks'],
  ['set variable', '/docs/blocks'],
  ['date input format', '/docs/blocks'],
  ['jump', '/docs/blocks'],
  ['typing delay', '/docs/bot-settings'],
  ['progress bar', '/docs/bot-settings'],
  ['remember visitors', '/docs/bot-settings'],
  ['a/b test', '/docs/experiments'],
  ['split test', '/docs/experiments'],
  ['dark mode', '/docs/build'],
  ['sdk', '/docs/sdk'],
  ['mcp', '/docs/integrations'],
  ['callbacks', '/docs/embed'],
  ['archive a bot', '/docs/build'],
  ['folder', '/docs/build'],
  ['undo', '/docs/build'],
]

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
