import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPage } from './testing/browser.js'
import { choose } from './testing/choose.js'
import { words } from './testing/flow-parts.js'
import { pseudoMessages } from './testing/pseudo-messages.js'
import { visiting } from './testing/visiting.js'

const tests = visiting()

const opened = async (path: string, options: Parameters<typeof openPage>[1] = {}, messages?: object): Promise<Page> => {
  const page = await openPage(tests.browser, options)
  page.setDefaultTimeout(60_000)
  if (messages) await page.addInitScript((it) => Object.assign(globalThis, { colloquyMessages: it }), messages)
  await page.goto(`${tests.service.url}${path}#token=${tests.service.token}`)
  return page
}

it('speaks the language of the browser until the account chooses another, also in a browser that did not choose it', async () => {
  const page = await opened('/account/appearance', { locale: 'de-AT' })
  await page.getByRole('heading', { name: 'Erscheinungsbild', level: 1 }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  await choose(page.getByLabel('Sprache dieser Seiten'), 'English')
  await page.getByRole('heading', { name: 'Appearance', level: 1 }).waitFor()
  const other = await opened('/account/appearance', { locale: 'de-AT' })
  await other.getByRole('heading', { name: 'Appearance', level: 1 }).waitFor()
  await choose(other.getByLabel('Language of these pages'), 'Same as the browser')
  await other.getByRole('heading', { name: 'Erscheinungsbild', level: 1 }).waitFor()
})

it.each([
  ['es-MX', 'es', 'Apariencia'],
  ['fr-CA', 'fr', 'Apparence'],
  ['it-CH', 'it', 'Aspetto'],
  ['pt-PT', 'pt-BR', 'Aparência'],
])('speaks to a browser in %s in %s', async (locale, language, heading) => {
  const page = await opened('/account/appearance', { locale })
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe(language)
})

it('counts, dates and names problems in German', async () => {
  const botId = await tests.service.make({
    name: 'Werkstatt',
    groups: [{ id: 'g', title: 'Fragen', graphCoordinates: { x: 0, y: 0 }, blocks: [words('t', 'Hallo')] }],
  })
  const page = await opened(`/bots/${botId}/build`, { locale: 'de-DE' })
  await page.getByRole('button', { name: 'Probleme' }).first().click()
  await page.getByText('Kein Weg führt zur Gruppe „Fragen“: Verbinden oder entfernen Sie sie.').waitFor()
})

/** A bot whose canvas names an exit of every kind, and whose results have an answer. */
const everyExit = {
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: -300, y: 0 }, outgoingEdgeId: 'e' }],
  edges: [{ id: 'e', from: { eventId: 'start' }, to: { groupId: 'g1' } }],
  variables: [{ id: 'v', name: 'x5' }],
  groups: [
    [
      words('t', 'x3'),
      { id: 'c', type: 'choice input', options: { variableId: 'v' }, items: [{ id: 'i', content: 'x4' }] },
    ],
    [
      {
        id: 'if',
        type: 'Condition',
        items: [{ id: 'i2', content: { comparisons: [{ id: 'q', variableId: 'v', comparisonOperator: 'Is set' }] } }],
      },
    ],
    [{ id: 'p', type: 'picture choice input', items: [{ id: 'i3', title: 'x6' }] }],
    [{ id: 'k', type: 'cards', items: [{ id: 'i4', title: 'x7', paths: [{ id: 'w', text: 'x8' }] }] }],
  ].map((blocks, index) => ({
    id: `g${index + 1}`,
    title: `x${index}`,
    graphCoordinates: { x: (index % 2) * 400, y: index < 2 ? 0 : 300 },
    blocks,
  })),
}

