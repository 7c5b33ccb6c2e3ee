import { expect, test, vi } from 'vitest'
import { attackStrings } from './testing/attack-strings.js'
import { carelessPage, watchForAttacks } from './testing/attack-watch.js'
import { asks, says } from './testing/flow-of.js'
import { ownerToken } from './testing/running-service.js'
import { bubble, visiting } from './testing/visit.js'

const tests = visiting()

/** A lot is rendered here, on a machine that may be busy. */
const patience = 120_000
vi.setConfig({ testTimeout: 2 * patience })

/** The service accepts no text with a NUL character. */
const texts = attackStrings.map(({ text }) => text).filter((text) => !text.includes('\0'))
const addresses = attackStrings.filter(({ way }) => way === 'address').map(({ text }) => text)
const variables = [
  { id: 'answer', name: 'Answer' },
  { id: 'files', name: 'Files' },
  ...texts.map((_, index) => ({ id: `v${index}`, name: `V${index}` })),
]
const brought = Object.fromEntries(texts.map((text, index) => [`V${index}`, text]))
const named = (index: number) => `{{V${index}}}`
const ofAddress = (text: string) => named(texts.indexOf(text))

/** Everything that shows a visitor's data, in the places where it would do most harm. */
const shown = [
  {
    id: 'texts',
    type: 'text',
    content: {
      richText: texts.map((_, index) => ({
        type: 'p',
        children: [{ text: named(index) }, { type: 'a', url: named(index), children: [{ text: named(index) }] }],
      })),
    },
  },
  ...addresses.flatMap((text, index) => [
    { id: `image-${index}`, type: 'image', content: { url: ofAddress(text), clickLink: { url: ofAddress(text) } } },
    { id: `embed-${index}`, type: 'embed', content: { url: ofAddress(text) } },
    // An address without a scheme leads to a host of that name, as it would without a redirect.
    ...(/^[\w-]+&/.test(text)
      ? []
      : [{ id: `redirect-${index}`, type: 'Redirect', options: { url: ofAddress(text), isNewTab: index % 2 === 0 } }]),
  ]),
  asks(
    'choice input',
    { isMultipleChoice: true },
    texts.map((_, index) => ({ id: `item-${index}`, content: named(index) })),
  ),
]

const answers = [
  says('Files, please', 'files-please'),
  { ...asks('file input', { isMultipleAllowed: true }), options: { variableId: 'files', isMultipleAllowed: true } },
  says('{{Files}}', 'names'),
  asks('email input', { retryMessageContent: 'No: {{Answer}}' }),
]

test('prefilled values, choices, replies and uploads of visitors are shown as text and never run, in the chat and in the builder', async () => {
  const { publicId, id } = await tests.bot([...shown, ...answers], { variables })
  const page = await tests.page()
  page.setDefaultTimeout(patience)
  const { ran } = await watchForAttacks(page.context())
  const { url } = tests.service
  await page.goto(
    tests.service.page(`<script type="module">
      import { initStandard } from '${url}/widget.js'
      initStandard({ bot: '${publicId}', prefilledVariables: ${JSON.stringify(brought).replaceAll('<', '\\u003c')} })
    </script>`),
  )
  await page
    .locator('.option')
    .nth(texts.length - 1)
    .waitFor()
  await expect.poll(() => page.locator('.bubble').first().innerText()).toContain(texts[0])
  // One of each kind: their rendering has been checked already.
  for (let index = 0; index < texts.length; index += 25) await page.locator('.option').nth(index).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await bubble(page, 'Files, please').waitFor()

  const names = texts.filter((text) => /^[^/\\\p{Cc}]{1,120}$/u.test(text))
  expect(names.length).toBeGreaterThan(20)
  const files = names.map((name) => ({ name, mimeType: 'text/html', buffer: Buffer.from('<script>__ran(0)</script>') }))
  await page.locator('input[type=file]').setInputFiles(files)
  await page
    .locator('.files li')
    .nth(names.length - 1)
    .waitFor()
  await page.getByRole('button', { name: 'Upload' }).click()

  const field = page.getByPlaceholder('Type your email')
  for (let index = 0; index < texts.length; index += 31) {
    const part = texts.slice(index, index + 31)
    await field.waitFor()
    await field.fill(part.join(' '))
    await page.keyboard.press('Enter')
    await page.locator('.bubble.guest', { hasText: part[0]?.trim() }).last().waitFor()
  }
  await field.waitFor()
  expect([...ran]).toEqual([])
  expect(page.elsewhere).toEqual([])

  await page.goto(`${url}/bots/${id}/results#token=${ownerToken}`)
  await page.getByRole('button', { name: 'Skip for now' }).click()
  const row = page.getByRole('row').nth(1)
  await row.waitFor()
  await expect.poll(() => row.innerText()).toContain(names[0])
  await row.getByRole('cell').nth(1).click()
  await page
    .getByRole('complementary', { name: /^Result of/ })
    .getByText(texts[0] as string)
    .first()
    .waitFor()
  expect([...ran]).toEqual([])
})

