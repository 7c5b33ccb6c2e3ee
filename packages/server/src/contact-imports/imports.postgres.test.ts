import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestService, testService } from '../testing/test-service.js'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

/** A new workspace with attributes, and requests to its contacts. */
async function workspace(attributes: Record<string, string> = {}) {
  const { value } = await service.addToken()
  const as = { authorization: `Bearer ${value}` }
  const created = await service.call('POST', '/api/v1/workspaces', { name: 'Files' }, as)
  const root = `/api/v1/workspaces/${created.body.workspace.id}`
  const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
    (await service.call(method, root + path, body, as)).body
  for (const [name, type] of Object.entries(attributes)) await call('POST', '/contact-attributes', { name, type })
  const add = async (body: object) => (await call('POST', '/contacts', body)).contact
  const all = async () => (await call('GET', '/contacts?limit=100')).contacts
  const columns = async (csv: string) => (await call('POST', '/contacts/import/columns', { csv })).columns
  const bring = (csv: string, columns: (string | null)[], more: object = {}) =>
    call('POST', '/contacts/import', { csv, columns, ...more })
  const download = async (query = '') =>
    (await service.call('GET', `${root}/contacts/export${query}`, undefined, as)).text
  return { call, add, all, columns, bring, download }
}
const targets = (columns: { target: string | null }[]) => columns.map(({ target }) => target)
const counts = { created: 0, changed: 0, unchanged: 0, refused: 0, nextRow: null }

describe('a file of contacts', () => {
  it('shows its columns with their first values, and what they seem to have', async () => {
    const { columns, call } = await workspace({ plan: 'text' })
    const csv =
      '\ufeffFull name;E-Mail;Mobile;Plan;Shoe size;email\nAna;ana@example.com;+34 600 123 456;pro;38;\n\nBen;;;;;'
    expect(await columns(csv)).toEqual([
      { name: 'Full name', samples: ['Ana', 'Ben'], target: 'name' },
      { name: 'E-Mail', samples: ['ana@example.com', ''], target: 'email' },
      { name: 'Mobile', samples: ['+34 600 123 456', ''], target: 'phone' },
      { name: 'Plan', samples: ['pro', ''], target: 'attribute.plan' },
      { name: 'Shoe size', samples: ['38', ''], target: null },
      { name: 'email', samples: ['', ''], target: null },
    ])
    expect((await call('POST', '/contacts/import/columns', { csv })).rows).toBe(2)
  })

  it('is counted by a dry run as it is imported, and changes nothing when it is imported again', async () => {
    const { add, all, bring } = await workspace({ plan: 'text', age: 'number', cities: 'list' })
    await add({ name: 'Ana', tags: ['vip'], identifiers: [{ kind: 'phone', value: '+34600123456' }] })
    const csv = [
      'Name,Phone,Tags,Plan,Age,Cities',
      'Ana María,12,,,,',
      'Ana María,+34 600 123 456,"new, madrid",pro,30,"Rom, Italy;Oslo"',
      'Ben,+49 170 1234567,,free,"1,5",',
    ].join('\n')
    const columns = ['name', 'phone', 'tags', 'attribute.plan', 'attribute.age', 'attribute.cities']
    const expected = { ...counts, rows: 3, created: 1, changed: 1, refused: 1 }
    expect(await bring(csv, columns, { isDryRun: true })).toMatchObject(expected)
    expect(await all()).toHaveLength(1)
    expect(await bring(csv, columns)).toMatchObject({
      ...expected,
      problems: [{ row: 2, reason: 'invalidValue', column: 'Phone', value: '12' }],
    })
    const byName = Object.fromEntries((await all()).map((one: { name: string }) => [one.name, one]))
    expect(byName['Ana María']).toMatchObject({
      tags: ['vip', 'new', 'madrid'],
      attributes: { plan: 'pro', age: 30, cities: ['Rom, Italy', 'Oslo'] },
    })
    expect(byName.Ben).toMatchObject({ attributes: { plan: 'free' }, identifiers: [{ value: '+491701234567' }] })
    expect(await bring(csv, columns)).toMatchObject({ ...counts, rows: 3, unchanged: 2, refused: 1 })
  })

  it('has the reason and the row of everything that is refused', async () => {
    const { add, bring } = await workspace({ born: 'date' })
    await add({ name: 'Ana', identifiers: [{ kind: 'email', value: 'ana@example.com' }] })
    await add({ name: 'Anna', identifiers: [{ kind: 'external', value: '7' }] })
    const csv = [
      'Id,Name,Email,Customer,Born,Zone',
      ',Ben,,,,',
      ',Ana,ana@example.com,7,,',
      ',Cid,cid@example.com,,30.2.1990,',
      ',Dora,dora@example.com,,,Mars/Olympus',
      ',Emil,emil@example.com,,,,,surplus',
      ',Cid,cid@example.com,,1990-02-03,Europe/Madrid',
      ',Cid,CID@example.com,,,',
      'nobody,Fay,,,,',
    ].join('\n')
    const answer = await bring(csv, ['id', 'name', 'email', 'external', 'attribute.born', 'timeZone'])
    expect(answer).toMatchObject({ created: 1, refused: 7 })
    expect(answer.problems.map(({ row, reason }: { row: number; reason: string }) => [row, reason])).toEqual([
      [2, 'noIdentifier'],
      [3, 'severalContacts'],
      [4, 'invalidValue'],
      [5, 'invalidValue'],
      [6, 'tooManyValues'],
      [8, 'repeated'],
      [9, 'unknownContact'],
    ])
    expect(answer.problems[5]).toMatchObject({ value: '7', message: 'It has an identifier of row 7.' })
  })

  it('is refused with the limit if it has too many rows, and with the column if contacts have none like it', async () => {
    const { bring } = await workspace()
    const { limits } = service.config
    const before = limits.contactImportRows
    limits.contactImportRows = 1
    const answer = await bring('Email\na@example.com\nb@example.com', ['email'])
    limits.contactImportRows = before
    expect(answer).toMatchObject({ code: 'contacts_unreadable', message: expect.stringContaining('more than 1 rows') })
    expect(await bring('Email\na@example.com', ['mail'])).toMatchObject({ issues: [{ path: 'columns.0' }] })
    expect(await bring('A,B\n1,2', ['email', 'email'])).toMatchObject({ issues: [{ path: 'columns.1' }] })
  })

  it('continues where a request stopped because of its time', async () => {
    const { bring, all } = await workspace()
    const { limits } = service.config
    const before = limits.contactImportMilliseconds
    limits.contactImportMilliseconds = 0
    const csv = `Email\n${Array.from({ length: 70 }, (_, index) => `a${index}@example.com`).join('\n')}\nnobody`
    const first = await bring(csv, ['email'])
    expect(first).toMatchObject({ ...counts, rows: 71, created: 50, nextRow: 52 })
    const second = await bring(csv, ['email'], { fromRow: first.nextRow })
    limits.contactImportMilliseconds = before
    expect(second).toMatchObject({ ...counts, rows: 71, created: 20, refused: 1 })
    expect(await all()).toHaveLength(70)
  })
})

