import { freePort } from '@colloquy/test-kit/free-port'
import { catchMail } from '@colloquy/test-kit/mail-catcher'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson } from '../testing/add-person.js'
import { endVisits, findBarriers, openPage, shareBrowser } from '../testing/browser.js'
import { choose } from '../testing/choose.js'
import { owner, type RunningService, runService } from '../testing/running-service.js'

let browser: Browser
beforeAll(async () => {
  browser = await shareBrowser()
})
afterAll(async () => {
  if (browser) await endVisits(browser)
})

const visit = async (address: string) => {
  const page = await openPage(browser)
  page.setDefaultTimeout(60_000)
  await page.goto(address)
  return page
}
type Visit = Awaited<ReturnType<typeof visit>>

async function signIn(page: Visit, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const isAt = (page: Visit, heading: string) => page.getByRole('heading', { name: heading, level: 1 }).waitFor()

describe('a server that sends email', () => {
  let service: RunningService
  let mail: Awaited<ReturnType<typeof catchMail>>
  beforeAll(async () => {
    mail = await catchMail('')
    const settings = { SMTP_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: 'bots@example.com' }
    const port = await freePort()
    const address = { PORT: String(port), COLLOQUY_PUBLIC_URL: `http://127.0.0.1:${port}` }
    service = await runService({ settings: { ...settings, ...address } })
  })
  afterAll(async () => {
    await service?.close()
    await mail?.close()
  })
  const linkTo = async (email: string) => {
    await expect.poll(() => mail.caught.some(({ to }) => to[0] === email), { timeout: 60_000 }).toBe(true)
    const { raw } = mail.caught.findLast(({ to }) => to[0] === email) as { raw: string }
    return /http:\S+/.exec(raw.replace(/=\r?\n/g, '').replace('=3D', '='))?.[0] as string
  }

  it('sends a link to users who forgot their password, and one to a new address', async () => {
    const page = await visit(service.url)
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await page.getByLabel('Email').fill(owner.email)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await isAt(page, 'Check your email')
    expect(await findBarriers(page)).toEqual([])
    await page.goto(await linkTo(owner.email))
    await page.getByLabel('New password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Set password and sign in' }).click()
    await isAt(page, 'Bots')

    await page.goto(`${service.url}/account`)
    const card = page.locator('form', { has: page.getByRole('heading', { name: 'Email' }) })
    await card.getByLabel('New email').fill('lovelace@example.com')
    await card.getByLabel('Password', { exact: true }).fill(owner.password)
    await card.getByRole('button', { name: 'Change address' }).click()
    await card.getByText('We sent a link to lovelace@example.com').waitFor()
    await page.goto(await linkTo('lovelace@example.com'))
    await isAt(page, 'Confirm your email address')
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await isAt(page, 'Address confirmed')
    await page.getByRole('button', { name: 'Continue' }).click()
    await isAt(page, 'Bots')
    expect(page.elsewhere).toEqual([])
    await page.leave()
  })
})

