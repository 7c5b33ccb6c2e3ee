import { googleStandIn } from '@colloquy/test-kit/providers/google'
import { type Fault, type StandIn, standIn } from '@colloquy/test-kit/providers/stand-in'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { talkTo } from '../testing/service-bot.js'
import { type TestService, testService } from '../testing/test-service.js'

let service: TestService
let google: Awaited<ReturnType<typeof googleStandIn>>
let files: StandIn
let sheetsAccount: string
let mailAccount: string
const accessToken = 'planted-access-token-of-the-tests'

beforeAll(async () => {
  google = await googleStandIn()
  google.accept(accessToken)
  files = await standIn(({ path, query }) =>
    path === '/file'
      ? { body: Buffer.alloc(Number(query.bytes)) }
      : { headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'Grüße' },
  )
  service = await testService({ GOOGLE_API_URL: google.url, GOOGLE_OAUTH_URL: google.url, EGRESS_ALLOW: files.entry })
  ;({ sheetsAccount, mailAccount } = await accountsAt(service))
})

async function accountsAt(service: TestService) {
  const end = Date.now() + 3_600_000
  const refreshToken = 'planted-refresh-token'
  const sheets = { access_token: accessToken, refresh_token: refreshToken, expiry_date: end }
  return {
    sheetsAccount: await service.addCredentials('google sheets', sheets),
    mailAccount: await service.addCredentials('gmail', { accessToken, refreshToken, expiryDate: end }),
  }
}

/** A block for each service of Google. */
const blocksWith = (accounts: { sheetsAccount: string; mailAccount: string }): [string, object][] => [
  [
    'Google Sheets',
    {
      credentialsId: accounts.sheetsAccount,
      action: 'Get data from sheet',
      spreadsheetId: 'book',
      sheetId: '10',
      cellsToExtract: [{ id: 'x', column: 'City', variableId: 'vOut' }],
    },
  ],
  [
    'gmail',
    {
      credentialsId: accounts.mailAccount,
      action: 'Send email',
      to: 'grace@example.com',
      responseMapping: [{ variableId: 'vOut' }],
    },
  ],
]

describe('a failure of Google is a log without a token, and the flow continues', () => {
  test.each<[string, Fault]>([
    ['an answer of 50 MB', { body: Buffer.alloc(50_000_000, 32) }],
    ['a closed connection', 'reset'],
    ['HTML', { body: '<html>Sorry</html>', headers: { 'content-type': 'text/html' } }],
    ['a cut answer', 'cut'],
    ['a redirect', { status: 302, headers: { location: 'https://accounts.example' } }],
  ])('%s', async (_, fault) => {
    google.failWith(fault)
    for (const [type, options] of blocksWith({ sheetsAccount, mailAccount })) {
      const { said, logs } = await talkTo(service, type, options)
      expect({ type, said, logs }).toMatchObject({ type, said: 'before', logs: [{ status: 'error' }] })
    }
  })

  test.each([
    ['a refused connection', () => 'http://127.0.0.1:9'],
    ['no answer in the time of a turn', () => google.url],
  ])('%s', async (_, url) => {
    const limits = { COLLOQUY_LIMITS: '{"turnTotalMilliseconds":1000}' }
    const hasty = await testService({ GOOGLE_API_URL: url(), GOOGLE_OAUTH_URL: url(), ...limits })
    google.failWith('hang')
    for (const [type, options] of blocksWith(await accountsAt(hasty))) {
      const { said, logs } = await talkTo(hasty, type, options)
      expect({ type, said, logs }).toMatchObject({ type, said: 'before', logs: [{ status: 'error' }] })
    }
    await expect.poll(() => google.streams.waiting, { timeout: 10_000 }).toBe(0)
    await hasty.close()
  })

  test('credentials of another workspace', async () => {
    const other = (await service.call('POST', '/api/v1/workspaces', { name: 'Other' })).body.workspace.id
    const accounts = await accountsAt({
      ...service,
      addCredentials: async (type, data) => {
        const credentials = { type, name: 'Theirs', data }
        const { body } = await service.call('POST', '/api/v1/credentials', { workspaceId: other, credentials })
        return body.credentialsId
      },
    })
    const before = google.received.length
    for (const [type, options] of blocksWith(accounts)) {
      const { said, logs } = await talkTo(service, type, options)
      const log = { status: 'error', description: expect.stringContaining('credentials') }
      expect({ type, said, logs }).toMatchObject({ type, said: 'before', logs: [log] })
    }
    expect(google.received).toHaveLength(before)
  })
})
afterEach(() => google.failWith(undefined))
afterAll(async () => {
  await service.close()
  await Promise.all([google.close(), files.close()])
})

