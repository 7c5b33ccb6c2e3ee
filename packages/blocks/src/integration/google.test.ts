import { readBlock } from '@colloquy/flow'
import type { ServiceOutcome } from '@colloquy/flow/integrations'
import { describe, expect, test } from 'vitest'
import { talkWith } from '../testing/talk-with-service.js'

const ok = (body: unknown): ServiceOutcome => ({ answer: 'response', status: 200, text: JSON.stringify(body) })
const meta = ok({ sheets: [{ properties: { sheetId: 7, title: "Ada's: 📄" } }] })
const sheet = (...values: string[][]) => ok({ values })
const location = {
  credentialsId: 'c',
  spreadsheetId: 'https://docs.google.com/spreadsheets/d/abc-1/edit#gid=0',
  sheetId: '7',
}
const pair = (column: string, value: string) => ({ id: column, column, value })

/** Runs one action; returns what was called, stored and logged. */
function run(action: string, options: object, outcomes: ServiceOutcome[]) {
  const { asked, talk, logs } = talkWith('Google Sheets', { ...location, action, ...options }, outcomes)
  const calls = asked.map(({ call }) => (call.kind === 'http' ? call : undefined)!)
  return { calls, logs, out: talk.session.frames[0]?.variables.vOut, said: talk.said }
}

const rows = [['Name', 'City', 'Age'], ['Ada', 'London', '36'], ['Alan', '', '41'], ['Grace']]
const cellsToExtract = [{ id: 'x', column: 'Name', variableId: 'vOut' }]
const get = (options: object, values = rows) =>
  run('Get data from sheet', { cellsToExtract, ...options }, [meta, sheet(...values)])
const filter = (comparisons: object[], logicalOperator?: string) => ({
  filter: {
    ...(logicalOperator && { logicalOperator }),
    comparisons: comparisons.map((it, id) => ({ id: `${id}`, ...it })),
  },
})
const is = (column: string, comparisonOperator: string | undefined, value?: string) => ({
  column,
  comparisonOperator,
  value,
})

describe('Get data from sheet', () => {
  test('asks for the sheet by its title, with quotes doubled', () => {
    const { calls } = get({})
    expect(calls).toMatchObject([
      { method: 'GET', path: ['v4', 'spreadsheets', 'abc-1'], freshSeconds: 60 },
      { method: 'GET', path: ['v4', 'spreadsheets', 'abc-1', 'values', "'Ada''s: 📄'"] },
    ])
  })

  test.each([
    ['no filter', {}, ['Ada', 'Alan', 'Grace']],
    ['no comparisons', filter([]), ['Ada', 'Alan', 'Grace']],
    ['Equal to', filter([is('City', 'Equal to', 'London')]), 'Ada'],
    ['Equal to nothing, inside and at the end of a row', filter([is('City', 'Equal to', '')]), ['Alan', 'Grace']],
    ['Not equal', filter([is('City', 'Not equal', 'London')]), ['Alan', 'Grace']],
    ['Contains', filter([is('City', 'Contains', ' LON ')]), 'Ada'],
    ['Does not contain', filter([is('City', 'Does not contain', 'x')]), 'Ada'],
    ['Greater than', filter([is('Age', 'Greater than', '36')]), 'Alan'],
    ['Greater or equal to', filter([is('Age', 'Greater or equal to', '36')]), ['Ada', 'Alan']],
    ['Less than', filter([is('Age', 'Less than', '41')]), 'Ada'],
    ['Less or equal to', filter([is('Age', 'Less or equal to', '41')]), ['Ada', 'Alan']],
    ['Is set', filter([is('City', 'Is set')]), 'Ada'],
    ['Is empty', filter([is('City', 'Is empty')]), ['Alan', 'Grace']],
    ['Starts with', filter([is('Name', 'Starts with', 'a')]), ['Ada', 'Alan']],
    ['Ends with', filter([is('Name', 'Ends with', 'CE')]), 'Grace'],
    ['AND', filter([is('Name', 'Starts with', 'a'), is('Age', 'Less than', '40')], 'AND'), 'Ada'],
    ['OR', filter([is('Name', 'Equal to', 'Ada'), is('Name', 'Equal to', 'Grace')], 'OR'), ['Ada', 'Grace']],
    [
      'no logical operator is OR',
      filter([is('Name', 'Equal to', 'Ada'), is('Age', 'Equal to', '41')]),
      ['Ada', 'Alan'],
    ],
    ['an earlier reference cell', { referenceCell: { column: 'Name', value: 'Alan' } }, 'Alan'],
  ])('%s', (_, options, expected) => {
    expect(get(options).out).toEqual(expected)
  })

  test.each([
    ['without an operator', is('Name', undefined, 'Ada')],
    ['on a column that the sheet lacks', is('Country', 'Is empty')],
    ['without a column', { comparisonOperator: 'Is empty' }],
  ])('a comparison %s never holds', (_, comparison) => {
    const { said, logs } = get(filter([comparison, is('Name', 'Is set')], 'AND'))
    expect(said).toEqual(['before'])
    expect(logs).toEqual([expect.stringContaining('no row was found')])
  })

  test.each([
    ['First', ['Ada']],
    ['Last', ['Grace']],
    ['Random', ['Ada', 'Alan', 'Grace']],
  ])('%s takes one of the rows', (totalRowsToExtract, oneOf) => {
    expect(oneOf).toContain(get({ totalRowsToExtract }).out)
  })

  test('Random keeps the variable when the sheet has no rows', () => {
    expect(get({ totalRowsToExtract: 'Random' }, rows.slice(0, 1))).toMatchObject({ said: ['before'] })
  })

  test.each([
    [
      'two columns of one name',
      [
        ['Name', 'Name'],
        ['Ada', 'b'],
      ],
      'two columns named "Name"',
    ],
    ['no names of columns', [[], ['Ada']], 'first row of the sheet is empty'],
    ['nothing at all', [], 'first row of the sheet is empty'],
  ])('%s leave a log', (_, values, log) => {
    expect(get({}, values).logs).toEqual([expect.stringContaining(log)])
  })

  test('reports a deleted sheet, and an id that does not name a spreadsheet', () => {
    const gone = run('Get data from sheet', { cellsToExtract, sheetId: '8' }, [meta])
    expect(gone.logs).toEqual([expect.stringContaining('no sheet with the id "8"')])
    const { calls, logs } = run('Get data from sheet', { cellsToExtract, spreadsheetId: 'a/b:c' }, [])
    expect(calls).toEqual([])
    expect(logs).toEqual([expect.stringContaining('neither the address of one nor an id')])
  })
})

