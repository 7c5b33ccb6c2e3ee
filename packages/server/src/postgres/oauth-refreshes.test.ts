import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '@colloquy/storage/testing'
import { googleClient, googleStandIn } from '@colloquy/test-kit/providers/google'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type HttpClient, httpClient, publishBot } from '../testing/process/http-client.js'
import { adminToken, type ServiceProcess, startServiceProcess } from '../testing/process/service-process.js'
import { serviceBot } from '../testing/service-bot.js'

let google: Awaited<ReturnType<typeof googleStandIn>>
let folder: string
let instances: ServiceProcess[]
let http: HttpClient
beforeAll(async () => {
  const people = [
    ['Name', 'Mail'],
    ['Ada', 'a@b.co'],
  ]
  google = await googleStandIn({ book: { People: people } })
  folder = await mkdtemp(join(tmpdir(), 'colloquy-oauth-'))
  const env = {
    DATABASE_URL: await createDatabase(inject('postgres') as string, { isEmpty: true }),
    COLLOQUY_SECRET: 'k3y-of-the-tests-7f2Qm9LxWz0RbVtY',
    GOOGLE_API_URL: google.url,
    GOOGLE_OAUTH_URL: google.url,
    GOOGLE_SHEETS_CLIENT_ID: googleClient.id,
    GOOGLE_SHEETS_CLIENT_SECRET: googleClient.secret,
  }
  instances = await Promise.all([startServiceProcess(folder, env), startServiceProcess(folder, env)])
  http = httpClient()
})
afterAll(async () => {
  http.close()
  await Promise.all(instances.map((instance) => instance.end('SIGTERM')))
  await google.close()
  await rm(folder, { recursive: true })
})

test('two instances refresh an access token once for ten turns at once, though the refresh token rotates', async () => {
  const headers = { authorization: `Bearer ${adminToken}` }
  const { url = '' } = instances[0] ?? {}
  const { workspaces } = JSON.parse((await http.get(`${url}/api/v1/workspaces`, headers)).text)
  google.refreshTokens.set('planted-refresh-token', googleClient.id)
  Object.assign(google.state, { rotates: true, slow: 200 })
  const data = { access_token: 'of-yesterday', refresh_token: 'planted-refresh-token', expiry_date: Date.now() - 1_000 }
  const body = { workspaceId: workspaces[0].id, credentials: { type: 'google sheets', name: 'Mine', data } }
  const { credentialsId } = JSON.parse((await http.post(`${url}/api/v1/credentials`, body, headers)).text)
  const bot = serviceBot('Google Sheets', {
    credentialsId,
    action: 'Get data from sheet',
    spreadsheetId: 'book',
    sheetId: '0',
    cellsToExtract: [{ id: 'c', column: 'Mail', variableId: 'vOut' }],
  })
  await publishBot(url, bot)
  const talks = () =>
    Promise.all(
      Array.from({ length: 10 }, async (_, number) => {
        const at = `${instances[number % 2]?.url}/api/v1`
        const { sessionId } = JSON.parse((await http.post(`${at}/bots/${bot.publicId}/startChat`, {})).text)
        const reply = await http.post(`${at}/sessions/${sessionId}/continueChat`, { message: 'hi' })
        return JSON.parse(reply.text).messages[0].content.plainText as string
      }),
    )
  const allRead = Array.from({ length: 10 }, () => 'a@b.co')
  expect(await talks()).toEqual(allRead)
  expect(google.asked('refresh_token')).toBe(1)
  // Either instance may have to refresh next, with the token that the first refresh brought.
  google.endAccess()
  expect(await talks()).toEqual(allRead)
  expect(google.asked('refresh_token')).toBe(2)
})
