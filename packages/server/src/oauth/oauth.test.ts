import { createHash, generateKeyPairSync } from 'node:crypto'
import { googleAccount, googleClient, googleStandIn, ownGoogleClient } from '@colloquy/test-kit/providers/google'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { browser } from '../testing/browser.js'
import { talkTo } from '../testing/service-bot.js'
import { type TestService, testService } from '../testing/test-service.js'

type Browser = ReturnType<typeof browser>

let service: TestService
let google: Awaited<ReturnType<typeof googleStandIn>>
let now = Date.now()
/** Browsers with a login session. */
let ada: Browser
let bob: Browser

const keyPair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const privateKey = keyPair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

beforeAll(async () => {
  google = await googleStandIn({
    book: {
      People: [
        ['Name', 'Mail'],
        ['Ada', 'a@b.co'],
      ],
    },
  })
  service = await testService(
    {
      GOOGLE_API_URL: google.url,
      GOOGLE_OAUTH_URL: google.url,
      GOOGLE_SHEETS_CLIENT_ID: googleClient.id,
      GOOGLE_SHEETS_CLIENT_SECRET: googleClient.secret,
    },
    { clock: () => now },
  )
  ada = await logIn(service.token)
  const member = await service.addMember(service.workspaceId, 'MEMBER')
  bob = await logIn(member.value)
})
afterEach(() => {
  Object.assign(google.state, {
    denies: false,
    withoutRefreshToken: false,
    rotates: false,
    lifetime: 3_600,
    leavesOutScope: undefined,
    slow: 0,
  })
  google.failWith(undefined)
})
afterAll(async () => {
  await service.close()
  await google.close()
})

/** Opens a browser with a login session. */
async function logIn(token: string): Promise<Browser> {
  const page = browser(service)
  await page.call('POST', '/api/v1/sign-in', { token })
  return page
}

const startSignIn = (type: string) =>
  `/api/v1/workspaces/${service.workspaceId}/credentials/oauth/${encodeURIComponent(type)}`
const begin = async (body: object = {}, type = 'Google Sheets', page = ada) =>
  page.call('POST', `${startSignIn(type)}/authorize`, body)

/** Gives consent at the provider. Returns the query with which it sends the browser back. */
async function consent(url: string): Promise<string> {
  const answer = await fetch(url, { redirect: 'manual', headers: { connection: 'close' } })
  const back = new URL(answer.headers.get('location') ?? '')
  return `${back.pathname}${back.search}`
}

/** Opens the closing page. Returns the outcome that it reports, and the whole page. */
async function comeBack(path: string, page = ada) {
  const { text, headers } = await page.call('GET', path)
  const [, told = '{}'] = /const outcome = (.*)/.exec(text) ?? []
  return { outcome: JSON.parse(told) as { id: string; credentialsId?: string; problem?: string }, text, headers }
}

async function signIn(body: object = {}, type = 'Google Sheets'): Promise<string> {
  const { body: begun } = await begin(body, type)
  const { outcome } = await comeBack(await consent(begun.url))
  expect(outcome).toEqual({ id: begun.id, credentialsId: expect.any(String) })
  return outcome.credentialsId as string
}

const list = async () =>
  (await service.call('GET', `/api/v1/credentials?workspaceId=${service.workspaceId}`)).body.credentials
const found = async (id: string) => (await list()).find((it: { id: string }) => it.id === id)
const block = (credentialsId: string) => ({
  credentialsId,
  action: 'Get data from sheet',
  spreadsheetId: 'book',
  sheetId: '0',
  cellsToExtract: [{ id: 'c', column: 'Mail', variableId: 'vOut' }],
})
const talk = (credentialsId: string) => talkTo(service, 'Google Sheets', block(credentialsId))

