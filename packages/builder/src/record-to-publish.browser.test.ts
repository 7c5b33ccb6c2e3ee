import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openSignedIn } from './testing/browser.js'
import { group, words } from './testing/flow-parts.js'
import { focusedName, pressTo } from './testing/keyboard.js'
import { visiting } from './testing/visiting.js'

const tests = visiting()

const ask = (id: string, variableId: string) => ({ id, type: 'text input', options: { variableId } })

/** Makes a bot that asks three questions, and may be published only while its tests pass. */
const makeBot = (publicId: string): Promise<string> =>
  tests.service.make({
    name: 'Journey',
    publicId,
    settings: { publishing: { isBlockedByTests: true } },
    events: [{ id: 's', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
    edges: [{ id: 'e', from: { eventId: 's' }, to: { groupId: 'g1' } }],
    variables: ['Name', 'City', 'Colour'].map((name) => ({ id: name.toLowerCase(), name })),
    groups: [
      group(
        'g1',
        [
          words('who', 'Who are you?'),
          ask('q1', 'name'),
          words('hello', 'Hello {{Name}}'),
          ask('q2', 'city'),
          ask('q3', 'colour'),
          words('bye', 'Bye {{Name}} of {{City}}, who likes {{Colour}}'),
        ],
        { x: 300, title: 'Questions' },
      ),
    ],
  })

const outlineOf = (page: Page, blockId: string) =>
  page.locator(`.canvas [data-block-id="${blockId}"]`).evaluate((it) => getComputedStyle(it).outlineStyle)

const shot = async (page: Page, name: string) =>
  process.env.SHOTS && (await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }))

/** Waits until something has the keys. */
const focused = (page: Page, name: string | RegExp) =>
  typeof name === 'string'
    ? expect.poll(() => focusedName(page)).toBe(name)
    : expect.poll(() => focusedName(page)).toMatch(name)

/** Goes to a control and presses it. */
async function choose(page: Page, name: string | RegExp, key = 'Tab') {
  await pressTo(page, key, name)
  await page.keyboard.press('Enter')
}

/** Finds a command in the palette, and runs it. */
async function command(page: Page, name: string) {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.keyboard.type(name)
  await page.getByRole('dialog').getByRole('option', { name }).first().waitFor()
  await page.keyboard.press('Enter')
}

/** Writes another text into the second bubble, and returns to the canvas. */
async function rewrite(page: Page, text: string) {
  if (await page.locator('.outline').isVisible()) await page.keyboard.press('o')
  await page.locator('.outline').waitFor({ state: 'detached' })
  await page.keyboard.press('o')
  await page.locator('.outline-tree :focus').waitFor()
  await page.keyboard.press('Home')
  await pressTo(page, 'ArrowDown', /^Text: (Hello|Good day)/)
  await page.keyboard.press('Enter')
  await focused(page, 'Message')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
  await page.keyboard.press('Escape')
}