describe('Insert a row', () => {
  const insert = (cellsToInsert: object[], outcomes = [meta, sheet(rows[0]!), ok({})]) =>
    run('Insert a row', { cellsToInsert }, outcomes)

  test('writes cells in the order of the columns, and reports columns that the sheet lacks', () => {
    const { calls, logs } = insert([pair('Age', '36'), pair('Country', 'x'), pair('Name', 'Ada')])
    expect(calls[2]).toMatchObject({
      path: ['v4', 'spreadsheets', 'abc-1', 'values', "'Ada''s: 📄'!A1"],
      verb: 'append',
      query: { valueInputOption: 'USER_ENTERED', insertDataOption: 'INSERT_ROWS' },
      json: { values: [['Ada', null, '36']] },
      isRepeatedWhenBusy: true,
    })
    expect(logs).toEqual([expect.stringContaining('no column "Country"')])
  })

  test.each([
    ['=IMPORTXML("x")', '\'=IMPORTXML("x")'],
    ['+49 151', "'+49 151"],
    ['@cmd', "'@cmd"],
    ['-1+1', "'-1+1"],
    ['-12.5', '-12.5'],
    ['plain', 'plain'],
    ['{{Other}} {{= 1 + 1 =}}', '{{Other}} {{= 1 + 1 =}}'],
  ])('a visitor who says %s writes a text', (value, expected) => {
    const variables = { cellsToInsert: [pair('Name', '{{Said}}')] }
    const { asked } = talkWith(
      'Google Sheets',
      { ...location, action: 'Insert a row', ...variables },
      [meta, sheet(rows[0]!), ok({})],
      { said: value },
    )
    expect(asked[2]?.call).toMatchObject({ json: { values: [[expected]] } })
  })

  test('writes nothing in columns whose value is empty', () => {
    expect(insert([pair('Name', ''), pair('City', '{{Nothing}}'), pair('Age', '36')]).calls[2]?.json).toEqual({
      values: [[null, null, '36']],
    })
  })

  test('writes formulas of the author as formulas', () => {
    expect(insert([pair('Name', '=NOW()')]).calls[2]?.json).toEqual({ values: [['=NOW()']] })
  })

  test('leaves a guaranteed row to be written after the turn', () => {
    const queued = [meta, sheet(rows[0]!), { answer: 'queued' } as const]
    const { calls, logs } = run('Insert a row', { cellsToInsert: [pair('Name', 'Ada')], isGuaranteed: true }, queued)
    expect(calls).toHaveLength(3)
    expect(logs).toEqual([expect.stringContaining('queued for delivery')])
  })

  test('writes nothing when no column is known', () => {
    expect(insert([pair('Country', 'x')]).calls).toHaveLength(2)
  })
})

