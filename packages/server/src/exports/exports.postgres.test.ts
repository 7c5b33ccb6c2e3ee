import { get } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { SessionRow } from '@colloquy/storage'
import { emptyFields } from '@colloquy/storage/testing'
import { processorTimeOf } from '@colloquy/test-kit/growth'
import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatClient } from '../testing/chat-client.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'
import { silentCommit } from '../turns/commit.js'
import { csv } from './csv.js'
import { harmlessCell } from './harmless-cell.js'
import { xlsx } from './xlsx.js'

let service: TestService
let now = Date.parse('2026-03-15T12:00:00Z')
beforeAll(async () => {
  service = await testService({}, { clock: () => now })
})
afterAll(() => service.close())

const { start, say } = chatClient(() => service)
const text = (id: string, variableId?: string) => ({
  id,
  type: 'text input',
  options: variableId ? { variableId } : {},
})
const group = (id: string, title: string, ...blocks: object[]) => ({
  id,
  title,
  graphCoordinates: { x: 0, y: 0 },
  blocks,
})

function surveyBot(publicId: string, blocks: object[]) {
  return {
    ...askingBot(publicId),
    variables: [
      { id: 'v1', name: 'Name' },
      { id: 'v2', name: 'Score' },
      { id: 'v3', name: 'Secret', isSessionVariable: true },
    ],
    groups: [group('g1', 'Details', ...blocks)],
  }
}
const blocks = [text('in0', 'v1'), text('in1'), text('in2')]

async function answer(publicId: string, ...replies: string[]): Promise<string> {
  now += 60_000
  const { sessionId, resultId } = (await start(publicId)).body
  for (const reply of replies) await say(sessionId, reply)
  return resultId
}

const download = (botId: string, query = '') => service.call('GET', `/api/v1/bots/${botId}/results/export${query}`)
const rowsOf = async (botId: string, query = '') =>
  parse((await download(botId, query)).text, { bom: true }) as string[][]

