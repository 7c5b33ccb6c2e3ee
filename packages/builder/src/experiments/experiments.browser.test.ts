import { expect, it } from 'vitest'
import { findBarriers, openPage } from '../testing/browser.js'
import { choose } from '../testing/choose.js'
import { words } from '../testing/flow-parts.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()
const maxVisitors = 30

const saying = (text: string) => [
  {
    id: 'g',
    title: 'Hello',
    graphCoordinates: { x: 300, y: 0 },
    blocks: [words('t', text), { id: 'name', type: 'text input' }, words('end', 'Thank you')],
  },
]

/** Creates a bot with its first version live and its second one in staging. */
async function botWithTwoVersions(): Promise<{ botId: string; publicId: string; second: string }> {
  const { call, make } = tests.service
  const botId = await make({
    name: 'Shop',
    events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
    edges: [{ id: 'e', from: { eventId: 'start' }, to: { groupId: 'g' } }],
    groups: saying('Good day'),
  })
  await call('POST', `bots/${botId}/publish`, { note: 'The formal one' })
  const { environment } = await call('POST', `bots/${botId}/environments`, { name: 'staging' })
  await call('PATCH', `bots/${botId}`, { bot: { groups: saying('Hi there') } })
  await call('POST', `bots/${botId}/publish`, { note: 'The friendly one', environmentId: environment.id })
  const { environments } = await call('GET', `bots/${botId}/environments`)
  const { publicId } = (await call('GET', `bots/${botId}`)).bot
  return { botId, publicId, second: environments[1].releaseId }
}

it('compares two versions with visitors who keep their version, counts who reach the goal, and makes the better one current', async () => {
  const { botId, publicId, second } = await botWithTwoVersions()
  const page = await openPage(tests.browser)
  page.setDefaultTimeout(60_000)
  await page.goto(`${tests.service.url}/bots/${botId}/versions#token=${tests.service.token}`)
  const list = page.getByRole('region', { name: 'Experiments' })
  await list.getByRole('button', { name: 'New experiment' }).click()
  const form = page.getByRole('dialog', { name: 'New experiment' })
  await form.getByLabel('Name').fill('Greeting')
  await choose(form.getByLabel('Version B'), 'The friendly one')
  expect(await findBarriers(page)).toEqual([])
  await form.getByRole('button', { name: 'Start experiment' }).click()
  const shown = page.getByRole('dialog', { name: 'Greeting' })
  await shown.getByText('Too early to tell').waitFor()
  expect(await findBarriers(page)).toEqual([])

  const greetings = new Map<string, number>()
  for (let number = 0; number < maxVisitors && greetings.size < 2; number++) {
    const visitor = await openPage(tests.browser)
    await visitor.goto(`${tests.service.url}/c/${publicId}`)
    const greeting = visitor.getByText(/^(Good day|Hi there)$/)
    const first = await greeting.first().innerText()
    greetings.set(first, (greetings.get(first) ?? 0) + 1)
    if (greetings.get(first) === 1) {
      // A new chat of the same visitor.
      await visitor.reload()
      expect(await greeting.first().innerText()).toBe(first)
    }
    if (first === 'Hi there') {
      await visitor.getByRole('textbox').fill('Ada')
      await visitor.keyboard.press('Enter')
      // The page shows a reply before the service has it. The bot's message after it proves that the turn is recorded.
      await visitor.getByText('Thank you').first().waitFor()
    }
    await visitor.leave()
  }
  expect([...greetings.keys()].toSorted()).toEqual(['Good day', 'Hi there'])

  const row = (letter: string) => shown.getByRole('row', { name: new RegExp(`^${letter} `) })
  const cell = async (letter: string, index: number) =>
    (await row(letter).getByRole('cell').nth(index).innerText()).split('\n')[0]
  await expect.poll(() => cell('A', 0), { timeout: 60_000 }).toBe(`${greetings.get('Good day')}`)
  await expect.poll(() => cell('B', 0), { timeout: 60_000 }).toBe(`${greetings.get('Hi there')}`)
  await expect
    .poll(async () => [await cell('A', 1), await cell('B', 1)], { timeout: 60_000 })
    .toEqual(['0', `${greetings.get('Hi there')}`])

  await shown.getByRole('button', { name: 'Make B current' }).click()
  await shown.getByText('The friendly one became current').waitFor()
  const { environments } = await tests.service.call('GET', `bots/${botId}/environments`)
  expect(environments[0].releaseId).toBe(second)
  await page.keyboard.press('Escape')
  await list.getByText('Promoted').waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})

it('says that another version ends the experiment before it becomes current, by promotion and by publishing', async () => {
  const { call, url, token } = tests.service
  const { botId, second } = await botWithTwoVersions()
  const [{ releaseId: first }] = (await call('GET', `bots/${botId}/environments`)).environments
  await call('POST', `bots/${botId}/environments/live/deploy`, { releaseId: second, at: '2099-01-02T08:00:00Z' })
  const page = await openPage(tests.browser)
  page.setDefaultTimeout(60_000)
  await page.goto(`${url}/bots/${botId}/versions#token=${token}`)
  const list = page.getByRole('region', { name: 'Experiments' })
  await list.getByRole('button', { name: 'New experiment' }).click()
  await page.getByText(/^The friendly one is scheduled for .*2099.* The experiment ends then\.$/).waitFor()
  await call('POST', `bots/${botId}/experiments`, {
    name: 'Greeting',
    variants: [first, second].map((releaseId) => ({ releaseId, weight: 1 })),
    goal: { kind: 'block', blockId: 'end' },
  })
  await page.reload()
  await list.getByRole('button', { name: /Greeting/ }).click()
  const shown = page.getByRole('dialog', { name: 'Greeting' })
  await shown.getByText('Goal: “Hello: Text, Thank you” is reached').waitFor()
  await page.keyboard.press('Escape')
  await shown.waitFor({ state: 'detached' })

  const ends = 'This ends the experiment “Greeting”. This cancels what is scheduled there.'
  await page.getByRole('button', { name: 'Promote to live' }).click()
  const question = page.getByRole('dialog', { name: 'Make The friendly one current in live?' })
  await question.getByText(ends).waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })

  await page
    .locator('.publish')
    .getByRole('button', { name: /^Publish/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Publish' })
  await dialog.getByText(ends).waitFor()
  expect((await call('GET', `bots/${botId}/experiments`)).experiments[0].endedAt).toBeNull()
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await list.getByText('Ended by a deployment').waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})
