import { expect, it } from 'vitest'
import { findBarriers, openPage } from '../testing/browser.js'
import { owner } from '../testing/running-service.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()

const flow = {
  name: 'Kept',
  groups: [{ id: 'g', title: 'Hello', graphCoordinates: { x: 300, y: 0 }, blocks: [{ id: 'b', type: 'text' }] }],
}

/** Opens a page of a new bot in a browser that has signed in with a password. */
async function open(page = 'build') {
  const botId = await tests.service.make(flow)
  const visit = await openPage(tests.browser, { viewport: { width: 1280, height: 800 } })
  visit.setDefaultTimeout(30_000)
  await visit.goto(`${tests.service.url}/bots/${botId}${page === 'build' ? '' : `/${page}`}`)
  await signIn(visit)
  await visit.getByLabel('Name of the bot').waitFor()
  return { botId, visit }
}

type Visit = Awaited<ReturnType<typeof openPage>>

async function signIn(visit: Visit, within: Pick<Visit, 'getByLabel' | 'getByRole'> = visit) {
  if (within === visit) await within.getByLabel('Email').fill(owner.email)
  await within.getByLabel('Password', { exact: true }).fill(owner.password)
  await within.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const windowOf = (visit: Visit) => visit.getByRole('dialog', { name: 'You were signed out' })

async function addMessage(visit: Visit) {
  await visit.locator('.palette-block[data-type="number input"]').first().click()
  await visit.locator('.side-body[data-form]').waitFor()
}

it('asks somebody whose session ends while they build to sign in above the page, keeps their changes, saves them, and lets them continue', async () => {
  const { botId, visit } = await open()
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  await visit.route('**/operations', async (route) => {
    await ended
    await route.continue()
  })
  await addMessage(visit)
  // Ends all sessions.
  await tests.service.call('PUT', 'users/me/password', { password: owner.password })
  end()
  const dialog = windowOf(visit)
  await dialog.getByText('your change is kept').waitFor()
  expect(await dialog.getByLabel('Email').inputValue()).toBe(owner.email)
  expect(await findBarriers(visit, undefined, '[role=dialog]')).toEqual([])
  if (process.env.SHOTS) await visit.screenshot({ path: `${process.env.SHOTS}/signed-out.png` })
  await visit.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const sign = visit.locator('.saving')
  await sign.getByText('Not saved: you are signed out').waitFor()
  await addMessage(visit)
  await sign.getByRole('button', { name: 'Sign in' }).click()
  await dialog.getByText(/your \d changes are kept/).waitFor()
  await signIn(visit, dialog as never)
  await dialog.waitFor({ state: 'detached' })
  await visit.locator('.saving', { hasText: 'Saved' }).waitFor()
  const blocks = async () =>
    (await tests.service.call('GET', `bots/${botId}`)).bot.groups.flatMap((it: { blocks: object[] }) => it.blocks)
  expect(await blocks()).toHaveLength(3)
  await addMessage(visit)
  await expect.poll(async () => (await blocks()).length).toBe(4)
  await visit.leave()
})

it.each(['results', 'analytics', 'settings', 'theme', 'share'])(
  'asks above the page when the session ends and the page %s is opened or reloaded, and shows it after signing in',
  async (name) => {
    const { botId, visit } = await open()
    await visit.context().clearCookies()
    // The window may be there before the click, and covers what is clicked.
    await visit.locator('.palette-block[data-type="number input"]').first().dispatchEvent('click')
    const dialog = windowOf(visit)
    await dialog.waitFor()
    await visit.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await visit
      .locator('.bot-tabs')
      .getByRole('link', { name: new RegExp(name, 'i') })
      .click()
    await dialog.waitFor()
    await visit.goto(`${tests.service.url}/bots/${botId}/${name}`)
    await visit.getByRole('heading', { name: 'Sign in to continue' }).waitFor()
    expect(await visit.getByLabel('Email').inputValue()).toBe(owner.email)
    expect(await visit.getByText('not open to everybody').count()).toBe(0)
    await signIn(visit)
    await visit.locator('.saving', { hasText: 'Saved' }).waitFor()
    await visit.leave()
  },
)

it('says nothing about a former account to somebody who has signed out', async () => {
  const { botId, visit } = await open()
  await visit.goto(tests.service.url)
  await visit
    .getByRole('button', { name: /account/i })
    .first()
    .click()
  await visit.getByRole('menuitem', { name: 'Sign out' }).click()
  await visit.getByRole('heading', { name: 'Welcome back' }).waitFor()
  expect(await visit.getByLabel('Email').inputValue()).toBe('')
  await visit.goto(`${tests.service.url}/bots/${botId}`)
  await visit.getByRole('heading', { name: 'This flow is not open to everybody' }).waitFor()
  await visit.leave()
})