describe('an export', () => {
  let botId: string
  let ids: string[]
  beforeAll(async () => {
    now = Date.parse('2026-03-15T12:00:00Z')
    botId = await service.publish(surveyBot('survey', blocks))
    ids = [
      await answer('survey', 'Ada', 'Yes', 'It was "good", really\nand more'),
      await answer('survey', '=HYPERLINK("http://evil.example")', '-5', '+33612345678'),
      await answer('survey', 'Grace'),
    ]
    await answer('survey')
  })

  test('has a column for each input and each other variable, and a row for each result, newest first', async () => {
    const { headers } = await download(botId)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe('attachment; filename="survey_2026-03-15.csv"')
    expect(await rowsOf(botId)).toEqual([
      ['Started', 'Status', 'Name', 'Details', 'Details 2', 'Score'],
      ['2026-03-15 12:03:00', 'In progress', 'Grace', '', '', ''],
      ['2026-03-15 12:02:00', 'Completed', '\'=HYPERLINK("http://evil.example")', '-5', '+33612345678', ''],
      ['2026-03-15 12:01:00', 'Completed', 'Ada', 'Yes', 'It was "good", really\nand more', ''],
    ])
  })

  test('calls a result without answers neither completed nor in progress', async () => {
    const [, ...rows] = await rowsOf(botId, '?hasStarted=false')
    expect(rows).toEqual([['2026-03-15 12:04:00', 'Without answers', '', '', '', '']])
  })

  test('leaves formulas alone on request, and writes times in a zone', async () => {
    const rows = await rowsOf(botId, '?raw=true&timeZone=Asia/Kathmandu')
    expect(rows[2]?.slice(0, 5)).toEqual([
      '2026-03-15 17:47:00',
      'Completed',
      '=HYPERLINK("http://evil.example")',
      '-5',
      '+33612345678',
    ])
    expect((await download(botId, '?timeZone=Mars')).body.code).toBe('invalid_time_zone')
  })

  test('holds named results, or those of a span of time', async () => {
    const some = await rowsOf(botId, `?resultIds=${ids[0]},${ids[2]},unknown`)
    expect(some.slice(1).map((row) => row[2])).toEqual(['Ada', 'Grace'])
    now += 86_400_000
    const { text, headers } = await download(botId, '?timeFilter=today')
    now -= 86_400_000
    expect(parse(text, { bom: true })).toHaveLength(1)
    expect(headers['content-disposition']).toContain('survey_today_2026-03-16.csv')
  })

  test.each([
    ['search=GRACE', ['Grace']],
    ['isCompleted=true', ['\'=HYPERLINK("http://evil.example")', 'Ada']],
    ['value=Yes&blockId=in1', ['Ada']],
    ['variableId=v1&isCompleted=false', ['Grace']],
    ['search=nothing', []],
    ['search=ada&timeFilter=lastMonth', []],
  ])('with %s holds what the table shows then, in every format', async (query, names) => {
    expect((await rowsOf(botId, `?${query}`)).slice(1).map((row) => row[2])).toEqual(names)
    const lines = (await download(botId, `?format=ndjson&${query}`)).text.split('\n').filter(Boolean)
    const listed = (
      await service.call(
        'GET',
        `/api/v1/bots/${botId}/results?${query}${query.includes('timeFilter') ? '' : '&timeFilter=allTime'}`,
      )
    ).body.results
    expect(lines.map((line) => JSON.parse(line))).toEqual(listed)
    const { status, headers } = await download(botId, `?format=xlsx&${query}`)
    expect([status, headers['content-disposition']]).toEqual([200, expect.stringContaining('_filtered_')])
  })

  test('as NDJSON has the results as the API shows them', async () => {
    const lines = (await download(botId, '?format=ndjson')).text.trimEnd().split('\n')
    const { results } = (await service.call('GET', `/api/v1/bots/${botId}/results`)).body
    expect(lines.map((line) => JSON.parse(line))).toEqual(results)
  })

  test('follows the order and visibility of the columns that the table has', async () => {
    const preferences = {
      columnsOrder: ['in2', 'v1', 'date'],
      columnsVisibility: { in1: false },
      columnsWidth: {},
    }
    const path = `/api/v1/bots/${botId}`
    await service.call('PATCH', path, { bot: { resultsTablePreferences: preferences } })
    expect((await rowsOf(botId))[0]).toEqual(['Status', 'Details 2', 'Name', 'Started', 'Score'])
    await service.call('PATCH', path, { bot: { resultsTablePreferences: null } })
  })

  test('distinguishes questions for the same variable by their groups, as the table does', async () => {
    const twice = {
      ...askingBot('twice'),
      variables: [{ id: 'v1', name: 'Need' }],
      groups: [group('g1', 'Sales', text('in0', 'v1')), group('g2', 'Support', text('in1', 'v1'))],
    }
    const twiceId = await service.publish(twice)
    expect((await rowsOf(twiceId))[0]).toEqual(['Started', 'Status', 'Need (Sales)', 'Need (Support)'])
  })

  test('holds answers to blocks that were deleted only when it is asked for them', async () => {
    const deletedFrom = await service.publish(surveyBot('deleted', blocks))
    await answer('deleted', 'Ada', 'gone', 'kept')
    const groups = surveyBot('', [blocks[0] as object, blocks[2] as object]).groups
    await service.call('PATCH', `/api/v1/bots/${deletedFrom}`, { bot: { groups } })
    await service.call('POST', `/api/v1/bots/${deletedFrom}/publish`)
    expect(await rowsOf(deletedFrom)).toEqual([
      ['Started', 'Status', 'Name', 'Details', 'Score'],
      [expect.any(String), 'Completed', 'Ada', 'kept', ''],
    ])
    expect((await rowsOf(deletedFrom, '?includeDeletedBlocks=true')).map((row) => row.slice(5))).toEqual([
      ['in1'],
      ['gone'],
    ])
  })

  test('reads on only as far as its reader does, and stops when the reader goes away', async () => {
    const bot = (await service.storage.bots.find(botId)) as { workspaceId: string }
    const base = {
      botId,
      workspaceId: bot.workspaceId,
      hasStarted: true,
      isCompleted: false,
      variables: JSON.stringify([{ id: 'v2', name: 'Score', value: 'x'.repeat(20_000) }]),
      ...emptyFields,
    }
    const stored = (await service.storage.sessions.get((await start('survey')).body.sessionId)) as SessionRow
    for (let page = 0; page < 10; page++) {
      const id = `many-${page}`
      const results = Array.from({ length: 200 }, (_, n) => ({
        ...base,
        id: `m${page}-${n}`,
        lastChatSessionId: id,
        at: now,
      }))
      const row = { ...stored, id, version: 0, resultId: null }
      const begun = silentCommit(row, { state: stored.state }, { request: {}, answer: {}, now })
      await service.storage.sessions.commit({ ...begun, updatedBefore: null, results })
    }
    let pages = 0
    const { results } = service.storage
    const list = results.list
    results.list = (...values) => {
      pages++
      return list(...values)
    }
    try {
      await new Promise<void>((resolve, reject) => {
        const path = `/api/v1/bots/${botId}/results/export?format=ndjson`
        const headers = { authorization: `Bearer ${service.token}` }
        const request = get({ host: '127.0.0.1', port: service.port, path, headers }, (incoming) => {
          incoming.once('data', () => {
            incoming.pause()
            void setTimeout(300).then(() => {
              request.destroy()
              resolve()
            })
          })
        })
        request.on('error', (error) => ((error as { code?: string }).code === 'ECONNRESET' ? undefined : reject(error)))
      })
      await setTimeout(50)
      const atTheEnd = pages
      expect(atTheEnd).toBeLessThan(20)
      await setTimeout(200)
      expect(pages).toBe(atTheEnd)
    } finally {
      results.list = list
    }
  })
})