test('contents of an address are rendered by the service and taken over by the widget, and never run', async () => {
  const said = [shown[0], shown.at(-1)] as typeof shown
  const { publicId } = await tests.bot(said, { variables })
  const page = await tests.page()
  page.setDefaultTimeout(patience)
  const { ran } = await watchForAttacks(page.context())
  for (let first = 0; first < texts.length; first += 50) {
    const part = texts.slice(first, first + 50)
    const query = new URLSearchParams(part.map((text, index) => [`V${first + index}`, text]))
    const response = await page.goto(`${tests.service.url}/c/${publicId}?${query}`)
    expect(await response?.text()).toContain(`__ran(${first + 1})`)
    await page.waitForFunction(() => !document.getElementById('colloquy-record'))
    await page
      .locator('.option', { hasText: `__ran(${first + 1})` })
      .first()
      .waitFor()
  }
  expect([...ran]).toEqual([])
})

test('what authors write is shown and never run in the hosted page and the builder', async () => {
  const all = texts.join(' ')
  const settings = {
    metadata: { title: all, description: all, imageUrl: all, favIconUrl: all, customHeadCode: all },
    typingEmulation: { enabled: false },
  }
  const page = await tests.page({ viewport: { width: 4000, height: 4000 } })
  page.setDefaultTimeout(patience)
  const { ran } = await watchForAttacks(page.context())
  const { id } = await tests.service.publish({ ...authored(all), settings })
  await page.goto(`${tests.service.url}/c/authored`)
  await page.locator('.composer input[data-answer]').waitFor()
  expect(await page.title()).toContain(texts[0])
  expect([...ran]).toEqual([])

  await page.goto(`${tests.service.url}/bots/${id}#token=${ownerToken}`)
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await page.locator('.group', { hasText: '__ran(150)' }).first().waitFor()
  expect([...ran]).toEqual([])

  const careless = (text: string) => `<title>${text}</title>`
  const script = carelessPage([{ number: 0, name: 'a title', way: 'page', text: all, careless }])
  await page.goto(tests.service.page(`<script type="module">${script}</script>`))
  await expect.poll(() => ran.size).toBeGreaterThan(0)
})

/** A flow of small groups, with one or all of the strings in each field: messages, an input, and groups for the builder. */
function authored(all: string) {
  const parts = Array.from({ length: Math.ceil(texts.length / 10) }, (_, at) => texts.slice(at * 10, at * 10 + 10))
  const said = parts.map((part, index) => ({
    id: `texts-${index}`,
    type: 'text',
    content: { richText: part.map((text) => ({ type: 'p', children: [{ text }] })) },
    outgoingEdgeId: `edge-${index}`,
  }))
  const images = addresses.map((url, index) => ({ id: `image-${index}`, type: 'image', content: { url } }))
  const input = asks('text input', { labels: { placeholder: all, button: all }, retryMessageContent: all })
  const choices = parts.map((part, index) => ({
    id: `choices-${index}`,
    type: 'choice input',
    items: part.map((content, at) => ({ id: `item-${index}-${at}`, content })),
  }))
  const groups = [...said.map((block) => [block]), [...images, input], ...choices.map((block) => [block])]
  return {
    publicId: 'authored',
    name: texts[0],
    variables: [{ id: 'answer', name: all }],
    events: [{ id: 'start', type: 'start', graphCoordinates: { x: -300, y: 0 }, outgoingEdgeId: 'edge' }],
    edges: [
      { id: 'edge', from: { eventId: 'start' }, to: { groupId: 'group-0' } },
      ...said.map(({ id, outgoingEdgeId }, index) => ({
        id: outgoingEdgeId,
        from: { blockId: id },
        to: { groupId: `group-${index + 1}` },
      })),
    ],
    groups: groups.map((blocks, index) => ({
      id: `group-${index}`,
      title: texts[index],
      graphCoordinates: { x: (index % 9) * 400, y: Math.floor(index / 9) * 600 },
      blocks,
    })),
  }
}
