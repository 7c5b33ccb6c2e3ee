import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestService, testService } from '../testing/test-service.js'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

/** A new workspace, and requests to its contacts. */
async function workspace() {
  const { value } = await service.addToken()
  const as = { authorization: `Bearer ${value}` }
  const created = await service.call('POST', '/api/v1/workspaces', { name: 'Contacts' }, as)
  const root = `/api/v1/workspaces/${created.body.workspace.id}`
  const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
    (await service.call(method, root + path, body, as)).body
  const define = (name: string, type: string) => call('POST', '/contact-attributes', { name, type })
  const add = async (body: object) => (await call('POST', '/contacts', body)).contact
  const list = (query: Record<string, string> = {}) => call('GET', `/contacts?${new URLSearchParams(query)}`)
  const found = async (...filters: object[]) => {
    const query = { filters: JSON.stringify(filters) }
    const { contacts } = await list(query)
    const { count } = await call('GET', `/contacts/count?${new URLSearchParams(query)}`)
    expect(count).toBe(contacts.length)
    return contacts.map(({ name }: { name: string }) => name)
  }
  return { call, define, add, list, found }
}

describe('contacts of a workspace', () => {
  it('are created with normalized identifiers and typed attributes, by their names', async () => {
    const { call, define, add } = await workspace()
    await define('plan', 'text')
    await define('born', 'date')
    const contact = await add({
      name: ' Ana ',
      language: 'pt-BR',
      timeZone: 'Europe/Lisbon',
      tags: ['vip', 'vip'],
      attributes: { plan: 'pro', born: '1990-05-01' },
      identifiers: [
        { kind: 'phone', value: '00351 (912) 345-678' },
        { kind: 'email', value: 'Ana@Example.COM' },
      ],
    })
    expect(contact).toMatchObject({
      name: 'Ana',
      tags: ['vip'],
      attributes: { plan: 'pro', born: '1990-05-01' },
      identifiers: [
        { kind: 'email', value: 'ana@example.com', channel: null },
        { kind: 'phone', value: '+351912345678', channel: null },
      ],
      isBlocked: false,
      notes: '',
    })
    expect(await call('GET', `/contacts/${contact.id}`)).toEqual({ contact })
  })

  it('refuse values of another type and unknown attributes, and name each of them', async () => {
    const { call, define } = await workspace()
    for (const [name, type] of Object.entries({ age: 'number', born: 'date', isMember: 'boolean', cities: 'list' }))
      await define(name, type)
    const attributes = { age: '30', born: '2026-02-30', isMember: 'yes', cities: 'Rome', plan: 'pro' }
    const identifiers = [
      { kind: 'phone', value: '123' },
      { kind: 'email', value: 'ana' },
    ]
    const answer = await call('POST', '/contacts', { attributes, identifiers })
    expect(answer.code).toBe('invalid_request')
    expect(answer.issues.map(({ path }: { path: string }) => path)).toEqual([
      'attributes.age',
      'attributes.born',
      'attributes.isMember',
      'attributes.cities',
      'attributes.plan',
      'identifiers.0.value',
      'identifiers.1.value',
    ])
    expect(answer.issues[0].message).toBe('Give a number. The attribute has the type number')
  })

  it('cannot have attributes with the name of a field that each contact has', async () => {
    const { define } = await workspace()
    expect(await define('name', 'text')).toMatchObject({ code: 'invalid_request' })
    expect(await define('Plan B', 'text')).toMatchObject({ code: 'invalid_request' })
  })

  it('are listed in pages, which a search and conditions narrow', async () => {
    const { define, add, list, found } = await workspace()
    await define('age', 'number')
    await add({ name: 'Ana', tags: ['VIP'], attributes: { age: 30 } })
    await add({ name: 'Ben', isBlocked: true, identifiers: [{ kind: 'telegram', value: '77' }] })
    await add({ name: 'Cid', attributes: { age: 17 } })
    const first = await list({ limit: '2' })
    expect(first.contacts).toHaveLength(2)
    expect(first.contacts[0]).not.toHaveProperty('notes')
    const second = await list({ limit: '2', cursor: first.nextCursor })
    expect(second).toMatchObject({ contacts: [{ name: expect.any(String) }], nextCursor: null })
    expect(await list({ limit: '2', search: 'A', cursor: first.nextCursor })).toMatchObject({ code: 'invalid_cursor' })
    expect((await list({ search: 'an' })).contacts).toMatchObject([{ name: 'Ana' }])
    expect(await found({ field: 'tag', is: 'equals', value: 'vip' })).toEqual(['Ana'])
    expect(await found({ attribute: 'age', is: 'greaterThan', value: 17 })).toEqual(['Ana'])
    expect(await found({ attribute: 'age', is: 'isEmpty' })).toEqual(['Ben'])
    expect(await found({ field: 'channel', is: 'equals', value: 'telegram' })).toEqual(['Ben'])
    expect(await found({ field: 'isBlocked', is: 'equals', value: true })).toEqual(['Ben'])
    expect(
      await found({ field: 'isBlocked', is: 'isNot', value: true }, { attribute: 'age', is: 'lessThan', value: 18 }),
    ).toEqual(['Cid'])
    expect(await found({ field: 'lastSeen', is: 'notWithinDays', value: 1 })).toEqual([])
    expect(await found({ field: 'lastSeen', is: 'withinDays', value: 1 })).toHaveLength(3)
  })

  it('refuse conditions that do not fit an attribute, and say which do', async () => {
    const { define, list } = await workspace()
    await define('age', 'number')
    const filters = [
      { attribute: 'age', is: 'startsWith', value: '3' },
      { attribute: 'plan', is: 'isEmpty' },
      { attribute: 'age', is: 'equals', value: 'x' },
    ]
    const { issues } = await list({ filters: JSON.stringify(filters) })
    expect(issues).toEqual([
      {
        path: 'filters.0',
        message: 'startsWith does not fit. This takes equals, isNot, greaterThan, lessThan, isEmpty, isNotEmpty',
      },
      { path: 'filters.1', message: 'The contacts have no attribute plan' },
      { path: 'filters.2', message: 'Give a number as the value' },
    ])
  })

  it('change, keep the values of a renamed attribute, and lose those of a deleted one', async () => {
    const { call, define, add } = await workspace()
    const { attribute } = await define('plan', 'text')
    const { id } = await add({ name: 'Ana', attributes: { plan: 'free' }, notes: 'Old' })
    const changed = await call('PATCH', `/contacts/${id}`, {
      attributes: { plan: 'pro' },
      notes: 'New',
      timeZone: null,
    })
    expect(changed.contact).toMatchObject({ name: 'Ana', attributes: { plan: 'pro' }, notes: 'New' })
    await call('PATCH', `/contact-attributes/${attribute.id}`, { name: 'tier' })
    expect((await call('GET', `/contacts/${id}`)).contact.attributes).toEqual({ tier: 'pro' })
    await call('DELETE', `/contact-attributes/${attribute.id}`)
    expect((await call('GET', `/contacts/${id}`)).contact.attributes).toEqual({})
    expect((await call('DELETE', `/contacts/${id}`)).contact.name).toBe('Ana')
    expect((await call('GET', `/contacts/${id}`)).code).toBe('contact_not_found')
  })

  it('are merged, two again by undoing, and erased with a report', async () => {
    const { call, define, add, list } = await workspace()
    await define('plan', 'text')
    const ana = await add({ name: 'Ana', identifiers: [{ kind: 'email', value: 'ana@example.com' }] })
    const other = await add({ name: 'A. García', attributes: { plan: 'pro' }, tags: ['vip'] })
    const { contact, merge } = await call('POST', `/contacts/${ana.id}/merge`, { otherId: other.id })
    expect(contact).toMatchObject({ id: ana.id, name: 'Ana', attributes: { plan: 'pro' }, tags: ['vip'] })
    expect((await call('GET', `/contacts/${other.id}`)).contact.id).toBe(ana.id)
    expect((await call('GET', `/contacts/${ana.id}/merges`)).merges).toEqual([merge])
    expect(Date.parse(merge.undoUntil) - Date.parse(merge.createdAt)).toBe(30 * 86_400_000)
    const undone = await call('POST', `/contact-merges/${merge.id}/undo`)
    expect(undone).toMatchObject({ contact: { id: ana.id, tags: [] }, merged: { id: other.id, tags: ['vip'] } })
    expect((await list()).contacts).toHaveLength(2)
    expect(await call('GET', `/contacts/${ana.id}/conversations`)).toEqual({ conversations: [], nextCursor: null })
    const nothing = { results: 0, answers: 0, conversations: 0, files: 0 }
    expect(await call('POST', `/contacts/${ana.id}/erase`)).toEqual({
      erased: { ...nothing, identifiers: 1, contacts: 1 },
    })
    expect((await call('GET', `/contacts/${ana.id}`)).code).toBe('contact_not_found')
  })

  it('have segments that keep their attributes under another name', async () => {
    const { call, define } = await workspace()
    const { attribute } = await define('plan', 'text')
    const filters = [
      { attribute: 'plan', is: 'equals', value: 'pro' },
      { field: 'tag', is: 'equals', value: 'vip' },
    ]
    const { segment } = await call('POST', '/contact-segments', { name: 'Best', filters })
    expect(segment).toMatchObject({ name: 'Best', filters })
    await call('PATCH', `/contact-attributes/${attribute.id}`, { name: 'tier' })
    const renamed = [{ ...filters[0], attribute: 'tier' }, filters[1]]
    expect((await call('GET', '/contact-segments')).segments).toMatchObject([{ name: 'Best', filters: renamed }])
    const wrong = [{ attribute: 'plan', is: 'isEmpty' }]
    expect((await call('PATCH', `/contact-segments/${segment.id}`, { filters: wrong })).code).toBe('invalid_request')
    expect((await call('PATCH', `/contact-segments/${segment.id}`, { name: 'Top' })).segment).toMatchObject({
      name: 'Top',
      filters: renamed,
    })
    expect((await call('DELETE', `/contact-segments/${segment.id}`)).segment.name).toBe('Top')
    expect(await call('GET', '/contact-segments')).toEqual({ segments: [] })
  })
})