describe('the first owner', () => {
  let service: RunningService
  beforeAll(async () => {
    service = await runService({ isNew: true })
  })
  afterAll(() => service?.close())

  it('focuses the first field of a form, and announces missing values', async () => {
    const page = await visit(`${service.url}/#token=${service.token}`)
    await isAt(page, 'Set up your account')
    await page.keyboard.type(owner.name)
    expect(await page.getByLabel('Your name').inputValue()).toBe(owner.name)
    await page.getByLabel('Email').fill('mira')
    await page.getByRole('button', { name: 'Continue' }).click()
    const problemOf = (label: string) =>
      page.getByLabel(label, { exact: true }).evaluate((it) => (it as HTMLInputElement).validationMessage)
    expect(await problemOf('Email')).not.toBe('')
    expect(await problemOf('Password')).not.toBe('')
    await isAt(page, 'Set up your account')
    await page.leave()
  })

  it('comes by the printed link, sets email and password, and comes back with them', async () => {
    const page = await visit(`${service.url}/#token=${service.token}`)
    await isAt(page, 'Set up your account')
    expect(page.url()).toBe(`${service.url}/`)
    expect(await findBarriers(page)).toEqual([])
    await page.getByLabel('Your name').fill(owner.name)
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await isAt(page, 'Bots')
    await page.reload()
    await page.getByRole('button', { name: `Account of ${owner.name}` }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await isAt(page, 'Welcome back')
    expect(page.problems).toEqual([])

    await signIn(page, owner.email, 'not the password')
    await page.getByRole('alert').getByText('Wrong email or password').waitFor()
    await signIn(page, owner.email, owner.password)
    await isAt(page, 'Bots')
    expect(page.elsewhere).toEqual([])
    await page.leave()
  })
})

describe('somebody with a password', () => {
  let service: RunningService
  beforeAll(async () => {
    service = await runService()
  })
  afterAll(() => service?.close())

  it('shows that a link is invalid, and accepts a token of a smaller scope in one tab', async () => {
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
    await page.leave()
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
    await here.getByRole('alert').getByText('Wrong current password').waitFor()
    await here.getByLabel('Current password', { exact: true }).fill(owner.password)
    await here.getByRole('button', { name: 'Change the password' }).click()
    await here.getByText('The password is set.').waitFor()
    await there.getByRole('link', { name: 'API tokens' }).click()
    await there.getByRole('dialog', { name: 'You were signed out' }).waitFor()
    await signIn(there, owner.email, 'another good one')
    await isAt(there, 'API tokens')
    await service.call('PUT', 'users/me/password', { password: owner.password })
    await Promise.all([here.leave(), there.leave()])
  })

  it('signs in on the page of a bot after their session has ended, and is shown the bot', async () => {
    const botId = await service.make({ name: 'Theirs' })
    const page = await visit(service.url)
    await signIn(page, owner.email, owner.password)
    await isAt(page, 'Bots')
    await page.context().clearCookies()
    await page.goto(`${service.url}/bots/${botId}`)
    await signIn(page, owner.email, owner.password)
    await page.locator('.react-flow__node').first().waitFor()
    await page.leave()
  })

  it('who forgot it gets a link from an admin, as this server sends no email', async () => {
    const page = await visit(service.url)
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await isAt(page, 'A new password')
    expect(await findBarriers(page)).toEqual([])
    await page.getByLabel('Email').fill('mary@example.com')
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await isAt(page, 'Ask for a link')
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Back to sign-in' }).click()

    await addPerson(service, 'Mary')
    await page.goto(`${service.url}/workspaces/${service.workspaceId}/settings/members`)
    await signIn(page, owner.email, owner.password)
    await page.getByRole('button', { name: 'Create a password link for Mary' }).click()
    const link = await page.getByRole('status').locator('code').innerText()
    const mary = await visit(link)
    await isAt(mary, 'Choose a new password')
    expect(mary.url()).toBe(`${service.url}/`)
    expect(await findBarriers(mary)).toEqual([])
    await mary.getByLabel('New password', { exact: true }).fill('frankenstein and others')
    await mary.getByRole('button', { name: 'Set password and sign in' }).click()
    await isAt(mary, 'Bots')
    await mary.goto(link)
    await mary.getByText('This link cannot be opened').waitFor()
    await Promise.all([page.leave(), mary.leave()])
  })

  it('changes the email address that they sign in with', async () => {
    const page = await visit(`${service.url}/account`)
    await signIn(page, owner.email, owner.password)
    const card = page.locator('form', { has: page.getByRole('heading', { name: 'Email' }) })
    const change = async (password: string) => {
      await card.getByLabel('New email').fill('lovelace@example.com')
      await card.getByLabel('Password', { exact: true }).fill(password)
      await card.getByRole('button', { name: 'Change address' }).click()
    }
    await change('not the password')
    await card.getByRole('alert').getByText('Wrong current password').waitFor()
    await change(owner.password)
    await card.getByText('You sign in with lovelace@example.com').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await service.call('PUT', 'users/me/email', { email: owner.email })
    await page.leave()
  })

  it('accepts an invitation on the dashboard, which an unverified address does not show', async () => {
    await addPerson(service, 'Joan')
    const { workspace } = await service.call('POST', 'workspaces', { name: 'Support' })
    await service.call('POST', `workspaces/${workspace.id}/invitations`, { email: 'joan@example.com', type: 'MEMBER' })
    const page = await visit(service.url)
    await signIn(page, 'joan@example.com', 'a long password')
    await page.getByRole('button', { name: 'Accept the invitation to Support' }).waitFor()
    expect(await findBarriers(page)).toEqual([])

    await page.goto(`${service.url}/account`)
    const card = page.locator('form', { has: page.getByRole('heading', { name: 'Email' }) })
    await card.getByLabel('New email').fill('joan.clarke@example.com')
    await card.getByLabel('Password', { exact: true }).fill('a long password')
    await card.getByRole('button', { name: 'Change address' }).click()
    await card.getByText('Unverified', { exact: true }).waitFor()
    await expect.poll(() => page.getByText('Support').count()).toBe(0)
    await service.call('POST', `workspaces/${workspace.id}/invitations`, {
      email: 'joan.clarke@example.com',
      type: 'MEMBER',
    })

    const admin = await visit(`${service.url}/workspaces/${service.workspaceId}/settings/members`)
    await signIn(admin, owner.email, owner.password)
    await admin.getByRole('button', { name: 'Confirm address joan.clarke@example.com' }).click()
    await admin.getByText('joan.clarke@example.com is confirmed.').waitFor()
    expect(await findBarriers(admin)).toEqual([])
    await page.goto(service.url)
    await page.getByRole('button', { name: 'Accept the invitation to Support' }).click()
    await page.waitForURL(`${service.url}/workspaces/${workspace.id}`)
    expect(page.problems).toEqual([])
    await Promise.all([page.leave(), admin.leave()])
  })

  it('makes an API token, sees it once, and revokes it', async () => {
    const page = await visit(`${service.url}/account/tokens`)
    await signIn(page, owner.email, owner.password)
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByLabel('Name').fill('Nightly export')
    await choose(page.getByLabel('Permissions'), 'Read')
    await page.getByRole('button', { name: 'Create' }).click()
    const token = await page.getByTestId('token').innerText()
    const ask = (method = 'GET', path = 'users/me') =>
      fetch(`${service.url}/api/v1/${path}`, { method, headers: { authorization: `Bearer ${token}` } })
    expect((await ask()).status).toBe(200)
    expect((await ask('POST', 'workspaces')).status).toBe(403)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect.poll(() => page.getByText(token).count()).toBe(0)
    await page.getByRole('button', { name: 'Revoke Nightly export' }).click()
    await page.getByRole('button', { name: 'Revoke token' }).click()
    // The button is out of reach behind the dialog already.
    await expect.poll(async () => (await ask()).status).toBe(401)
    await page.getByRole('button', { name: 'Revoke Nightly export' }).waitFor({ state: 'detached' })
    expect(page.problems).toEqual([])
    await page.leave()
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
    await choose(page.getByLabel('Role of Grace'), 'Guest')
    await expect
      .poll(
        async () => {
          const { members } = await service.call('GET', `workspaces/${service.workspaceId}/members`)
          return members.find(({ user }: { user: { name: string } }) => user.name === 'Grace')?.role
        },
        { timeout: 60_000 },
      )
      .toBe('GUEST')
    await guest.goto(link)
    await guest.getByText('This invitation cannot be opened').waitFor()
    await Promise.all([page.leave(), guest.leave()])
  })
})
