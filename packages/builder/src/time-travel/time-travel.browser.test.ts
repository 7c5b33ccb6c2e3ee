import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { findBarriers, openSignedIn } from '../testing/browser.js'
import { group, words } from '../testing/flow-parts.js'
import { answer, chatOf } from '../testing/previewing.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()
let botId: string
let resultId: string

beforeAll(async () => {
  const { service } = tests
  botId = await service.make({
    name: 'Recorded',
    publicId: 'recorded',
    events: [{ id: 's', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
    edges: [
      { id: 'e', from: { eventId: 's' }, to: { groupId: 'g1' } },
      { id: 'e2', from: { blockId: 'name' }, to: { groupId: 'g2' } },
    ],
    variables: [
      { id: 'v1', name: 'Name' },
      { id: 'v2', name: 'City' },
    ],
    groups: [
      group(
        'g1',
        [
          words('ask', 'Who are you?'),
          { id: 'name', type: 'text input', options: { variableId: 'v1' }, outgoingEdgeId: 'e2' },
        ],
        {
          x: 300,
          title: 'Questions',
        },
      ),
      group(
        'g2',
        [
          words('hi', 'Hi {{Name}}'),
          { id: 'city', type: 'text input', options: { variableId: 'v2' } },
          words('bye', 'Bye {{Name}} of {{City}}'),
          { id: 'last', type: 'text input' },
        ],
        { x: 700, title: 'Answers' },
      ),
    ],
  })
  await service.call('POST', `bots/${botId}/publish`, {})
  const started = await service.call('POST', 'bots/recorded/startChat', {})
  resultId = started.resultId
  for (const message of ['Ada', 'Oslo'])
    await service.call('POST', `sessions/${started.sessionId}/continueChat`, { message })
})

const shot = async (page: Page, name: string) =>
  process.env.SHOTS && (await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }))
const outlineOf = (page: Page, id: string) =>
  page.locator(`[data-block-id="${id}"]`).evaluate((it) => getComputedStyle(it).outlineStyle)

it('shows a result turn by turn on the canvas, answers one turn otherwise, and continues from there in a preview', async () => {
  const { service, browser } = tests
  const page = await openSignedIn(browser, service, `/bots/${botId}/results/${resultId}`)
  await page.getByRole('link', { name: 'Recording' }).click()
  const side = page.getByRole('complementary', { name: 'Recording' })
  await side.getByText('matches the stored conversation').waitFor()
  await page.locator('[data-block-id="last"][data-running="true"]').waitFor()
  await side.getByText('Oslo').first().waitFor()
  await shot(page, 'recording')

  // Arrow keys move through the turns.
  await page.locator('.canvas').focus()
  await page.keyboard.press('ArrowLeft')
  await page.locator('[data-block-id="city"][data-running="true"]').waitFor()
  await expect.poll(() => outlineOf(page, 'hi')).toBe('solid')
  expect(await outlineOf(page, 'bye')).toBe('none')
  // A block has the ring, and its group has none beside it.
  const ringOf = (selector: string) => page.locator(selector).evaluate((it) => getComputedStyle(it).boxShadow)
  expect(await ringOf('[data-group-id="g1"]')).not.toContain('0px 0px 0px 2px')
  await page.getByRole('button', { name: 'Collapse Questions' }).click()
  await expect.poll(() => ringOf('[data-group-id="g1"] .group-collapsed')).toContain('0px 0px 0px 2px')
  await page.getByRole('button', { name: 'Expand Questions' }).click()
  await page.locator('.canvas').focus()
  const widthOf = () =>
    page
      .locator('.react-flow__edge[data-id="e2"] path')
      .first()
      .evaluate((it) => getComputedStyle(it).strokeWidth)
  expect(await widthOf()).toBe('2.5px')
  expect(await side.locator('.recording-values').textContent()).toContain('Ada')
  expect(await side.locator('.recording-values').textContent()).not.toContain('Oslo')
  await page.keyboard.press('Home')
  await page.locator('[data-block-id="name"][data-running="true"]').waitFor()
  await page.getByRole('slider', { name: 'Turn' }).fill('1')
  await page.locator('[data-block-id="city"][data-running="true"]').waitFor()
  expect(await findBarriers(page, undefined, '.recording-side, .scrubber')).toEqual([])

  await side.getByRole('button', { name: 'What if… at turn 2' }).click()
  await side.getByLabel('What if they had said').fill('Grace')
  await page.keyboard.press('Enter')
  await side.getByText('Hi Grace').waitFor()
  await side.getByText('Bye Grace of Oslo').waitFor()
  const marked = side.getByRole('listitem').filter({ has: page.getByText('What if', { exact: true }) })
  expect(await marked.count()).toBe(1)
  await marked.getByText('Grace', { exact: true }).waitFor()
  await shot(page, 'what-if')
  await page.emulateMedia({ colorScheme: 'dark' })
  await shot(page, 'what-if-dark')

  await side.getByRole('button', { name: 'Continue from here' }).click()
  const chat = chatOf(page)
  await chat.getByText('Hi Grace').waitFor()
  await answer(page, 'Rome')
  await chat.getByText('Bye Grace of Rome').waitFor()
  await shot(page, 'continued')
  const { result } = await service.call('GET', `bots/${botId}/results/${resultId}`)
  expect(result.answers.map(({ content }: { content: string }) => content)).toEqual(['Ada', 'Oslo'])
  expect(page.problems).toEqual([])
  await page.leave()
})