describe('an export of contacts', () => {
  it('has what a list would have, and an import of it changes nothing', async () => {
    const { add, bring, columns, download } = await workspace({ plan: 'text', cities: 'list', born: 'date' })
    await add({
      name: '=HYPERLINK("http://a.example")',
      tags: ['a, b'],
      notes: 'Two\nlines; "quoted"',
      attributes: { plan: "'pro", cities: ['Rom', 'Oslo, Norway'], born: '1990-02-03' },
      identifiers: [
        { kind: 'phone', value: '+34600123456' },
        { kind: 'messenger', value: '77', channel: 'c1' },
        { kind: 'email', value: 'ana@example.com' },
        { kind: 'email', value: 'ana@example.org' },
      ],
    })
    await add({ name: 'Ben', isBlocked: true, identifiers: [{ kind: 'external', value: '1' }] })
    const csv = await download()
    const [header = [], ...rows] = parse(csv, { bom: true }) as string[][]
    expect(rows).toHaveLength(2)
    const [ana] = rows.filter((row) => row.some((cell) => cell.includes('HYPERLINK')))
    const cell = (name: string) => ana?.[header.indexOf(name)]
    expect(cell('Name')).toMatch(/^'=/)
    expect([cell('Email'), cell('Messenger ID'), cell('Tags')]).toEqual([
      'ana@example.com; ana@example.org',
      '77 (c1)',
      'a, b;',
    ])
    const found = targets(await columns(csv))
    expect(found.filter((target) => target === null)).toHaveLength(2)
    expect(await bring(csv, found)).toMatchObject({ ...counts, rows: 2, unchanged: 2 })
    expect(parse(await download('?search=ben'), { bom: true })).toHaveLength(2)
    const filters = JSON.stringify([{ attribute: 'plan', is: 'isNotEmpty' }])
    expect(await download(`?raw=true&filters=${encodeURIComponent(filters)}`)).toContain('"=HYPERLINK')
  })
})
