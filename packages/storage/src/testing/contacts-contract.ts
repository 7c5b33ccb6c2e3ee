import { describe, expect, it } from 'vitest'
import type { Contact, ContactAttribute, ContactFilter, ContactMerge, ContactSegment } from '../contacts/contacts.js'
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

export function merge(id: string, contactId: string, mergedId: string, createdAt = 60): ContactMerge {
  return { id, workspaceId: 'w1', contactId, mergedId, authorId: 'u1', createdAt }
}

export function contactSegment(id: string, change: Partial<ContactSegment> = {}): ContactSegment {
  return { id, workspaceId: 'w1', name: id, filter: '[{"é":1}]', createdAt: 10, updatedAt: 11, ...change }
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

    it('are merged: what the first one has wins, lists are joined, and both ids lead to one contact', async () => {
      const { contacts } = use()
      await create(
        contact('ana', { name: null, tags: ['VIP'], attributes: { plan: 'pro', cities: ['Rom'] }, notes: 'One' }),
      )
      await create(
        contact('anna', {
          name: 'Anna',
          lastSeenAt: 90,
          tags: ['VIP', 'new'],
          attributes: { plan: 'free', age: 3, cities: ['Oslo'] },
          notes: 'Two',
          identifiers: [phone('+34600123456')],
        }),
      )
      const merged = await contacts.merge(merge('m1', 'ana', 'anna'), contactLimits)
      expect(merged).toMatchObject({
        id: 'ana',
        name: 'Anna',
        lastSeenAt: 90,
        tags: ['VIP', 'new'],
        attributes: { plan: 'pro', age: 3, cities: ['Rom', 'Oslo'] },
        notes: 'One\n\nTwo',
        identifiers: [phone('+34600123456')],
      })
      expect(await contacts.get('w1', 'anna')).toEqual(merged)
      expect(await contacts.get('w1', 'ana')).toEqual(merged)
      expect((await contacts.find('w1', phone('+34600123456')))?.id).toBe('ana')
      expect(await listed({})).toEqual(['ana'])
      expect(await listed({ search: 'anna 600123' })).toEqual(['ana'])
      expect(await contacts.count('w1', {})).toBe(1)
      expect(await contacts.merge(merge('m2', 'ana', 'anna'), contactLimits)).toBeUndefined()
      expect(await contacts.listMerges('w1', 'ana')).toEqual([{ ...merge('m1', 'ana', 'anna'), mergedName: 'Anna' }])
    })

    it('are two again when a merge is undone, with what was changed since, the last merge first', async () => {
      const { contacts } = use()
      const ana = contact('ana', { attributes: { plan: 'pro' }, identifiers: [phone('+34600123456')] })
      const ben = contact('ben', { name: 'Ben', lastSeenAt: 90, tags: ['new'], attributes: { age: 3 } })
      const cid = contact('cid', { name: 'Cid', tags: [] })
      for (const one of [ana, ben, cid]) await create(one)
      await contacts.merge(merge('m1', 'ben', 'cid', 60), contactLimits)
      const before = await contacts.get('w1', 'ben')
      await contacts.merge(merge('m2', 'ana', 'ben', 70), contactLimits)
      expect((await contacts.get('w1', 'cid'))?.id).toBe('ana')
      await update('ana', { attributes: { plan: 'free' }, tags: ['VIP', 'new', 'later'] })
      expect(await contacts.undoMerge('w1', 'm1', 80)).toBe('notLast')
      expect(await contacts.undoMerge('w2', 'm2', 80)).toBeUndefined()
      const undone = await contacts.undoMerge('w1', 'm2', 80)
      expect(undone).toMatchObject({
        contact: {
          id: 'ana',
          attributes: { plan: 'free' },
          tags: ['VIP', 'later'],
          lastSeenAt: 20,
          identifiers: ana.identifiers,
        },
        merged: { ...before, updatedAt: 80 },
      })
      expect([(await contacts.get('w1', 'cid'))?.id, await contacts.count('w1', {})]).toEqual(['ben', 2])
      expect(await listed({ search: 'ben' })).toEqual(['ben'])
      expect(await listed({ conditions: [{ field: 'age', number: 3 }] })).toEqual(['ben'])
      expect(await contacts.undoMerge('w1', 'm2', 80)).toBeUndefined()
      expect(await contacts.undoMerge('w1', 'm1', 80)).toMatchObject({ merged: { id: 'cid', name: 'Cid' } })
      expect(await contacts.count('w1', {})).toBe(3)
    })

    it('cannot be two again once the time for it is over', async () => {
      const { contacts } = use()
      for (const id of ['ana', 'ben']) await create(contact(id))
      await contacts.merge(merge('m1', 'ana', 'ben', 60), contactLimits)
      expect([await contacts.removeMergesBefore(60, 9), await contacts.removeMergesBefore(61, 9)]).toEqual([0, 1])
      expect(await contacts.undoMerge('w1', 'm1', 80)).toBeUndefined()
    })

    it('have the conversations of all contacts that they were merged from, newest first; those that run continue', async () => {
      const { contacts, sessions } = use()
      for (const id of ['ana', 'ben']) await create(contact(id))
      const begin = async (sessionId: string, contactId: string, version = 1) => {
        const one = commit(version, { sessionId, resultId: `r-${sessionId}` })
        return sessions.commit({ ...one, session: { ...one.session, contactId } })
      }
      await begin('s1', 'ana')
      await begin('s2', 'ben')
      await contacts.merge(merge('m1', 'ana', 'ben'), contactLimits)
      expect(await begin('s2', 'ben', 2)).toBe('committed')
      const page = await contacts.listConversations('w1', 'ana', { limit: 9 })
      expect(page.map(({ id, botName, resultId }) => [id, botName, resultId])).toEqual([
        ['s2', expect.any(String), 'r-s2'],
        ['s1', expect.any(String), 'r-s1'],
      ])
      const before = { createdAt: page[0]!.createdAt, id: 's2' }
      expect((await contacts.listConversations('w1', 'ana', { before, limit: 9 })).map(({ id }) => id)).toEqual(['s1'])
      expect(await contacts.listConversations('w2', 'ana', { limit: 9 })).toEqual([])
    })

    it('are erased with everything about them, which a report counts, and nothing of others', async () => {
      const { contacts, sessions, results } = use()
      for (const id of ['ana', 'ben', 'cid'])
        await create(contact(id, { identifiers: [phone(`+3460012345${id.length}${id.charCodeAt(0) % 10}`)] }))
      for (const [sessionId, contactId] of [
        ['s1', 'ana'],
        ['s2', 'ben'],
        ['s3', 'cid'],
      ] as const) {
        const one = commit(1, { sessionId, resultId: `r-${sessionId}` })
        await sessions.commit({ ...one, session: { ...one.session, contactId } })
      }
      await contacts.merge(merge('m1', 'ana', 'ben'), contactLimits)
      expect(await contacts.erase('w2', 'ana')).toBeUndefined()
      expect(await contacts.erase('w1', 'ana')).toEqual({
        results: 2,
        answers: 2,
        conversations: 2,
        files: 0,
        identifiers: 2,
        contacts: 2,
      })
      for (const id of ['ana', 'ben']) expect(await contacts.get('w1', id)).toBeUndefined()
      for (const id of ['s1', 's2']) expect(await sessions.get(id)).toBeUndefined()
      for (const id of ['r-s1', 'r-s2']) expect(await results.find(id)).toBeUndefined()
      expect(await contacts.listMerges('w1', 'ana')).toEqual([])
      expect([(await contacts.get('w1', 'cid'))?.id, (await results.find('r-s3'))?.id]).toEqual(['cid', 'r-s3'])
      expect(await contacts.erase('w1', 'ana')).toBeUndefined()
    })

    it('are deleted when they were not seen for long, unless a conversation of them is stored', async () => {
      const { contacts, sessions } = use()
      for (const id of ['ana', 'ben', 'cid']) await create(contact(id, { lastSeenAt: id === 'cid' ? 30 : 20 }))
      const one = commit(1)
      await sessions.commit({ ...one, session: { ...one.session, contactId: 'ben' } })
      expect([await contacts.deleteUnseen(30, 9), await contacts.deleteUnseen(30, 9)]).toEqual([1, 0])
      expect((await listed({})).toSorted()).toEqual(['ben', 'cid'])
    })

    it('have segments of their workspace, by name', async () => {
      const { contacts } = use()
      const [vips, all] = [contactSegment('g1', { name: 'VIPs' }), contactSegment('g2', { name: 'All' })]
      for (const one of [vips, all, contactSegment('g3', { workspaceId: 'w2' })]) await contacts.createSegment(one)
      expect(await contacts.listSegments('w1')).toEqual([all, vips])
      expect([await contacts.getSegment('w1', 'g1'), await contacts.getSegment('w2', 'g1')]).toEqual([vips, undefined])
      const changed = { ...vips, name: 'Best', updatedAt: 99 }
      expect(await contacts.updateSegment('w1', 'g1', { name: 'Best', updatedAt: 99 })).toEqual(changed)
      expect(await contacts.updateSegment('w2', 'g1', { name: 'Worst' })).toBeUndefined()
      expect([await contacts.deleteSegment('w2', 'g1'), await contacts.deleteSegment('w1', 'g1')]).toEqual([
        undefined,
        changed,
      ])
    })
  })
}