describe('Google Sheets', () => {
  const people = () => [['Name', 'City'], ['Ada', 'London'], ['Alan']]
  let spreadsheetId = ''
  let made = 0
  const sheet = (title = "Ada's: 📄") => {
    spreadsheetId = `book-${++made}`
    google.sheets[spreadsheetId] = { Other: [], [title]: people() }
    return { credentialsId: sheetsAccount, spreadsheetId, sheetId: '10' }
  }
  const rows = () => Object.values(google.sheets[spreadsheetId] ?? {})[1]
  const named = (operator: string, value: string) => ({
    comparisons: [{ id: 'c', column: 'Name', comparisonOperator: operator, value }],
  })
  const get = (text = 'Ada', more: object = {}) =>
    talkTo(
      service,
      'Google Sheets',
      {
        ...sheet(),
        action: 'Get data from sheet',
        filter: named('Equal to', '{{Text}}'),
        cellsToExtract: [{ id: 'x', column: 'City', variableId: 'vOut' }],
        ...more,
      },
      text,
    )
  const insert = (value: string, text: string) =>
    talkTo(
      service,
      'Google Sheets',
      { ...sheet(), action: 'Insert a row', cellsToInsert: [{ id: 'x', column: 'City', value }] },
      text,
    )

  test('reads a cell of a sheet whose title has a quote, a colon and an emoji', async () => {
    const { said, logs, answer } = await get()
    expect({ said, logs }).toEqual({ said: 'London', logs: [] })
    expect(answer).not.toContain('planted')
  })

  test('inserts a row: a formula of a visitor is text, that of the author works', async () => {
    expect((await insert('{{Text}}', '=IMPORTXML("x")')).logs).toEqual([])
    expect(rows()?.at(-1)).toEqual(['', '=IMPORTXML("x")'])
    await insert('=NOW()', 'x')
    expect(rows()?.at(-1)).toEqual(['', 'computed(NOW())'])
  })

  test('updates all rows that match', async () => {
    const cellsToUpsert = [{ id: 'x', column: 'City', value: '{{Text}}' }]
    const options = { ...sheet(), action: 'Update a row', filter: named('Starts with', 'A'), cellsToUpsert }
    const { logs } = await talkTo(service, 'Google Sheets', options, '=1+1')
    expect(logs).toEqual([])
    expect(rows()?.map((row) => row[1])).toEqual(['City', '=1+1', '=1+1'])
  })

  test.each<[string, Fault, string]>([
    [
      '403',
      { status: 403, json: { error: { code: 403, message: 'No permission', status: 'PERMISSION_DENIED' } } },
      'No permission',
    ],
    ['404', { status: 404, json: { error: { code: 404, message: 'Not found', status: 'NOT_FOUND' } } }, 'Not found'],
    ['HTML', { status: 500, body: '<html>' }, '500'],
    ['a cut answer', 'cut', ''],
    ['a repeated token', { status: 400, json: { error: { message: `Not with ${accessToken}` } } }, 'Not with •••'],
  ])('%s is a log without a token, and the flow continues', async (_, fault, log) => {
    google.failWith(fault)
    const { said, logs } = await get()
    expect(said).toBe('before')
    expect(logs).toMatchObject([{ status: 'error', description: expect.stringContaining(log) }])
    expect(JSON.stringify(logs)).not.toContain(accessToken)
  })

  test.each<[number, string]>([
    [403, 'No permission'],
    [404, 'Not found'],
  ])('%i to an insertion or an update is a log, and the flow continues', async (status, message) => {
    google.failWith({ status, json: { error: { code: status, message } } }, ({ method }) => method === 'POST')
    const cellsToUpsert = [{ id: 'x', column: 'City', value: 'Paris' }]
    const update = { ...sheet(), action: 'Update a row', filter: named('Is set', ''), cellsToUpsert }
    for (const { said, logs } of [await insert('x', 'x'), await talkTo(service, 'Google Sheets', update)]) {
      expect(said).toBe('before')
      expect(logs).toMatchObject([{ status: 'error', description: expect.stringContaining(message) }])
    }
  })

  test('is sent a row, or cells of rows, once more after 429', async () => {
    const busy = { status: 429, headers: { 'retry-after': '1' }, json: { error: { message: 'Slow down' } } }
    google.failWith(busy, ({ method }) => method === 'POST')
    const cellsToUpsert = [{ id: 'x', column: 'City', value: 'Paris' }]
    const update = { ...sheet(), action: 'Update a row', filter: named('Is set', ''), cellsToUpsert }
    for (const write of [() => insert('x', 'x'), () => talkTo(service, 'Google Sheets', update)]) {
      const [before, began] = [google.received.length, performance.now()]
      expect((await write()).logs).toMatchObject([{ description: expect.stringContaining('Slow down') }])
      expect(google.received.slice(before).filter(({ method }) => method === 'POST')).toHaveLength(2)
      expect(performance.now() - began).toBeGreaterThan(990)
    }
  })

  test('finds its sheets once in a minute', async () => {
    const before = google.received.length
    const { spreadsheetId, sheetId } = sheet()
    await get('Ada', { spreadsheetId, sheetId })
    await get('Ada', { spreadsheetId, sheetId })
    const paths = google.received.slice(before).map(({ path }) => path)
    expect(paths.filter((path) => path === `/v4/spreadsheets/${spreadsheetId}`)).toHaveLength(1)
  })

  test('lists spreadsheets, sheets and columns, and says what is wrong with names of columns', async () => {
    const { sheetId } = sheet()
    const list = async (name: string, options: object = {}) => {
      const path = `/api/v1/workspaces/${service.workspaceId}/integrations/Google%20Sheets/items`
      return (await service.call('POST', path, { list: name, credentialsId: sheetsAccount, options })).body
    }
    expect((await list('spreadsheets')).items).toContainEqual({
      value: spreadsheetId,
      label: `Spreadsheet ${spreadsheetId}`,
    })
    const url = `https://docs.google.com/spreadsheets/d/${spreadsheetId}/edit`
    expect(await list('sheets', { spreadsheetId: url })).toEqual({
      items: [
        { value: '0', label: 'Other' },
        { value: '10', label: "Ada's: 📄" },
      ],
    })
    expect((await list('columns', { spreadsheetId: url, sheetId })).items).toHaveLength(2)
    expect(await list('columns', { spreadsheetId: url })).toEqual({ items: [] })
    sheet()
    google.sheets[spreadsheetId] = { Other: [], Twice: [['Name', '', 'Name']] }
    expect((await list('columns', { spreadsheetId, sheetId })).problem).toMatch(/Column 2 has no name/)
  })
})