it('a test is recorded, broken, mended and let through the gate, a conversation is branched, and a release promoted and rolled back, with the keyboard alone', async () => {
  const { service, browser } = tests
  const botId = await makeBot('journey')
  const page = await openSignedIn(browser, service, `/bots/${botId}`)
  const isPublished = async () => (await service.call('GET', `bots/${botId}/publishedBot`)).publishedBot !== null

  // Record.
  await page.locator('.event').waitFor()
  await page.keyboard.press('p')
  const chat = page.frameLocator('.preview-frame')
  await chat.locator('[data-answer]').waitFor()
  await pressTo(page, 'Tab', /answer/i)
  for (const reply of ['Ada', 'Oslo', 'blue']) {
    await focused(page, /answer/i)
    await page.keyboard.type(reply)
    await page.keyboard.press('Enter')
    await chat.getByRole('log').getByText(reply, { exact: true }).waitFor()
  }
  await chat.getByRole('log').getByText('Bye Ada of Oslo, who likes blue').waitFor()
  await choose(page, 'Save as test', 'Shift+Tab')
  await page.getByRole('button', { name: 'Open', exact: true }).waitFor()
  await focused(page, 'Save as test')
  await page.keyboard.press('F9')
  await focused(page, 'Open')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'Tests' })
  await panel.getByText('Passed', { exact: true }).waitFor()

  // Break. The preview has the keys until Escape.
  await page.keyboard.press('Escape')
  await rewrite(page, 'Good day {{Name}}')
  await page.getByRole('button', { name: 'Tests, 1 failed' }).waitFor()
  await choose(page, 'Tests, 1 failed', 'Shift+Tab')
  await choose(page, /^Conversation 1/)
  await panel.getByText('Nothing says "Hello Ada".').waitFor()
  await expect.poll(() => outlineOf(page, 'hello')).toBe('solid')
  await shot(page, 'journey-broken')
  await focused(page, 'Back to the tests')
  await command(page, 'Publish')
  const dialog = page.getByRole('dialog', { name: 'Publish', exact: true })
  await dialog.getByText('Conversation 1: Nothing says "Hello Ada".').waitFor()
  expect(await isPublished()).toBe(false)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await focused(page, 'Back to the tests')

  // Mend.
  await rewrite(page, 'Hello {{Name}}')
  await page.getByRole('button', { name: 'Tests', exact: true }).waitFor()
  await command(page, 'Publish')
  await expect.poll(isPublished).toBe(true)
  const live = page.getByRole('dialog', { name: 'Your bot is live' })
  await live.waitFor()
  await page.keyboard.press('Escape')
  await live.waitFor({ state: 'detached' })
  await focused(page, 'Text: Hello {{Name}}')

  // Scrub a conversation, and branch from its third turn.
  const { sessionId } = await service.call('POST', 'bots/journey/startChat', {})
  for (const message of ['Grace', 'Rome', 'red']) {
    await service.call('POST', `sessions/${sessionId}/continueChat`, { message })
  }
  await command(page, 'Results')
  await page.getByRole('cell', { name: 'Grace' }).waitFor()
  await choose(page, /^\w{3} \d+, \d{4}/)
  const result = page.getByRole('complementary', { name: /^Result of/ })
  await result.waitFor()
  await choose(page, 'Recording')
  const side = page.getByRole('complementary', { name: 'Recording' })
  await side.getByText('matches the stored conversation').waitFor()
  await pressTo(page, 'Tab', 'Turn')
  await page.keyboard.press('Home')
  await page.locator('[data-block-id="q1"][data-running="true"]').waitFor()
  for (const block of ['q2', 'q3']) {
    await page.keyboard.press('ArrowRight')
    await page.locator(`[data-block-id="${block}"][data-running="true"]`).waitFor()
  }
  await choose(page, /^What if…\s+at turn 3/)
  await focused(page, /^What if they had said/)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Turin')
  await page.keyboard.press('Enter')
  await side.getByText('Bye Grace of Turin, who likes red').waitFor()
  await focused(page, /^What if…\s+at turn 3/)
  await shot(page, 'journey-branched')

  // Promote and roll back.
  const currentIn = async (index: number) =>
    (await service.call('GET', `bots/${botId}/environments`)).environments[index]?.releaseId
  const first = await currentIn(0)
  await command(page, 'Versions')
  const environments = page.getByRole('region', { name: 'Environments' })
  await environments.waitFor()
  await choose(page, 'Add')
  await choose(page, 'Add environment')
  await environments.getByText('Nothing published here').waitFor()
  await focused(page, 'Add')
  await choose(page, 'Publish…')
  await dialog.waitFor()
  await focused(page, /^What changed/)
  await page.keyboard.type('The second one')
  await pressTo(page, 'Tab', 'Environment')
  await page.keyboard.type('staging')
  await choose(page, 'Publish')
  await expect.poll(() => currentIn(1)).toBeTruthy()
  const second = await currentIn(1)
  expect([await currentIn(0), second === first]).toEqual([first, false])
  await choose(page, 'Promote to live')
  await expect.poll(() => currentIn(0)).toBe(second)
  await focused(page, 'More for staging')
  await choose(page, 'Roll back', 'Shift+Tab')
  await expect.poll(() => currentIn(0)).toBe(first)
  await focused(page, /^Return to /)
  await shot(page, 'journey-end')
  expect(page.problems.filter((problem) => !problem.includes('409'))).toEqual([])
  await page.leave()
})

/** Writes another text into the bubble that greets, with the mouse but for the letters. */
async function rewriteByMouse(page: Page, text: string) {
  await page.locator('.canvas [data-block-id="hello"] .block-head').click()
  const field = page.getByRole('complementary', { name: 'Details' }).getByRole('textbox', { name: 'Message' })
  await field.click({ clickCount: 3 })
  await page.keyboard.type(text)
}