test.each(['csv', 'xlsx', 'ndjson'])('an export as %s that fails midway is logged and breaks off', async (format) => {
  const logged: string[] = []
  const options = { logTarget: { write: (line: string) => void logged.push(line) } }
  const wrap = (storage: TestService['storage']) => {
    const { list } = storage.listedResults
    let pages = 0
    const failing: typeof list = (...values) => {
      if (++pages > 2) throw new Error('The disk is gone')
      return list(...values)
    }
    return { ...storage, listedResults: { ...storage.listedResults, list: failing } }
  }
  const failing = await testService(
    { LOG_LEVEL: 'error', COLLOQUY_LIMITS: '{"exportChunkBytes":1}' },
    { ...options, wrap },
  )
  const chat = chatClient(() => failing)
  const botId = await failing.publish(surveyBot('failing', blocks))
  for (let count = 0; count < 5; count++) await chat.say((await chat.start('failing')).body.sessionId, 'x')
  const url = `http://127.0.0.1:${failing.port}/api/v1/bots/${botId}/results/export?format=${format}`
  const response = await fetch(url, { headers: { authorization: `Bearer ${failing.token}` } })
  expect(response.status).toBe(200)
  await expect(response.arrayBuffer()).rejects.toThrow()
  expect(logged.join()).toContain('export failed')
  await failing.close()
})