/** A header in the encoded words of RFC 2047. */
const decoded = (header = '') =>
  header.replace(/\s*=\?UTF-8\?([BQ])\?(.*?)\?=/gi, (_, kind, text) =>
    kind.toUpperCase() === 'B' ? Buffer.from(text, 'base64').toString() : quotedPrintable(text.replaceAll('_', ' ')),
  )

const quotedPrintable = (text: string) =>
  Buffer.from(
    text.replace(/=\r?\n/g, '').replace(/=([\dA-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

/** The plain text of an email. */
function textOf(raw: string): string {
  const [, head = '', body = ''] = /(Content-Type: text\/plain[\s\S]*?)\r?\n\r?\n([\s\S]*?)\r?\n--/.exec(raw) ?? []
  const text = head.includes('base64') ? Buffer.from(body, 'base64').toString() : quotedPrintable(body)
  return text.replaceAll('\r\n', '\n')
}

describe('Gmail', () => {
  const send = (options: object, text = 'Hello') =>
    talkTo(
      service,
      'gmail',
      { credentialsId: mailAccount, action: 'Send email', to: 'grace@example.com', ...options },
      text,
    )

  test('sends umlauts, files and a reply address, labels the email, and saves its thread', async () => {
    const { said, logs } = await send(
      {
        subject: 'Grüße, {{Text}}',
        body: 'Schöne Grüße\n<b>{{Text}}</b>',
        replyTo: 'reply@example.com',
        label: 'L1',
        attachments: 'vText',
        responseMapping: [{ item: 'Thread ID', variableId: 'vOut' }],
      },
      `${files.url}/B%C3%A9la.txt`,
    )
    expect({ said, logs }).toEqual({ said: 't1', logs: [] })
    const raw = google.mails.at(-1)?.raw ?? ''
    expect(raw).toMatch(/^From: Ada Lovelace <ada@example.com>/m)
    expect(raw).toMatch(/^Reply-To: reply@example.com/m)
    expect(raw).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(decoded(/^Subject: (.*(?:\r?\n .*)*)/m.exec(raw)?.[1])).toBe(`Grüße, ${files.url}/B%C3%A9la.txt`)
    expect(textOf(raw)).toContain(`Schöne Grüße\n<b>${files.url}/B%C3%A9la.txt</b>`)
    expect(raw).not.toContain('text/html')
    expect(raw).toMatch(/filename\*0?\*?=utf-8''B%C3%A9la\.txt/i)
    expect(google.labelled.at(-1)).toEqual({ id: 'm1', labels: ['L1'] })
  })

  test('keeps a header to one line', async () => {
    await send({ subject: '{{Text}}' }, 'Hi\r\nBcc: eve@example.com')
    expect(google.mails.at(-1)?.raw).not.toMatch(/^Bcc:/m)
    const before = google.mails.length
    const { logs } = await send({ to: '{{Text}}' }, 'a@b.co\r\nBcc: eve@example.com')
    expect(logs).toMatchObject([{ description: expect.stringContaining('is not an email address') }])
    expect(google.mails).toHaveLength(before)
  })

  test('answers in a thread, and saves the id of the email where no item is named', async () => {
    const { said } = await send({ threadId: 't9', responseMapping: [{ variableId: 'vOut' }] })
    expect(google.mails.at(-1)?.threadId).toBe('t9')
    expect(said).toBe(`m${google.mails.length}`)
  })

  const filesOf = (...bytes: number[]) => bytes.map((count) => `${files.url}/file?bytes=${count}`).join(', ')

  test('sends files of 25 MB together', async () => {
    const before = google.mails.length
    const { logs } = await send({ attachments: 'vText' }, filesOf(12_500_000, 12_500_000))
    expect(logs).toEqual([])
    expect(google.mails).toHaveLength(before + 1)
    // Base64 in lines of 76 characters.
    expect(google.mails.at(-1)?.raw.length).toBeGreaterThan((25_000_000 * 4 * 78) / (3 * 76))
  })

  test.each([
    ['one file of more than 25 MB', [25_000_001], 'its file is larger than 25000000 bytes.'],
    [
      'files of more than 25 MB together',
      [12_500_000, 12_500_001],
      'its attachments are larger than 25000000 bytes together.',
    ],
  ])('sends nothing with %s, and says why', async (_, bytes, reason) => {
    const before = google.mails.length
    const { logs } = await send({ attachments: 'vText' }, filesOf(...bytes))
    expect(logs).toMatchObject([{ description: expect.stringContaining(reason) }])
    expect(google.mails).toHaveLength(before)
  })

  test('holds no more files in memory than a workspace may, and lets go of those that it has sent', async () => {
    const env = { GOOGLE_API_URL: google.url, GOOGLE_OAUTH_URL: google.url, EGRESS_ALLOW: files.entry }
    const strict = await testService({ ...env, COLLOQUY_LIMITS: '{"sentFileBytes":2000}' })
    const { mailAccount: credentialsId } = await accountsAt(strict)
    const options = { credentialsId, action: 'Send email', to: 'grace@example.com', attachments: 'vText' }
    for (let mail = 0; mail < 3; mail++)
      expect((await talkTo(strict, 'gmail', options, filesOf(500, 500))).logs).toEqual([])
    const { logs } = await talkTo(strict, 'gmail', options, filesOf(500, 1_001))
    expect(logs).toMatchObject([{ description: expect.stringContaining('too many files are being sent') }])
    const metrics = await strict.call('GET', '/metrics')
    expect(metrics.text).toContain('colloquy_limits_reached_total{limit="sentFileBytes"} 1')
    await strict.close()
  })
})