describe('with messages that are 40 % longer', () => {
  const messages = pseudoMessages()
  const paths = [
    '/',
    '/account',
    '/account/appearance',
    '/account/sessions',
    '/account/api-tokens',
    '/instance',
    'settings',
    'settings/members',
    'settings/credentials',
    'settings/domains',
    'settings/knowledge',
    'settings/themes',
    'settings/usage',
    'bot/build',
    'bot/theme',
    'bot/settings',
    'bot/share',
    'bot/results',
    'bot/summary',
    'bot/analytics',
    'bot/versions',
  ]

  const pages = new Map<number, Page>()
  let [botId, workspaceId] = ['', '']
  beforeAll(async () => {
    for (const width of [1280, 390]) pages.set(width, await opened('/', { viewport: { width, height: 800 } }, messages))
    botId = await tests.service.make({ name: 'x1', ...everyExit })
    workspaceId = (await tests.service.call('GET', `bots/${botId}`)).bot.workspaceId
  })

  it.each(paths)('shows only messages, and nothing that is too wide: %s', async (path) => {
    const address = path
      .replace(/^bot\//, `/bots/${botId}/`)
      .replace(/^settings/, `/workspaces/${workspaceId}/settings`)
    for (const [width, page] of pages) {
      await page.goto(`${tests.service.url}${address}#token=${tests.service.token}`)
      await page.locator('h1, .react-flow__node').first().waitFor({ state: 'attached' })
      await page.getByText('⟦').filter({ visible: true }).first().waitFor()
      await page.getByText('⟦Ópéñíñg').waitFor({ state: 'detached' })
      if (process.env.PSEUDO_SHOTS)
        await page.screenshot({ path: `${process.env.PSEUDO_SHOTS}/${path.replaceAll('/', '-')}-${width}.png` })
      expect.soft(await page.evaluate(textOutside), `${path} at ${width}`).toEqual([])
      expect.soft(await page.evaluate(tooWide), `${path} at ${width}`).toEqual([])
      // Nobody else is there when the next one opens the same bot. Unlike an empty page, this one stays in the process with the compiled scripts.
      await page.goto(`${tests.service.url}/docs`)
    }
  })

  it('shows results in messages', async () => {
    const published = await tests.service.make({ name: 'x1', ...everyExit })
    await tests.service.call('POST', `bots/${published}/publish`, {})
    const { publicId } = (await tests.service.call('GET', `bots/${published}`)).bot
    // One result is completed, and one is in progress.
    for (const reply of ['x4', undefined]) {
      const { sessionId } = await tests.service.call('POST', `bots/${publicId}/startChat`, {})
      if (reply) await tests.service.call('POST', `sessions/${sessionId}/continueChat`, { message: reply })
    }
    const page = pages.get(1280)!
    await page.goto(`${tests.service.url}/bots/${published}/results#token=${tests.service.token}`)
    await page.getByRole('cell', { name: 'x4' }).waitFor()
    expect((await page.evaluate(textOutside)).filter((text) => !/\d:\d\d/.test(text))).toEqual([])
    await page.goto(`${tests.service.url}/docs`)
  })

  it('shows the sample chat of a theme in messages', async () => {
    const page = pages.get(1280)!
    await page.goto(`${tests.service.url}/bots/${botId}/theme#token=${tests.service.token}`)
    const chat = page.frameLocator('iframe').getByRole('log')
    await chat.getByText('⟦').first().waitFor()
    const texts = (await chat.innerText()).split('\n').filter((text) => /\p{L}{3}/u.test(text))
    expect(texts.filter((text) => !/[⟦⟧@]|^(Ada|Bot|You)$/.test(text))).toEqual([])
    await page.goto(`${tests.service.url}/docs`)
  })
})

/** Text on the page that is not a translated message, except for names that people have given. */
function textOutside(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = new Set<string>()
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? ''
    const element = node.parentElement
    if (!element || element.closest('script, style, code, kbd, pre, time')) continue
    if (
      /\p{L}{3}/u.test(text) &&
      !/[⟦⟧·áéíóúñç@]|^(Colloquy|My workspace|Werkstatt|Chrome on Linux|Ada|\w{3} \d+)$/.test(text) &&
      element.checkVisibility()
    )
      found.add(text)
  }
  return [...found]
}

/** Buttons and headings whose text does not fit, and the page itself if it scrolls horizontally. */
function tooWide(): string[] {
  const page = document.documentElement
  const isWide = page.scrollWidth > innerWidth + 1 ? [`the page: ${page.scrollWidth}`] : []
  const parts = [...document.querySelectorAll<HTMLElement>('button, h1, h2, .tag, label')]
  const wide = parts.filter(
    (it) =>
      it.checkVisibility() &&
      it.scrollWidth > it.clientWidth + 1 &&
      it.clientWidth > 20 &&
      getComputedStyle(it).overflowX === 'visible' &&
      getComputedStyle(it).display !== 'inline',
  )
  return [...isWide, ...wide.map((it) => `${it.className}: ${it.textContent}`)]
}

it.each(['de', 'es', 'fr', 'it', 'pt-BR', 'en'])('cuts no label of the palette in %s', async (locale) => {
  const botId = await tests.service.make({ name: 'Palette', groups: [] })
  const page = await opened(`/bots/${botId}/build`, { locale, viewport: { width: 1280, height: 900 } })
  await page.locator('.palette-block').first().waitFor()
  await page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLDetailsElement>('.palette details')) part.open = true
  })
  const cut = await page.locator('.palette-block').evaluateAll((tiles) =>
    tiles
      .filter((tile) => {
        const label = tile.lastElementChild as HTMLElement
        const [outer, inner] = [tile.getBoundingClientRect(), label.getBoundingClientRect()]
        const isOutside = inner.right > outer.right || inner.bottom > outer.bottom
        return isOutside || label.scrollWidth > label.clientWidth || label.getClientRects().length > 1
      })
      .map((tile) => tile.textContent),
  )
  expect(cut).toEqual([])
})