describe('signing in', () => {
  test('makes credentials named like the account, with PKCE, a single-use state and the scopes of the block', async () => {
    const { body } = await begin()
    const url = new URL(body.url)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: googleClient.id,
      redirect_uri: expect.stringMatching(/\/api\/v1\/oauth\/callback$/),
      code_challenge_method: 'S256',
      access_type: 'offline',
      prompt: 'consent',
      scope: expect.stringContaining('https://www.googleapis.com/auth/spreadsheets'),
    })
    expect(body.id).toBe(
      createHash('sha256')
        .update(url.searchParams.get('state') ?? '')
        .digest('hex'),
    )
    const { outcome, text, headers } = await comeBack(await consent(body.url))
    expect(await found(outcome.credentialsId ?? '')).toMatchObject({
      type: 'google sheets',
      name: googleAccount.email,
      needsSignIn: false,
    })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    for (const secret of ['planted', googleClient.secret]) expect(text).not.toContain(secret)
    expect((await talk(outcome.credentialsId ?? '')).said).toBe('a@b.co')
  })

  test('says what a client needs, and whether the instance has one', async () => {
    expect((await ada.call('GET', startSignIn('Google Sheets'))).body).toEqual({
      redirectUrl: expect.stringMatching(/^http.*\/api\/v1\/oauth\/callback$/),
      hasClient: true,
    })
    expect((await ada.call('GET', startSignIn('gmail'))).body.hasClient).toBe(false)
    expect((await begin({}, 'gmail')).body.code).toBe('oauth_client_missing')
  })

  test('continues with a client of the author, also an hour later', async () => {
    const id = await signIn({ name: 'Own', client: ownGoogleClient }, 'gmail')
    expect(await found(id)).toMatchObject({ name: 'Own', type: 'gmail' })
    now += 3_600_000
    const { body } = await service.call('POST', `/api/v1/credentials/${id}/test`, { workspaceId: service.workspaceId })
    expect(body).toEqual({ status: 'success', message: expect.stringContaining(googleAccount.email) })
  })

  test('changes nothing when access is denied, not wholly granted, or not lasting', async () => {
    const before = await list()
    for (const [change, problem] of [
      [{ denies: true }, /denied/],
      [{ leavesOutScope: 'https://www.googleapis.com/auth/spreadsheets' }, /not granted: spreadsheets/],
      [{ withoutRefreshToken: true }, /no lasting access/],
    ] as const) {
      Object.assign(google.state, { denies: false, leavesOutScope: undefined, ...change })
      const { body } = await begin()
      expect((await comeBack(await consent(body.url))).outcome.problem).toMatch(problem)
    }
    expect(await list()).toEqual(before)
  })

  test('ends once, within ten minutes, in the browser and for the user who began it', async () => {
    const asked = google.asked('authorization_code')
    const used = await consent((await begin()).body.url)
    await comeBack(used)
    expect((await comeBack(used)).outcome.problem).toMatch(/used already/)
    const foreign = '/api/v1/oauth/callback?state=made-up&code=code-1'
    expect((await comeBack(foreign)).outcome.problem).toMatch(/used already/)
    const otherUser = await consent((await begin()).body.url)
    expect((await comeBack(otherUser, bob)).outcome.problem).toMatch(/another browser/)
    expect((await comeBack(otherUser)).outcome.problem).toMatch(/used already/)
    const otherBrowser = await consent((await begin()).body.url)
    expect((await comeBack(otherBrowser, await logIn(service.token))).outcome.problem).toMatch(/another browser/)
    const nobody = await consent((await begin()).body.url)
    expect((await comeBack(nobody, browser(service))).outcome.problem).toMatch(/login session/)
    const late = await consent((await begin()).body.url)
    now += 600_000
    expect((await comeBack(late)).outcome.problem).toMatch(/older than 10 minutes/)
    expect(google.asked('authorization_code')).toBe(asked + 1)
  })

  test('escapes what the provider says', async () => {
    const { body } = await begin()
    const { text } = await comeBack(
      `${new URL(body.url).searchParams.get('redirect_uri')?.replace(/^https?:\/\/[^/]+/, '')}?state=` +
        `${new URL(body.url).searchParams.get('state')}&error=${encodeURIComponent('</script><b>x')}`,
    )
    expect(text).not.toContain('<b>x')
  })

  test('that an API token began ends in a browser of its user', async () => {
    const { body } = await service.call('POST', `${startSignIn('Google Sheets')}/authorize`, {})
    const path = await consent(body.url)
    expect((await service.call('GET', path)).text).toContain('login session has ended')
    expect((await comeBack(path)).outcome.credentialsId).toEqual(expect.any(String))
    const other = await service.call('POST', `${startSignIn('Google Sheets')}/authorize`, {})
    expect((await comeBack(await consent(other.body.url), bob)).outcome.problem).toMatch(/another browser/)
  })

  test('needs a role', async () => {
    const guest = await service.addMember(service.workspaceId, 'GUEST')
    expect((await begin({}, 'Google Sheets', await logIn(guest.value))).status).toBe(404)
  })
})

