import { beforeAll, describe, expect, it } from 'vitest'
import { addPerson } from './testing/add-person.js'
import { findBarriers, openSignedIn } from './testing/browser.js'
import { visiting } from './testing/visiting.js'

const tests = visiting()

const open = (path: string, token = tests.service.token) =>
  openSignedIn(tests.browser, { url: tests.service.url, token }, path, { viewport: { width: 1440, height: 900 } })

describe('the pages of the instance', () => {
  let katherine: string
  beforeAll(async () => {
    katherine = await addPerson(tests.service, 'Katherine')
    await addPerson(tests.service, 'Grace')
  })

  it('find a user, confirm their address and delete their account', async () => {
    const page = await open('/')
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Manage the instance' }).click()
    await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()
    await page.getByRole('searchbox', { name: 'Search by name or email address' }).fill('GRACE')
    const row = page.getByRole('listitem').filter({ hasText: 'grace@example.com' })
    await expect.poll(() => page.locator('.rows > li').count()).toBe(1)
    const confirm = row.getByRole('button', { name: 'Confirm address grace@example.com' })
    if (await confirm.count()) await confirm.click()
    await expect.poll(() => row.getByText('Unverified').count()).toBe(0)
    expect(await findBarriers(page)).toEqual([])
    await row.getByRole('button', { name: 'Delete the account of Grace' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Type Grace to confirm').fill('Grace')
    expect(await findBarriers(page, undefined, '[role=dialog]')).toEqual([])
    await dialog.getByRole('button', { name: 'Delete the account' }).click()
    await page.getByText('No results').waitFor()
    expect(page.problems).toEqual([])
  })

  it('suspend a workspace and resume it', async () => {
    const page = await open('/instance/workspaces')
    const { workspace } = await tests.service.call('POST', 'workspaces', { name: 'Noisy' })
    await page.getByRole('searchbox', { name: 'Search by name' }).fill('noisy')
    await page.getByRole('button', { name: 'Suspend Noisy' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
    await page.getByRole('button', { name: 'Resume Noisy' }).waitFor()
    expect((await tests.service.call('GET', `workspaces/${workspace.id}`)).workspace.isSuspended).toBe(true)
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Resume Noisy' }).click()
    await page.getByRole('button', { name: 'Suspend Noisy' }).waitFor()
    expect(page.problems).toEqual([])
  })

  it('show the limits in effect and the mail server', async () => {
    const page = await open('/instance/limits')
    await page.getByRole('searchbox', { name: 'Search limits' }).fill('turnCalls')
    await page.getByRole('row', { name: /turnCalls/ }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('link', { name: 'Mail server' }).click()
    await page.getByRole('heading', { name: 'No mail server' }).waitFor()
    expect(page.problems).toEqual([])
  })

  it('are not there for anybody else', async () => {
    const page = await open('/instance', katherine)
    await page.getByText('There is no such page').waitFor()
    expect(page.problems).toEqual([])
  })
})

describe('deleting your account', () => {
  it('asks about each workspace that nobody else is an admin of, then signs you out', async () => {
    const token = await addPerson(tests.service, 'Hedy')
    const as = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const make = (name: string) =>
      fetch(`${tests.service.url}/api/v1/workspaces`, { method: 'POST', headers: as, body: JSON.stringify({ name }) })
    expect((await make('Alone')).status).toBe(200)
    const page = await open('/account', token)
    await page.getByRole('button', { name: 'Delete your account…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('One workspace has no other admin:').waitFor()
    await dialog.getByText('Deleted with its bots and results').waitFor()
    const go = dialog.getByRole('button', { name: 'Delete your account' })
    await dialog.getByRole('textbox', { name: 'Current password' }).fill('a long password')
    await expect.poll(() => go.isDisabled()).toBe(true)
    await dialog.getByLabel('Type hedy@example.com to confirm').fill('hedy@example.com')
    await go.click()
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    const after = await fetch(`${tests.service.url}/api/v1/users/me`, { headers: as })
    expect(after.status).toBe(401)
    expect(page.problems).toEqual([])
  })
})