it('keeps variables in view beside a long conversation, also on a phone', async () => {
  const { service, browser } = tests
  const questions = Array.from({ length: 12 }, (_, index) => ({
    id: `q${index}`,
    type: 'text input',
    options: { variableId: `v${index}` },
  }))
  const id = await service.make({
    name: 'Long',
    publicId: 'long',
    events: [{ id: 's', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
    edges: [{ id: 'e', from: { eventId: 's' }, to: { groupId: 'g' } }],
    variables: questions.map((_, index) => ({ id: `v${index}`, name: `Value ${index}` })),
    groups: [group('g', questions)],
  })
  await service.call('POST', `bots/${id}/publish`, {})
  const started = await service.call('POST', 'bots/long/startChat', {})
  for (const { id: message } of questions)
    await service.call('POST', `sessions/${started.sessionId}/continueChat`, { message })
  const page = await openSignedIn(browser, service, `/bots/${id}/recording/${started.resultId}`)
  const value = page.locator('.recording-values [data-new="true"]')
  for (const viewport of [
    { width: 1280, height: 700 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport)
    const slider = page.getByRole('slider', { name: 'Turn' })
    for (const turn of [12, 1, 11]) {
      await slider.fill(`${turn}`)
      await value.getByText(new RegExp(`^q${turn - 1}\\b`)).waitFor()
      const bottomOf = () => value.evaluate((it) => it.getBoundingClientRect().bottom)
      await expect.poll(bottomOf).toBeLessThanOrEqual(viewport.height)
      expect(
        await page
          .getByRole('listitem')
          .nth(turn)
          .evaluate((it) => it.ariaCurrent),
      ).toBe('step')
    }
  }
  await page.leave()
})

it('does not continue where the draft has lost the block that waited, and says so', async () => {
  const { service, browser } = tests
  const { bot } = await service.call('GET', `bots/${botId}`)
  const groups = bot.groups.map((it: { blocks: { id: string }[] }) => ({
    ...it,
    blocks: it.blocks.filter(({ id }) => id !== 'city'),
  }))
  await service.call('PATCH', `bots/${botId}`, { bot: { groups } })
  const viewport = { width: 390, height: 844 }
  const page = await openSignedIn(browser, service, `/bots/${botId}/recording/${resultId}`, { viewport })
  const go = page.getByRole('button', { name: 'Continue from here' })
  await go.waitFor()
  await page.getByRole('button', { name: 'Previous turn' }).click()
  await expect.poll(() => go.getAttribute('title')).toBe('The draft no longer has the block that waits here')
  expect(await go.isDisabled()).toBe(true)
  // The canvas still shows the release.
  await page.locator('[data-block-id="city"][data-running="true"]').waitFor()
  await shot(page, 'phone')
  await page.leave()
})

it('offers the answers of a question with buttons in place of the one that was chosen', async () => {
  const { service, browser } = tests
  const choice = (content: string) => ({ id: content, content, outgoingEdgeId: `to-${content}` })
  const colours = ['Red', 'Blue']
  const id = await service.make({
    name: 'Chosen',
    publicId: 'chosen',
    events: [{ id: 's', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
    edges: [
      { id: 'e', from: { eventId: 's' }, to: { groupId: 'q' } },
      ...colours.map((it) => ({ id: `to-${it}`, from: { blockId: 'pick', itemId: it }, to: { groupId: it } })),
    ],
    groups: [
      group('q', [words('which', 'Which colour?'), { id: 'pick', type: 'choice input', items: colours.map(choice) }], {
        x: 300,
      }),
      ...colours.map((it, index) => group(it, [words(`says-${it}`, `You like ${it}`)], { x: 700, y: index * 300 })),
    ],
  })
  await service.call('POST', `bots/${id}/publish`, {})
  const started = await service.call('POST', 'bots/chosen/startChat', {})
  await service.call('POST', `sessions/${started.sessionId}/continueChat`, { message: 'Red' })
  const page = await openSignedIn(browser, service, `/bots/${id}/recording/${started.resultId}`)
  const side = page.getByRole('complementary', { name: 'Recording' })
  await side.getByText('You like Red').waitFor()
  await side.getByRole('button', { name: 'What if… at turn 2' }).click()
  const answers = side.getByRole('group', { name: 'Answers to choose from' })
  await answers.getByRole('button', { name: 'Red', pressed: true }).waitFor()
  expect(await findBarriers(page, undefined, '.recording-side')).toEqual([])
  await answers.getByRole('button', { name: 'Blue' }).click()
  await side.getByText('You like Blue').waitFor()
  await page.leave()
})