it('the same with the mouse, from the recorded test to the release that is rolled back', async () => {
  const { service, browser } = tests
  const botId = await makeBot('journey-by-mouse')
  const page = await openSignedIn(browser, service, `/bots/${botId}`)
  const isPublished = async () => (await service.call('GET', `bots/${botId}/publishedBot`)).publishedBot !== null
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const tab = (name: string) => page.getByRole('navigation', { name: 'Pages of the bot' }).getByRole('link', { name })

  // Record.
  await button('Preview').first().click()
  const chat = page.frameLocator('.preview-frame')
  for (const reply of ['Ada', 'Oslo', 'blue']) {
    await chat.locator('[data-answer]').fill(reply)
    await chat.getByRole('button', { name: 'Send' }).click()
    await chat.getByRole('log').getByText(reply, { exact: true }).waitFor()
  }
  await chat.getByRole('log').getByText('Bye Ada of Oslo, who likes blue').waitFor()
  await button('Save as test').click()
  await button('Open').last().click()
  const panel = page.getByRole('complementary', { name: 'Tests' })
  await panel.getByText('Passed', { exact: true }).waitFor()

  // Break.
  await rewriteByMouse(page, 'Good day {{Name}}')
  await button('Tests, 1 failed').click()
  await panel.getByRole('button', { name: /Conversation 1/ }).click()
  await panel.getByText('Nothing says "Hello Ada".').waitFor()
  await expect.poll(() => outlineOf(page, 'hello')).toBe('solid')
  await page.locator('header .publish button.primary').click()
  const dialog = page.getByRole('dialog', { name: 'Publish', exact: true })
  await dialog.getByText('Conversation 1: Nothing says "Hello Ada".').waitFor()
  expect(await isPublished()).toBe(false)
  await dialog.getByRole('button', { name: 'Cancel' }).last().click()
  await dialog.waitFor({ state: 'detached' })

  // Mend.
  await rewriteByMouse(page, 'Hello {{Name}}')
  await page.getByRole('button', { name: 'Tests', exact: true }).waitFor()
  await page.locator('header .publish button.primary').click()
  await expect.poll(isPublished).toBe(true)
  const live = page.getByRole('dialog', { name: 'Your bot is live' })
  await live.getByRole('button', { name: 'Close' }).first().click()
  await live.waitFor({ state: 'detached' })

  // Scrub a conversation, and branch from its third turn.
  const { sessionId } = await service.call('POST', 'bots/journey-by-mouse/startChat', {})
  for (const message of ['Grace', 'Rome', 'red']) {
    await service.call('POST', `sessions/${sessionId}/continueChat`, { message })
  }
  await tab('Results').click()
  await page.getByRole('cell', { name: 'Grace' }).click()
  await page
    .getByRole('complementary', { name: /^Result of/ })
    .getByText('Recording')
    .click()
  const side = page.getByRole('complementary', { name: 'Recording' })
  await side.getByText('matches the stored conversation').waitFor()
  await side.getByRole('button', { name: /^Turn 3/ }).click()
  await page.locator('[data-block-id="q3"][data-running="true"]').waitFor()
  await side.getByRole('button', { name: /What if….*turn 3/ }).click()
  await side.getByLabel('What if they had said').fill('Turin')
  await side.getByRole('button', { name: 'Show' }).click()
  await side.getByText('Bye Grace of Turin, who likes red').waitFor()

  // Promote and roll back.
  const currentIn = async (index: number) =>
    (await service.call('GET', `bots/${botId}/environments`)).environments[index]?.releaseId
  const first = await currentIn(0)
  await tab('Versions').click()
  const environments = page.getByRole('region', { name: 'Environments' })
  await environments.getByRole('button', { name: 'Add' }).click()
  await environments.getByRole('button', { name: 'Add environment' }).click()
  await environments.getByRole('button', { name: 'Publish in staging…' }).click()
  await dialog.getByText('The outcome is kept with the release').waitFor()
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect.poll(() => currentIn(1)).toBeTruthy()
  const second = await currentIn(1)
  expect([await currentIn(0), second === first]).toEqual([first, false])
  await environments.getByRole('button', { name: 'Promote to live' }).click()
  await expect.poll(() => currentIn(0)).toBe(second)
  await environments.getByRole('listitem', { name: 'live' }).getByRole('button', { name: 'Roll back' }).click()
  await expect.poll(() => currentIn(0)).toBe(first)
  expect(page.problems.filter((problem) => !problem.includes('409'))).toEqual([])
  await page.leave()
})