describe('a cell of a spreadsheet', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+1+1', "'+1+1"],
    ['-1+1', "'-1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['\n=1', "'\n'=1"],
    ['  =1', "'  =1"],
    ['＝1+1', "'＝1+1"],
    ['a;=1', "a;'=1"],
    ['a,@x', "a,'@x"],
    ['a\n=1', "a\n'=1"],
    ['+1-555-1234', "'+1-555-1234"],
    ['-2-3', "'-2-3"],
    ['-A1*2', "'-A1*2"],
    ['@x!A1', "'@x!A1"],
    ["-cmd|' /C calc'!A0", "'-cmd|' /C calc'!A0"],
    ['+SUM(A1)', "'+SUM(A1)"],
    ['\f=1', "'\f=1"],
    ['\v+1', "'\v+1"],
    ['\u2003@x', "'\u2003@x"],
    ['\ufeff=1', "'\ufeff=1"],
    ['\u200b\u0000-1+1', "'\u200b\u0000-1+1"],
    ['\ufe0f=1', "'\ufe0f=1"],
    [`${' '.repeat(30)}=1`, `'${' '.repeat(30)}=1`],
    ['\ufe66 1', "'\ufe66 1"],
    ['\uff0b1+1', "'\uff0b1+1"],
    ['a;\u2003\ufe66 1', "a;'\u2003\ufe66 1"],
    ['a\n\t \ufeff=1', "a\n\t' \ufeff=1"],
  ])('takes %j for text', (text, safe) => {
    expect(harmlessCell(text)).toBe(safe)
  })

  test.each([
    '',
    'Ada',
    '-5',
    '-1.5',
    '-5 °C',
    '- first',
    '+49 (0)170 1234-56',
    '+33612345678',
    '@ada_l',
    '42',
    '1=1',
    "'=1",
    'a - b',
    'mira@example.com',
    'a;b',
  ])('leaves %j as it is', (text) => {
    expect(harmlessCell(text)).toBe(text)
  })

  test('is checked in linear time, however long its runs of blanks and separators are', async () => {
    const check = () => {
      for (const run of ['\t', '; ', '\u2003', ',']) harmlessCell(`a${run.repeat(300_000)}b`)
    }
    expect(await processorTimeOf(check)).toBeLessThan(2_000)
  })
})

test('every text comes back from a CSV as it went in, but for the apostrophes', async () => {
  const rows = [['a"b', 'c,d', 'e\r\nf', ' g ', '\u{1F600}', '', ';']]
  async function* pages() {
    yield rows
  }
  for (const isRaw of [true, false]) {
    const text = (await Readable.from(csv(['1', '2', '3', '4', '5', '6', '7'], pages(), isRaw)).toArray()).join('')
    expect(parse(text, { bom: true })).toEqual([['1', '2', '3', '4', '5', '6', '7'], ...rows])
  }
})

describe('a workbook', () => {
  const workbook = async (rows: string[][], rowsPerSheet?: number) => {
    async function* pages() {
      for (let at = 0; at < rows.length; at += 2) yield rows.slice(at, at + 2)
    }
    const bytes = Buffer.concat(await xlsx(['Head'], pages(), rowsPerSheet).toArray())
    return Object.fromEntries(Object.entries(unzipSync(bytes)).map(([path, part]) => [path, strFromU8(part)]))
  }
  const cellsOf = (xml: string | undefined) =>
    [...(xml ?? '').matchAll(/<c\/>|<t xml:space="preserve">(.*?)<\/t>/gs)].map((match) => match[1] ?? '')

  test('holds every cell as text, markup and control characters included', async () => {
    const parts = await workbook([['=1+1'], ['<b> & ]]>'], [''], ['a\u0000\u0008b'], ['x'.repeat(40_000)]])
    const cells = cellsOf(parts['xl/worksheets/sheet1.xml'])
    expect(cells).toEqual(['Head', '=1+1', '&lt;b&gt; &amp; ]]&gt;', '', 'ab', 'x'.repeat(32_767)])
    expect(parts['xl/worksheets/sheet1.xml']).not.toContain('<f')
    expect(Object.keys(parts).toSorted()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ])
  })

  test.each([
    [0, [['Head']]],
    [3, [['Head', '0', '1', '2']]],
    [
      4,
      [
        ['Head', '0', '1', '2'],
        ['Head', '3'],
      ],
    ],
    [
      6,
      [
        ['Head', '0', '1', '2'],
        ['Head', '3', '4', '5'],
      ],
    ],
  ] as const)('of %i rows begins a sheet where one is full', async (count, sheets) => {
    const parts = await workbook(
      Array.from({ length: count }, (_, n) => [String(n)]),
      4,
    )
    const paths = Object.keys(parts).filter((path) => path.includes('worksheets'))
    expect(paths).toHaveLength(sheets.length)
    expect(sheets.map((_, n) => cellsOf(parts[`xl/worksheets/sheet${n + 1}.xml`]))).toEqual(sheets)
    expect(parts['xl/workbook.xml']?.match(/<sheet /g)).toHaveLength(sheets.length)
  })
})