describe('access tokens', () => {
  test('are refreshed a minute early, once for ten turns at once', async () => {
    const id = await signIn()
    const asked = google.asked('refresh_token')
    expect((await talk(id)).said).toBe('a@b.co')
    expect(google.asked('refresh_token')).toBe(asked)
    now += 3_541_000
    google.state.slow = 100
    const talks = await Promise.all(Array.from({ length: 10 }, () => talk(id)))
    expect(talks.map(({ said }) => said)).toEqual(talks.map(() => 'a@b.co'))
    expect(google.asked('refresh_token')).toBe(asked + 1)
  })

  test('are refreshed once when the service no longer takes one', async () => {
    const id = await signIn()
    const asked = google.asked('refresh_token')
    google.endAccess()
    expect((await talk(id)).said).toBe('a@b.co')
    expect(google.asked('refresh_token')).toBe(asked + 1)
  })

  test('keep a refresh token that the provider rotates', async () => {
    google.state.rotates = true
    const id = await signIn()
    for (const _ of [1, 2]) {
      now += 3_600_000
      expect((await talk(id)).said).toBe('a@b.co')
    }
  })

  test('that cannot be had leave a log and a mark; signing in again takes the mark away', async () => {
    const id = await signIn()
    google.refreshTokens.clear()
    now += 3_600_000
    const { said, logs, answer } = await talk(id)
    expect(said).toBe('before')
    expect(logs).toMatchObject([{ status: 'error', description: expect.stringContaining('sign in again') }])
    expect(answer).not.toContain('sign in again')
    expect(await found(id)).toMatchObject({ needsSignIn: true })
    const asked = google.asked('refresh_token')
    await talk(id)
    expect(google.asked('refresh_token')).toBe(asked)
    expect((await service.call('GET', '/metrics')).text).toMatch(
      /colloquy_oauth_refreshes_total\{type="Google Sheets",outcome="refused"\} [1-9]/,
    )
    expect(await signIn({ credentialsId: id })).toBe(id)
    expect(await found(id)).toMatchObject({ needsSignIn: false })
    expect((await talk(id)).said).toBe('a@b.co')
  })

  test('that a provider does not answer for leave a log, no mark', async () => {
    const id = await signIn()
    now += 3_600_000
    google.failWith({ status: 503, body: '<html>' })
    const { said, logs } = await talk(id).finally(() => google.failWith(undefined))
    expect(said).toBe('before')
    expect(logs).toMatchObject([{ status: 'error', description: expect.stringContaining('no access token') }])
    expect(await found(id)).toMatchObject({ needsSignIn: false })
    expect((await talk(id)).said).toBe('a@b.co')
  })

  test('come from a service account, which signs for them', async () => {
    google.state.serviceAccountKey = keyPair.publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const data = { clientEmail: 'bot@project.iam.gserviceaccount.com', privateKey }
    const id = await service.addCredentials('google sheets', data, { name: 'Service account' })
    expect((await talk(id)).said).toBe('a@b.co')
    expect((await talk(id)).said).toBe('a@b.co')
    expect(google.asked('urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer')).toBe(1)
    const tested = await service.call('POST', `/api/v1/credentials/${id}/test`, { workspaceId: service.workspaceId })
    expect(tested.body).toEqual({ status: 'success', message: expect.stringContaining(data.clientEmail) })
  })
})

test('deleted credentials are revoked at the provider', async () => {
  const id = await signIn()
  await service.call('DELETE', `/api/v1/credentials/${id}?workspaceId=${service.workspaceId}&force=true`)
  await expect.poll(() => google.received.some(({ path }) => path === '/revoke')).toBe(true)
})

test('no token or client secret is in an answer, a log or a row', async () => {
  const id = await signIn({ name: 'Canary', client: ownGoogleClient }, 'Google Sheets')
  google.failWith({ status: 403, json: { error: { message: 'Not with this token' } } })
  const { answer, logs } = await talk(id).finally(() => google.failWith(undefined))
  const shown = await service.call('GET', `/api/v1/credentials/${id}?workspaceId=${service.workspaceId}`)
  const row = await service.storage.credentials.get(service.workspaceId, id)
  for (const text of [answer, JSON.stringify(logs), shown.text, JSON.stringify({ ...row, lastFour: '' })])
    expect(text).not.toMatch(/planted/)
})