describe('Update a row', () => {
  const update = (options: object, outcomes = [meta, sheet(...rows), ok({}), ok({})]) =>
    run('Update a row', { cellsToUpsert: [pair('City', 'Paris'), pair('Age', '=1+1')], ...options }, outcomes)

  test('writes the cells of all matching rows in one call, and constant formulas in another', () => {
    const { calls, logs } = update(filter([is('Name', 'Starts with', 'a')]))
    const range = (cell: string) => `'Ada''s: 📄'!${cell}`
    expect(calls.slice(2)).toMatchObject([
      {
        verb: 'batchUpdate',
        json: {
          valueInputOption: 'RAW',
          data: [
            { range: range('B2'), values: [['Paris']] },
            { range: range('B3'), values: [['Paris']] },
          ],
        },
      },
      { json: { valueInputOption: 'USER_ENTERED', data: [{ range: range('C2') }, { range: range('C3') }] } },
    ])
    expect(logs).toEqual([])
  })

  test('finds columns behind Z, and its rows by a reference cell of older flows', () => {
    const header = ['Name', ...Array.from({ length: 59 }, (_, index) => `Column ${index}`)]
    const cells = ['Column 24', 'Column 25', 'Column 50', 'Column 51'].map((column) => pair(column, 'x'))
    const options = { referenceCell: { column: 'Name', value: 'Alan' }, cellsToUpsert: cells }
    const { calls } = update(options, [meta, sheet(header, ['Ada'], ['Alan'], ['Alan Turing']), ok({})])
    const { data } = calls[2]!.json as unknown as { data: { range: string }[] }
    expect(data.map(({ range }) => range.split('!')[1])).toEqual(['Z3', 'AA3', 'AZ3', 'BA3'])
  })

  test.each([
    ['without a filter', {}, 0, 'needs a filter'],
    ['with a filter without comparisons', filter([]), 0, 'needs a filter'],
    ['when nothing matches', filter([is('Name', 'Equal to', 'Nobody')]), 2, 'no row was found'],
    [
      'when a column is missing',
      { ...filter([is('Name', 'Is set')]), cellsToUpsert: [pair('Country', 'x')] },
      2,
      'no column "Country"',
    ],
  ])('changes nothing %s', (_, options, calls, log) => {
    const ran = update(options)
    expect(ran.calls).toHaveLength(calls)
    expect(ran.logs).toEqual([expect.stringContaining(log)])
  })
})

describe('Gmail', () => {
  const send = (options: object, outcomes: ServiceOutcome[]) => {
    const given = { credentialsId: 'c', action: 'Send email', to: 'a@b.co, c@d.co', ...options }
    const { asked, talk, logs } = talkWith('gmail', given, outcomes)
    return { calls: asked.map(({ call }) => call), out: talk.session.frames[0]?.variables.vOut, logs }
  }
  const account = ok({ email: 'ada@example.com', name: 'Ada' })
  const sent = ok({ id: 'm1', threadId: 't1' })

  test('sends as the account, or under another name or address', () => {
    const mailOf = (options: object, outcomes: ServiceOutcome[]) =>
      (send(options, outcomes).calls.at(-1) as { mail?: object }).mail
    expect(mailOf({ subject: 'Hi' }, [account, sent])).toMatchObject({
      from: { name: 'Ada', address: 'ada@example.com' },
      to: ['a@b.co', 'c@d.co'],
      subject: 'Hi',
      text: '',
    })
    expect(mailOf({ from: 'Team' }, [account, sent])).toMatchObject({
      from: { name: 'Team', address: 'ada@example.com' },
    })
    expect(mailOf({ from: '"Team" <t@example.com>' }, [sent])).toMatchObject({
      from: { name: 'Team', address: 't@example.com' },
    })
  })

  test.each([
    [[{ variableId: 'vOut' }], 'm1'],
    [[{ item: 'Thread ID', variableId: 'vOut' }], 't1'],
  ])('saves %j', (responseMapping, expected) => {
    expect(send({ from: 'a@b.co', responseMapping }, [sent]).out).toBe(expected)
  })

  test('labels the email, and only logs a failure to do so', () => {
    const failed: ServiceOutcome = { answer: 'response', status: 400, text: '{}' }
    const { calls, logs, out } = send({ from: 'a@b.co', label: 'L1', responseMapping: [{ variableId: 'vOut' }] }, [
      sent,
      failed,
    ])
    expect(calls[1]).toMatchObject({ path: expect.arrayContaining(['m1', 'modify']), json: { addLabelIds: ['L1'] } })
    expect({ out, logs }).toEqual({ out: 'm1', logs: [expect.stringContaining('400')] })
  })
})

test.each(['Matches regex', 'Does not match regex'])(
  'the operator "%s", which is not offered, is understood in a flow',
  (name) => {
    const filter = { comparisons: [{ id: 'c', column: 'Name', comparisonOperator: name, value: '^A' }] }
    const options = { action: 'Get data from sheet', credentialsId: 'c', spreadsheetId: 's', sheetId: '1', filter }
    const read = readBlock({ id: 'b', type: 'Google Sheets', options })
    // Without "kept": its options are understood.
    expect(read).toEqual({ ok: true, block: { id: 'b', type: 'Google Sheets', options } })
  },
)
