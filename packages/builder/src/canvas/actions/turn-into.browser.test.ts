import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openSignedIn } from '../../testing/browser.js'
import { group } from '../../testing/flow-parts.js'
import { focusedName, pressTo } from '../../testing/keyboard.js'
import { visiting } from '../../testing/visiting.js'

const tests = visiting()

const openai = {
  id: 'b1',
  type: 'openai',
  outgoingEdgeId: 'e2',
  exits: [{ id: 'x1', on: 'failure', outgoingEdgeId: 'e3' }],
  options: {
    action: 'Create chat completion',
    model: 'gpt-4o',
    messages: [
      { role: 'system', content: 'Answer in one sentence.' },
      { role: 'user', content: 'Who is {{Name}}?' },
    ],
    temperature: 0.4,
    responseMapping: [
      { item: 'Message content', variableId: 'v1' },
      { item: 'Total tokens', variableId: 'v2' },
    ],
  },
}
const after = { ...openai, type: 'anthropic' }

async function open(block: { id: string }, options = {}) {
  const bot = {
    name: 'Turning',
    events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e1' }],
    groups: [
      group('g1', [block], { x: 300 }),
      group('g2', [{ id: 'b2', type: 'text', content: {} }], { x: 700 }),
      group('g3', [{ id: 'b3', type: 'text', content: {} }], { x: 700, y: 300 }),
    ],
    edges: [
      { id: 'e1', from: { eventId: 'start' }, to: { groupId: 'g1' } },
      { id: 'e2', from: { blockId: 'b1' }, to: { groupId: 'g2' } },
      { id: 'e3', from: { blockId: 'b1', itemId: 'x1' }, to: { groupId: 'g3' } },
    ],
    variables: [
      { id: 'v1', name: 'Answer' },
      { id: 'v2', name: 'Tokens' },
    ],
  }
  const botId = await tests.service.make(bot)
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`, options)
  await page.locator('[data-block-id="b1"]').waitFor()
  return { botId, page }
}

const blockOf = async (botId: string) => {
  const { bot } = await tests.service.call('GET', `bots/${botId}`)
  return bot.groups[0].blocks[0]
}
const openMenu = async (page: Page) => {
  await page.locator('[data-block-id="b1"] .block-head').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Turn into' }).waitFor()
}

it('turns a block into one of another service, opens its form, says what is lost, and is undone in one step', async () => {
  const { botId, page } = await open(openai)
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Turn into' }).click()
  await expect
    .poll(() => page.getByRole('menu').last().getByRole('menuitem').allInnerTexts())
    .toEqual(['Anthropic', 'Mistral', 'Groq', 'Together AI', 'OpenRouter', 'Perplexity', 'DeepSeek'])
  await page.getByRole('menuitem', { name: 'Anthropic' }).click()

  await page.getByText('Turned into Anthropic. Not taken over: Total tokens and Model.').waitFor()
  const form = page.getByRole('complementary', { name: 'Details' })
  await form.getByRole('heading', { name: 'Anthropic' }).waitFor()
  await expect
    .poll(() => form.getByRole('textbox', { name: 'System message' }).inputValue())
    .toBe('Answer in one sentence.')
  await expect.poll(() => form.getByRole('textbox', { name: 'Content' }).inputValue()).toBe('Who is {{Name}}?')
  const responseMapping = [{ item: 'Message content', variableId: 'v1' }]
  await expect
    .poll(() => blockOf(botId))
    .toEqual({
      ...after,
      options: {
        action: 'Create Chat Message',
        systemMessage: 'Answer in one sentence.',
        messages: [{ role: 'user', content: 'Who is {{Name}}?' }],
        temperature: 0.4,
        responseMapping,
      },
    })

  await page.getByRole('button', { name: 'Undo: Turn into Anthropic' }).click()
  await form.getByRole('heading', { name: 'OpenAI' }).waitFor()
  await expect.poll(() => blockOf(botId)).toEqual(openai)
  expect(await page.getByRole('button', { name: 'Undo', exact: true }).isDisabled()).toBe(true)
  expect(page.problems).toEqual([])
  await page.leave()
})

it('turns a block by keys alone, and shows it to who edits at the same time', async () => {
  const { page } = await open(openai)
  const other = await openSignedIn(tests.browser, tests.service, new URL(page.url()).pathname)
  await other.locator('[data-block-id="b1"]').getByText('OpenAI').waitFor()
  await openMenu(page)
  await pressTo(page, 'ArrowDown', 'Turn into')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => focusedName(page)).toBe('Anthropic')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => focusedName(page)).toBe('Turn into')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => focusedName(page)).toBe('Anthropic')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focusedName(page)).toBe('Mistral')
  await page.keyboard.press('Enter')
  await page.getByText('Turned into Mistral. Not taken over: Model.').waitFor()
  await other.locator('[data-block-id="b1"]').getByText('Mistral').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.side') !== null)).toBe(true)
  for (const one of [page, other]) {
    expect(one.problems).toEqual([])
    await one.leave()
  }
})

it('offers the same for the chosen block where actions are searched', async () => {
  const { botId, page } = await open(openai)
  await page.locator('[data-block-id="b1"] .block-head').click()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('turn into deep')
  await page.getByRole('option', { name: 'Turn into DeepSeek' }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await blockOf(botId)).type).toBe('deepseek')
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect.poll(() => blockOf(botId)).toEqual(openai)
  await page.locator('.react-flow__pane').click({ position: { x: 5, y: 300 } })
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('turn into deep')
  await expect.poll(() => page.getByRole('option', { name: 'Turn into DeepSeek' }).count()).toBe(0)
  expect(page.problems).toEqual([])
  await page.leave()
})

it('leaves a block alone whose options the other one cannot take, and says which', async () => {
  const odd = { ...openai, options: { ...openai.options, temperature: ['warm'] } }
  const { botId, page } = await open(odd)
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Turn into' }).click()
  await page.getByRole('menuitem', { name: 'Groq' }).click()
  await page.getByText('The block was not changed: Groq cannot take the value of “Temperature”.').waitFor()
  expect(await page.getByRole('button', { name: 'Undo', exact: true }).isDisabled()).toBe(true)
  expect(await blockOf(botId)).toEqual(odd)
  await page.leave()
})

it('offers nothing for blocks that cannot be turned into anything', async () => {
  const { page } = await open(openai)
  await page.locator('[data-block-id="b2"] .block-head').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Duplicate the block' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Turn into' }).count()).toBe(0)
  await page.leave()
})
