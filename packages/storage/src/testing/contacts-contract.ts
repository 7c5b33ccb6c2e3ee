import { describe, expect, it } from 'vitest'
import type { Contact, ContactAttribute, ContactFilter } from '../contacts/contacts.js'
import type { Storage } from '../storage.js'
import { removeAll } from './remove-all.js'
import { commit } from './rows.js'

export const contactLimits = { contacts: 100, bytes: 10_000 }

export function contact(id: string, change: Partial<Contact> = {}): Contact {
  return {
    id,
    workspaceId: 'w1',
    name: 'Ána María García',
    language: 'es',
    timeZone: 'Europe/Madrid',
    firstSeenAt: 10,
    lastSeenAt: 20,
    isBlocked: false,
    createdAt: 10,
    updatedAt: 10,
    tags: ['VIP'],
    attributes: {},
    notes: 'Likes \u{1F600}',
    identifiers: [],
    ...change,
  }
}

export function contactAttribute(id: string, change: Partial<ContactAttribute> = {}): ContactAttribute {
  return { id, workspaceId: 'w1', name: id, type: 'text', createdAt: 10, ...change }
}

/** Contract of `Storage` implementations: contacts. `use` returns a seeded storage. */
export function contactsContract(use: () => Storage): void {
  const create = (one: Contact) => use().contacts.create(one, contactLimits)
  const phone = (value: string) => ({ kind: 'phone', value, channel: '' }) as const
  const update = (id: string, change: Parameters<Storage['contacts']['update']>[2]) =>
    use().contacts.update('w1', id, change, 50, contactLimits)
  const listed = async (filter: ContactFilter) =>
    (await use().contacts.list('w1', filter, { limit: 50, bytes: 1_000_000 })).contacts.map(({ id }) => id)

  describe('contacts', () => {
    it('are stored with their identifiers, and found by each of them in their workspace only', async () => {
      const { contacts } = use()
      const stored = contact('ana', {
        identifiers: [phone('+34600123456'), { kind: 'messenger', value: '77', channel: 'c1' }],
        attributes: { plan: 'pro', age: 30, isMember: true, cities: ['Köln', 'Rom'] },
      })
      expect(await create(stored)).toEqual(stored)
      expect(await contacts.get('w1', 'ana')).toEqual({ ...stored, identifiers: expect.anything() })
      expect((await contacts.get('w1', 'ana'))?.identifiers).toEqual(expect.arrayContaining([...stored.identifiers]))
      expect((await contacts.find('w1', phone('+34600123456')))?.id).toBe('ana')
      expect(await contacts.find('w1', { kind: 'messenger', value: '77', channel: 'c2' })).toBeUndefined()
      expect(await contacts.find('w2', phone('+34600123456'))).toBeUndefined()
      expect(await contacts.get('w2', 'ana')).toBeUndefined()
    })

    it('have no identifier of another contact: nothing is written, and the other one is named', async () => {
      await create(contact('ana', { identifiers: [phone('+34600123456')] }))
      const taken = { conflict: 'taken', identifier: phone('+34600123456'), contactId: 'ana' }
      expect(await create(contact('ben', { identifiers: [phone('+34600123456')] }))).toEqual(taken)
      expect(await use().contacts.get('w1', 'ben')).toBeUndefined()
      await create(contact('ben'))
      expect(await update('ben', { name: 'Ben', identifiers: [phone('+34600123456')] })).toEqual(taken)
      expect((await use().contacts.get('w1', 'ben'))?.name).toBe('Ána María García')
      const theirs = contact('ana', { workspaceId: 'w2', identifiers: [phone('+34600123456')] })
      expect(await create(theirs)).toEqual(theirs)
    })

    it('are as many and as large as may be', async () => {
      const few = { contacts: 1, bytes: 10_000 }
      const { contacts } = use()
      await contacts.create(contact('ana'), few)
      await expect(contacts.create(contact('ben'), few)).rejects.toMatchObject({
        quota: 'contactsPerWorkspace',
        max: 1,
      })
      expect(await contacts.count('w1', {})).toBe(1)
      await contacts.create(contact('ben', { workspaceId: 'w2' }), few)
      expect(await contacts.delete('w1', 'ana')).toBe(true)
      await contacts.create(contact('ben'), few)
      const large = { notes: 'x'.repeat(20_000) }
      expect(await contacts.create(contact('cid', large), contactLimits)).toEqual({ conflict: 'large' })
      expect(await update('ben', large)).toEqual({ conflict: 'large' })
    })

    it('change where something is given, and attributes one by one', async () => {
      await create(contact('ana', { attributes: { plan: 'free', age: 30 }, identifiers: [phone('+34600123456')] }))
      const after = await update('ana', { attributes: { plan: 'pro', age: null, city: 'Rom' }, lastSeenAt: 40 })
      expect(after).toMatchObject({ attributes: { plan: 'pro', city: 'Rom' }, lastSeenAt: 40, updatedAt: 50 })
      expect(await use().contacts.get('w1', 'ana')).toEqual(after)
      expect(await update('ana', { lastSeenAt: 30, firstSeenAt: 20 })).toMatchObject({
        lastSeenAt: 40,
        firstSeenAt: 10,
      })
      await update('ana', { name: 'Zoë', tags: [], identifiers: [] })
      expect(await listed({ search: 'ana' })).toEqual([])
      expect(await listed({ search: 'zoe' })).toEqual(['ana'])
      expect(await listed({ conditions: [{ field: 'tag', isAny: true }] })).toEqual([])
      expect(await listed({ conditions: [{ field: 'plan', text: 'PRO' }] })).toEqual(['ana'])
      expect(await listed({ conditions: [{ field: 'plan', text: 'free' }] })).toEqual([])
      expect(await use().contacts.find('w1', phone('+34600123456'))).toBeUndefined()
      expect(await update('ben', { name: 'Ben' })).toBeUndefined()
      expect(await use().contacts.update('w2', 'ana', { name: 'Ben' }, 50, contactLimits)).toBeUndefined()
    })

    it('are listed by when they were seen, page by page, up to a number and bytes', async () => {
      for (const [index, id] of ['a', 'b', 'c', 'd'].entries())
        await create(contact(id, { lastSeenAt: [30, 10, 30, 20][index] as number }))
      const pages: string[][] = []
      const { contacts } = use()
      for (let before: { lastSeenAt: number; id: string } | undefined; pages.length < 9; ) {
        const page = await contacts.list('w1', {}, { before, limit: 3, bytes: 1_000_000 })
        pages.push(page.contacts.map(({ id }) => id))
        before = page.next
        if (!before) break
      }
      expect(pages).toEqual([['c', 'a', 'd'], ['b']])
      const small = await contacts.list('w1', {}, { limit: 3, bytes: 1 })
      expect([small.contacts.map(({ id }) => id), small.next]).toEqual([['c'], { lastSeenAt: 30, id: 'c' }])
      expect(await listed({ seenFrom: 20, seenBefore: 30 })).toEqual(['d'])
      expect(await contacts.list('w2', {}, { limit: 3, bytes: 1 })).toEqual({ contacts: [] })
    })

    it('are found by words of their name, parts of an email, and a phone number with or without its country code', async () => {
      await create(contact('ana', { identifiers: [phone('+34600123456')] }))
      await create(
        contact('ben', {
          name: "Ben O'Neil",
          identifiers: [{ kind: 'email', value: 'ben.neil@acme.com', channel: '' }],
        }),
      )
      const finds = async (search: string) => [await listed({ search }), await use().contacts.count('w1', { search })]
      for (const search of ['ana', 'GARCIA', 'mar gar', '+34 600 12', '600123456', '0600123']) {
        expect(await finds(search), search).toEqual([['ana'], 1])
      }
      for (const search of ["o'neil", 'ben@', 'acme.com', 'ben.neil@ac', 'neil ben']) {
        expect(await finds(search), search).toEqual(search === 'ben@' ? [[], 0] : [['ben'], 1])
      }
      for (const search of ['nobody', 'ana ben', '%', '']) expect(await finds(search), search).toEqual([[], 0])
    })

    it('are filtered and counted by every kind of condition alike', async () => {
      await create(
        contact('ana', { attributes: { plan: 'Pro', age: 30, born: '1990-05-01', cities: ['Köln', 'Rom'] } }),
      )
      await create(
        contact('ben', {
          lastSeenAt: 15,
          tags: [],
          language: null,
          isBlocked: true,
          attributes: { plan: 'free', age: -5 },
        }),
      )
      const expected: [ContactFilter, string[]][] = [
        [{ conditions: [{ field: 'plan', text: 'pro' }] }, ['ana']],
        [{ conditions: [{ field: 'plan', text: 'pro', isNot: true }] }, ['ben']],
        [{ conditions: [{ field: 'plan', prefix: 'FR' }] }, ['ben']],
        [{ conditions: [{ field: 'age', number: 30 }] }, ['ana']],
        [{ conditions: [{ field: 'age', of: 'numbers', above: -5 }] }, ['ana']],
        [{ conditions: [{ field: 'age', of: 'numbers', below: 30 }] }, ['ben']],
        [{ conditions: [{ field: 'age', isAny: true }] }, ['ana', 'ben']],
        [{ conditions: [{ field: 'born', of: 'days', after: '1990-04-30', before: '1990-05-02' }] }, ['ana']],
        [{ conditions: [{ field: 'born', of: 'days', before: '1990-05-01' }] }, []],
        [{ conditions: [{ field: 'born', isAny: true, isNot: true }] }, ['ben']],
        [
          {
            conditions: [
              { field: 'cities', text: 'koln' },
              { field: 'cities', text: 'rom' },
            ],
          },
          ['ana'],
        ],
        [
          {
            conditions: [
              { field: 'tag', text: 'vip' },
              { field: 'plan', isAny: true },
            ],
          },
          ['ana'],
        ],
        [{ conditions: [{ field: 'blocked', text: 'true' }] }, ['ben']],
        [{ conditions: [{ field: 'language', text: 'ES' }] }, ['ana']],
        [{ conditions: [{ field: 'age', isAny: true }], seenBefore: 20 }, ['ben']],
        [{ search: 'ana', conditions: [{ field: 'plan', text: 'free' }] }, ['ben']],
        [{ seenFrom: 15 }, ['ana', 'ben']],
        [{}, ['ana', 'ben']],
      ]
      for (const [filter, ids] of expected) {
        expect(await listed(filter), JSON.stringify(filter)).toEqual(ids)
        expect(await use().contacts.count('w1', filter), JSON.stringify(filter)).toBe(ids.length)
      }
    })

    it('leave their conversations and results, without a contact, when they are deleted', async () => {
      const { contacts, sessions, results } = use()
      await create(contact('ana', { identifiers: [phone('+34600123456')] }))
      const first = commit(1)
      await sessions.commit({ ...first, session: { ...first.session, contactId: 'ana' } })
      expect((await sessions.get('s1'))?.contactId).toBe('ana')
      expect((await sessions.open('s1'))?.row.contactId).toBe('ana')
      expect((await results.find('r1'))?.contactId).toBe('ana')
      expect(await contacts.delete('w2', 'ana')).toBe(false)
      expect(await contacts.delete('w1', 'ana')).toBe(true)
      expect(await contacts.delete('w1', 'ana')).toBe(false)
      expect([await contacts.get('w1', 'ana'), await contacts.count('w1', {})]).toEqual([undefined, 0])
      expect(await listed({ search: 'ana' })).toEqual([])
      await removeAll(use())
      expect((await sessions.get('s1'))?.contactId).toBeNull()
      expect((await results.find('r1'))?.contactId).toBeNull()
      expect(await create(contact('ana', { identifiers: [phone('+34600123456')] }))).toMatchObject({ id: 'ana' })
    })

    it('become those of a conversation in a later turn, and its result keeps them', async () => {
      const { sessions, results } = use()
      await sessions.commit(commit(1))
      const second = commit(2)
      await sessions.commit({ ...second, session: { ...second.session, contactId: 'ana' } })
      expect((await sessions.get('s1'))?.contactId).toBe('ana')
      expect((await results.find('r1'))?.contactId).toBe('ana')
      await sessions.commit(commit(3))
      expect((await results.find('r1'))?.contactId).toBe('ana')
    })

    it('have attributes by name, which can be renamed; the values of a deleted one go away', async () => {
      const { contacts } = use()
      const [plan, age] = [
        contactAttribute('p1', { name: 'plan' }),
        contactAttribute('a1', { name: 'age', type: 'number' }),
      ]
      for (const one of [plan, age]) expect(await contacts.createAttribute(one)).toEqual(one)
      expect(await contacts.createAttribute({ ...plan, id: 'p2' })).toBe('taken')
      expect(await contacts.createAttribute({ ...plan, workspaceId: 'w2', id: 'p3' })).toMatchObject({ id: 'p3' })
      expect(await contacts.listAttributes('w1')).toEqual([age, plan])
      expect(await contacts.renameAttribute('w1', 'p1', 'age')).toBe('taken')
      expect(await contacts.renameAttribute('w1', 'p1', 'tier')).toEqual({ ...plan, name: 'tier' })
      expect(await contacts.renameAttribute('w2', 'p1', 'other')).toBeUndefined()
      for (const id of ['ana', 'ben']) await create(contact(id, { attributes: { p1: 'pro', a1: 3 } }))
      expect(await contacts.deleteAttribute('w2', 'p1')).toBeUndefined()
      expect(await contacts.deleteAttribute('w1', 'p1')).toEqual({ ...plan, name: 'tier' })
      expect(await contacts.deleteAttribute('w1', 'p1')).toBeUndefined()
      await removeAll(use())
      expect((await contacts.get('w1', 'ana'))?.attributes).toEqual({ a1: 3 })
      expect(await listed({ conditions: [{ field: 'p1', isAny: true }] })).toEqual([])
    })
  })
}
