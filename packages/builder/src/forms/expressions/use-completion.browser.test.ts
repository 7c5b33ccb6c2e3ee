import { expect, it } from 'vitest'
import { findBarriers, openSignedIn } from '../../testing/browser.js'
import { choose } from '../../testing/choose.js'
import { visiting } from '../../testing/visiting.js'

const tests = visiting()

/** Opens the message of a bot with variables of these names. Its field has the focus. */
async function writeMessage(leaf: object, names: readonly string[] = []) {
  const text = { id: 'text', type: 'text', content: { richText: [{ type: 'p', children: [leaf] }] } }
  const botId = await tests.service.make({
    name: 'Greeting',
    variables: names.map((name) => ({ id: name, name })),
    edges: [],
    groups: [{ id: 'one', title: 'One', graphCoordinates: { x: 0, y: 0 }, blocks: [text] }],
  })
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.locator('[data-block-id="text"] .block-head').click()
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.click()
  return { botId, page, message }
}

it('completes the name of a variable that is typed behind two braces', async () => {
  const botId = await tests.service.make({
    name: 'Completed',
    variables: ['Name', 'Email', 'Nickname'].map((name) => ({ id: name, name })),
    edges: [],
    groups: [
      {
        id: 'one',
        title: 'One',
        graphCoordinates: { x: 0, y: 0 },
        blocks: [{ id: 'picture', type: 'image', content: {} }],
      },
    ],
  })
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.locator('[data-block-id="picture"] .block-head').click()
  const field = page.locator('[data-form="picture"] input.text').first()
  await field.click()
  await page.keyboard.type('https://example.com/{{na')
  await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['Name', 'Nickname', 'Create “na”'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => field.inputValue()).toBe('https://example.com/{{Nickname}}')
  await page.keyboard.type('.png')
  await expect.poll(() => field.inputValue()).toBe('https://example.com/{{Nickname}}.png')
  await page.keyboard.type('{{')
  await page.getByRole('option', { name: 'Email' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('option').count()).toBe(0)
  await page.getByRole('complementary', { name: 'Details' }).waitFor()
  await page.leave()
})

it('completes the name of a variable in a message, between other words and over braces that are closed', async () => {
  const { botId, page, message } = await writeMessage({ text: 'Hi {{}}, welcome', bold: true }, [
    'Name',
    'Email',
    'Nickname',
  ])
  await page.keyboard.press('Home')
  for (let count = 0; count < 'Hi {{'.length; count += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.type('na')
  await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['Name', 'Nickname', 'Create “na”'])
  const [field, list] = [await message.boundingBox(), await page.getByRole('listbox').boundingBox()]
  expect(Math.abs(list!.y - field!.y - field!.height)).toBeLessThan(10)
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => message.innerText()).toBe('Hi {{Nickname}}, welcome')
  await page.keyboard.type(' and {{em')
  await page.getByRole('option', { name: 'Email' }).click()
  await page.keyboard.type('!')
  const stored = async () => (await tests.service.call('GET', `bots/${botId}`)).bot.groups[0].blocks[0].content.richText
  await expect
    .poll(stored)
    .toEqual([{ type: 'p', children: [{ text: 'Hi {{Nickname}} and {{Email}}!, welcome', bold: true }] }])
  expect(page.problems).toEqual([])
  await page.leave()
})

it('creates a variable whose name is typed behind two braces in a message', async () => {
  const { botId, page, message } = await writeMessage({ text: '' })
  await page.keyboard.type('Hi {{Name')
  await page.getByRole('option', { name: 'Create “Name”' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type(', welcome')
  await expect.poll(() => message.innerText()).toBe('Hi {{Name}}, welcome')
  const stored = async () => (await tests.service.call('GET', `bots/${botId}`)).bot
  await expect.poll(async () => (await stored()).variables.map(({ name }: { name: string }) => name)).toEqual(['Name'])
  expect(page.problems).toEqual([])
  await page.leave()
})

it('completes an expression, and shows its value or its error at once', async () => {
  const options = { variableId: 'Price', type: 'Custom' }
  const blocks = [{ id: 'set', type: 'Set variable', options }]
  const botId = await tests.service.make({
    name: 'Computed',
    variables: [
      { id: 'Price', name: 'Price', value: '20' },
      { id: 'Sum', name: 'Sum' },
    ],
    edges: [],
    groups: [{ id: 'one', title: 'One', graphCoordinates: { x: 0, y: 0 }, blocks }],
  })
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.locator('[data-block-id="set"] .block-head').click()
  const form = page.locator('[data-form="set"]')
  await form.getByLabel('Value', { exact: true }).click()
  await page.keyboard.type('Mat')
  await page.getByRole('option', { name: 'Math' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('.rou')
  await page.getByRole('option', { name: /round\(\)/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('{{Pr')
  await page.getByRole('option', { name: 'Price' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type(' / 3')
  await expect.poll(() => form.getByLabel('Value', { exact: true }).inputValue()).toBe('Math.round({{Price}} / 3)')
  await form.locator('output', { hasText: '7' }).waitFor()
  expect(await findBarriers(page, undefined, '.side')).toEqual([])
  await choose(form.getByLabel('Type of value'), 'JavaScript')
  await form.locator('.cm-content').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('return missing.length')
  await form.locator('output.wrong', { hasText: 'ReferenceError' }).waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})

it('leaves keys to the editor of code and to selects, which are commands of the canvas elsewhere', async () => {
  const options = { type: 'Custom', isCode: true, expressionToEvaluate: 'return 1' }
  const botId = await tests.service.make({
    name: 'Keys',
    edges: [],
    groups: [
      {
        id: 'one',
        title: 'One',
        graphCoordinates: { x: 0, y: 0 },
        blocks: [{ id: 'set', type: 'Set variable', options }],
      },
    ],
  })
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.locator('[data-block-id="set"] .block-head').click()
  const form = page.locator('[data-form="set"]')
  await form.locator('.cm-content').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('next')
  await expect.poll(() => form.locator('.cm-content').innerText()).toBe('next')
  await form.getByLabel('Type of value').focus()
  await page.keyboard.type('no')
  await expect.poll(() => form.getByLabel('Type of value').innerText()).toBe('Nothing')
  expect(await page.locator('.react-flow__node').count()).toBe(2)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.leave()
})

it('shows code without barriers on a phone, in light and dark', async () => {
  const expressionToEvaluate =
    "// A greeting\nconst hours = [12, null, /x/]\nreturn hours.map((it) => String(it)).join('')"
  const blocks = [{ id: 'set', type: 'Set variable', options: { type: 'Custom', isCode: true, expressionToEvaluate } }]
  const botId = await tests.service.make({
    name: 'Code',
    edges: [],
    groups: [{ id: 'one', title: 'One', graphCoordinates: { x: 0, y: 0 }, blocks }],
  })
  for (const colorScheme of ['light', 'dark'] as const) {
    const options = { viewport: { width: 390, height: 844 }, colorScheme }
    const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`, options)
    await page
      .getByRole('treeitem', { name: /^Set variable/ })
      .first()
      .click()
    await page.locator('[data-form="set"] .cm-content span').first().waitFor()
    expect(await findBarriers(page, undefined, '.side')).toEqual([])
    await page.leave()
  }
})
