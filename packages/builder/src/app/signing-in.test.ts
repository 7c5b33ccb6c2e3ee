import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBarriers, launchBrowser, openPage } from '../testing/browser.js'
import { owner, type RunningService, runService } from '../testing/running-service.js'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const visit = async (address: string) => {
  const page = await openPage(browser)
  page.setDefaultTimeout(25_000)
  await page.goto(address)
  return page
}
type Visit = Awaited<ReturnType<typeof visit>>

async function signIn(page: Visit, email: string, password: string) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const isAt = (page: Visit, heading: string) => page.getByRole('heading', { name: heading, level: 1 }).waitFor()

describe('the first owner', () => {
  let service: RunningService
  beforeAll(async () => {
    service = await runService({ isNew: true })
  })
  afterAll(() => service?.close())

  it('comes by the printed link, sets e-mail and password, and comes back with them', async () => {
    const page = await visit(`${service.url}/#token=${service.token}`)
    await isAt(page, 'Make this server yours')
    expect(page.url()).toBe(`${service.url}/`)
    expect(await findBarriers(page)).toEqual([])
    await page.getByLabel('Your name').fill(owner.name)
    await page.getByLabel('E-mail').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Go on' }).click()
    await isAt(page, 'Bots')
    await page.reload()
    await page.getByRole('button', { name: `Account of ${owner.name}` }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await isAt(page, 'Welcome back')
    expect(page.problems).toEqual([])

    await signIn(page, owner.email, 'not the password')
    await page.getByRole('alert').getByText('Nobody signs in with this e-mail address and password').waitFor()
    await signIn(page, owner.email, owner.password)
    await isAt(page, 'Bots')
    expect(page.elsewhere).toEqual([])
    await page.context().close()
  })
})

describe('somebody with a password', () => {
  let service: RunningService
  beforeAll(async () => {
    service = await runService()
  })
  afterAll(() => service?.close())

  it('is told when the link is of no use, and can use a token of a smaller scope in one tab', async () => {
    const page = await visit(`${service.url}/#token=no-such-token`)
    await page.getByRole('alert').getByText('This link no longer works').waitFor()
    const { apiToken } = await service.call('POST', 'users/me/api-tokens', { name: 'Reader', scope: 'read' })
    await page.getByRole('button', { name: 'Use an API token' }).click()
    await page.getByLabel('API token', { exact: true }).fill(apiToken.token)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await isAt(page, 'Bots')
    const other = await page.context().newPage()
    await other.goto(service.url)
    await other.getByRole('heading', { name: 'Welcome back' }).waitFor()
    await page.context().close()
  })

  it('is signed out elsewhere by a new password, and is led in again where they were', async () => {
    const [here, there] = await Promise.all([visit(service.url), visit(service.url)])
    for (const page of [here, there]) await signIn(page, owner.email, owner.password)
    await Promise.all([isAt(here, 'Bots'), isAt(there, 'Bots')])
    await there.goto(`${service.url}/account/sessions`)
    await there.getByText('This browser').waitFor()
    await here.goto(`${service.url}/account`)
    await here.getByLabel('Current password', { exact: true }).fill('not this one')
    await here.getByLabel('New password', { exact: true }).fill('another good one')
    await here.getByRole('button', { name: 'Change the password' }).click()
    await here.getByRole('alert').getByText('The current password is not right').waitFor()
    await here.getByLabel('Current password', { exact: true }).fill(owner.password)
    await here.getByRole('button', { name: 'Change the password' }).click()
    await here.getByText('The password is set.').waitFor()
    await there.getByRole('link', { name: 'API tokens' }).click()
    await isAt(there, 'Welcome back')
    await signIn(there, owner.email, 'another good one')
    await isAt(there, 'API tokens')
    await service.call('PUT', 'users/me/password', { password: owner.password })
    await Promise.all([here.context().close(), there.context().close()])
  })

  it('makes an API token, sees it once, and revokes it', async () => {
    const page = await visit(`${service.url}/account/tokens`)
    await signIn(page, owner.email, owner.password)
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByLabel('Name').fill('Nightly export')
    await page.getByLabel('It may').selectOption('read')
    await page.getByRole('button', { name: 'Create' }).click()
    const token = await page.getByTestId('token').innerText()
    const ask = (method = 'GET', path = 'users/me') =>
      fetch(`${service.url}/api/v1/${path}`, { method, headers: { authorization: `Bearer ${token}` } })
    expect((await ask()).status).toBe(200)
    expect((await ask('POST', 'workspaces')).status).toBe(403)
    await page.getByRole('button', { name: 'I have it' }).click()
    expect(await page.getByText(token).count()).toBe(0)
    await page.getByRole('button', { name: 'Revoke Nightly export' }).click()
    await page.getByRole('button', { name: 'Revoke it' }).click()
    await page.getByRole('button', { name: 'Revoke Nightly export' }).waitFor({ state: 'detached' })
    expect((await ask()).status).toBe(401)
    expect(page.problems).toEqual([])
    await page.context().close()
  })

  it('invites somebody by a link, who chooses a password and is in', async () => {
    const page = await visit(`${service.url}/workspaces/${service.workspaceId}/settings/members`)
    await signIn(page, owner.email, owner.password)
    await page.getByLabel('Invite a member').fill('grace@example.com')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    const link = await page.getByRole('status').locator('code').innerText()
    const guest = await visit(link)
    await isAt(guest, 'Join My workspace')
    expect(await findBarriers(guest)).toEqual([])
    await guest.getByLabel('Your name').fill('Grace')
    await guest.getByLabel('Password', { exact: true }).fill('compilers and nanoseconds')
    await guest.getByRole('button', { name: 'Accept' }).click()
    await isAt(guest, 'Bots')
    await page.reload()
    await page.getByText('grace@example.com').waitFor()
    await page.getByLabel('Role of Grace').selectOption('GUEST')
    await expect
      .poll(
        async () => {
          const { members } = await service.call('GET', `workspaces/${service.workspaceId}/members`)
          return members.find(({ user }: { user: { name: string } }) => user.name === 'Grace')?.role
        },
        { timeout: 25_000 },
      )
      .toBe('GUEST')
    await guest.goto(link)
    await guest.getByText('This invitation cannot be opened').waitFor()
    await Promise.all([page.context().close(), guest.context().close()])
  })
})
