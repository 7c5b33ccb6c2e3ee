import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { strFromU8, unzipSync } from 'fflate'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endVisits, openPage, shareBrowser } from '../testing/browser.js'
import { group, words } from '../testing/flow-parts.js'
import { type RunningService, runService } from '../testing/running-service.js'
import { targets } from './embed-targets.js'
import {
  apiSnippet,
  defaultEmbedOptions,
  type EmbedAddress,
  type EmbedOptions,
  frameSnippet,
  htmlSnippet,
  type Kind,
  reactSnippet,
  scriptSnippet,
  tagSnippet,
} from './snippets.js'
import { wordpressPlugin } from './wordpress-plugin.js'

const hello = 'Do the snippets work?'
const bot = {
  name: 'Snippets',
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
  edges: [{ id: 'e', from: { eventId: 'start' }, to: { groupId: 'g' } }],
  groups: [group('g', [words('t', hello), { id: 'i', type: 'text input' }], { title: 'Hello' })],
}

let service: RunningService
let browser: Browser
let site: Server
let files: Record<string, string> = {}
let address: EmbedAddress

beforeAll(async () => {
  ;[service, browser] = await Promise.all([runService(), shareBrowser()])
  const botId = await service.make(bot)
  await service.call('POST', `bots/${botId}/publish`)
  const { publicId } = (await service.call('GET', `bots/${botId}`)).bot
  address = { origin: service.url, publicId, page: `${service.url}/c/${publicId}` }
  site = createServer(({ url = '/' }, response) => {
    const content = files[url]
    const type = url.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8'
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': type }).end(content)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  if (browser) await endVisits(browser)
  await service?.close()
  site?.close()
})

/** Opens a third-party page, on a separate origin. */
async function openSite(body: string, more: Record<string, string> = {}) {
  files = { '/': `<!doctype html><link rel="icon" href="data:,"><title>Site</title><body>${body}`, ...more }
  const page = await openPage(browser)
  page.setDefaultTimeout(60_000)
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
  return page
}

async function openChat(page: Page, kind: Kind) {
  if (kind === 'bubble') await page.getByRole('button', { name: 'Chat' }).click()
  if (kind === 'popup') await page.getByRole('button', { name: 'Chat with us' }).click()
  await page.getByText(hello).first().waitFor()
}

const kinds = ['standard', 'bubble', 'popup'] as const

describe('the code that the share page shows', () => {
  it.each(kinds)('for HTML puts the bot into a page: %s', async (kind) => {
    const page = await openSite(htmlSnippet(kind, defaultEmbedOptions, address))
    await openChat(page, kind)
    const box = await page.locator(`colloquy-${kind}`).boundingBox()
    if (kind === 'standard') expect(box?.height).toBe(600)
    expect(page.problems).toEqual([])
    await page.leave()
  })

  it('includes the chosen colour, corner and invitation of a bubble, whatever its text', async () => {
    const invitation = `Tom & Jerry's "chat" <now>?`
    const chosen: EmbedOptions = {
      ...defaultEmbedOptions,
      placement: 'left',
      size: 'large',
      colour: '#aa0000',
      invitation,
      delay: 0,
    }
    const page = await openSite(htmlSnippet('bubble', chosen, address))
    await page.getByText(invitation).waitFor()
    const button = page.getByRole('button', { name: 'Chat', exact: true })
    expect((await button.boundingBox())!.x).toBeLessThan(200)
    expect(await button.evaluate((it) => getComputedStyle(it).backgroundColor)).toBe('rgb(170, 0, 0)')
    await page.leave()
  })

  it('keeps the options of a bubble legible, without entities for their quotes', () => {
    const code = htmlSnippet('bubble', { ...defaultEmbedOptions, colour: '#aa0000' }, address)
    expect(code).toContain(`launcher='{"backgroundColor":"#aa0000"}'`)
  })

  it.each(kinds)('for scripts starts the bot: %s', async (kind) => {
    const invitation = 'It\'s </script> "here"'
    const page = await openSite(scriptSnippet(kind, { ...defaultEmbedOptions, invitation, delay: 0 }, address))
    if (kind === 'bubble') await page.getByText(invitation).waitFor()
    else await page.getByText(hello).first().waitFor()
    expect(page.problems).toEqual([])
    await page.leave()
  })

  it.each(['bubble', 'popup'] as const)('for Tag Manager adds the bot from a plain script: %s', async (kind) => {
    const page = await openSite(tagSnippet(kind, { ...defaultEmbedOptions, invitation: 'Ask <us>', delay: 0 }, address))
    await page
      .getByText(kind === 'bubble' ? 'Ask <us>' : hello)
      .first()
      .waitFor()
    expect(page.problems).toEqual([])
    await page.leave()
  })

  it('for WordPress is a plugin whose PHP text is the code for HTML', () => {
    const options = { ...defaultEmbedOptions, invitation: "It's \\ here" }
    const files = unzipSync(wordpressPlugin('bubble', options, address))
    const [[name, content]] = Object.entries(files) as [[string, Uint8Array]]
    expect(name).toBe(`colloquy-${address.publicId}/colloquy-${address.publicId}.php`)
    const [, text] = /echo '((?:[^'\\]|\\.)*)';/s.exec(strFromU8(content))!
    expect(text!.replace(/\\(['\\])/g, '$1')).toBe(htmlSnippet('bubble', options, address))
  })

  it('has complete steps for each place and each type of embed that it offers', () => {
    for (const { id, kinds: offered, steps } of targets)
      for (const kind of offered.length > 0 ? offered : (['standard'] as const)) {
        const given = steps(kind, defaultEmbedOptions, address)
        expect(
          given.some(({ code, download }) => download || code?.includes(address.publicId)),
          id,
        ).toBe(true)
        expect(new Set(given.map(({ text }) => text)).size).toBe(given.length)
      }
    expect(new Set(targets.map(({ id }) => id)).size).toBe(13)
  })

  it('opens a window by itself when configured so', async () => {
    const page = await openSite(htmlSnippet('popup', { ...defaultEmbedOptions, delay: 0.1 }, address))
    await page.getByText(hello).first().waitFor()
    await page.leave()
  })

  it('for a frame shows the page of the bot', async () => {
    const page = await openSite(frameSnippet(defaultEmbedOptions, address))
    await page.frameLocator('iframe').getByText(hello).first().waitFor()
    await page.leave()
  })

  it('for programs begins a chat and replies to it', async () => {
    const [start, reply] = apiSnippet(address).split('\n\n')
    const begun = await run(start!)
    expect(JSON.stringify(begun.messages)).toContain(hello)
    const answer = await run(reply!.replace('SESSION_ID', begun.sessionId))
    expect(answer.input).toBeUndefined()
  })

  describe('for React', () => {
    let folder: string
    beforeAll(async () => {
      folder = await mkdtemp(join(dirname(fileURLToPath(import.meta.url)), 'snippets-'))
      const entry = kinds.map((kind) => `import { Chat as ${kind} } from './${kind}.jsx'`)
      const shown = `createRoot(document.body.appendChild(document.createElement('div'))).render(createElement({ ${kinds} }[location.hash.slice(1)]))`
      const imports = [`import { createElement } from 'react'`, `import { createRoot } from 'react-dom/client'`]
      await writeFile(join(folder, 'site.js'), [...imports, ...entry, shown].join('\n'))
      for (const kind of kinds)
        await writeFile(join(folder, `${kind}.jsx`), reactSnippet(kind, defaultEmbedOptions, address))
      await build({
        root: folder,
        configFile: false,
        logLevel: 'error',
        oxc: { jsx: { runtime: 'automatic', importSource: 'react', development: false } },
        build: { lib: { entry: 'site.js', formats: ['es'], fileName: () => 'site.out.js' }, outDir: 'out' },
        define: { 'process.env.NODE_ENV': '"production"' },
      })
    })
    afterAll(() => rm(folder, { recursive: true, force: true }))

    it.each(kinds)('is a component that shows the bot: %s', async (kind) => {
      const script = await readFile(join(folder, 'out/site.out.js'), 'utf8')
      const page = await openSite(
        `<script>location.hash = '${kind}'</script><script type="module" src="/site.js"></script>`,
        { '/site.js': script },
      )
      await openChat(page, kind)
      expect(page.problems).toEqual([])
      await page.leave()
    })
  })
})

/** Does the same as a curl command. */
async function run(command: string) {
  const [, url] = /curl -X POST (\S+)/.exec(command)!
  const [, body] = /-d '(.*)'/.exec(command)!
  const response = await fetch(url!, { method: 'POST', headers: { 'content-type': 'application/json' }, body: body! })
  expect(response.status).toBe(200)
  return response.json()
}
