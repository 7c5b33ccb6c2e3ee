import { describe, expect, it } from 'vitest'
import type {
  Contact,
  ContactFilter,
  ContactIdentifier,
  ExportPosition,
  ImportedContact,
} from '../contacts/contacts.js'
import type { Storage } from '../storage.js'
import { contact, contactLimits, merge } from './contacts-contract.js'

/** Contract of `Storage` implementations: imports and exports of contacts. `use` returns a seeded storage. */
export function contactExchangeContract(use: () => Storage): void {
  const email = (value: string): ContactIdentifier => ({ kind: 'email', value, channel: '' })
  const imported = (newId: string, change: ImportedContact['change'], id?: string): ImportedContact => ({
    newId,
    change,
    ...(id !== undefined && { id }),
  })
  const bring = (contacts: ImportedContact[], options: { isDryRun?: boolean; limits?: typeof contactLimits } = {}) =>
    use().contacts.import('w1', contacts, { at: 70, limits: contactLimits, isDryRun: false, ...options })
  const exported = async (filter: ContactFilter, limit = 2, between?: (found: Contact[]) => Promise<unknown>) => {
    const ids: string[] = []
    let after: ExportPosition | undefined
    do {
      const page = await use().contacts.exportPage('w1', filter, { after, limit })
      ids.push(...page.contacts.map(({ id }) => id))
      await between?.(page.contacts)
      after = page.next
    } while (after)
    return ids
  }

  describe('imported contacts', () => {
    it('are created, or change the one with their identifier or id; imported again, they change nothing', async () => {
      const { contacts } = use()
      await contacts.create(contact('ana', { tags: ['VIP'], attributes: { plan: 'free', age: 3 } }), contactLimits)
      await contacts.create(contact('anna'), contactLimits)
      await contacts.create(contact('ben', { identifiers: [email('ben@example.com')] }), contactLimits)
      await contacts.merge(merge('m1', 'ana', 'anna'), contactLimits)
      const file = [
        imported('n1', { name: 'Cid', tags: ['new'], identifiers: [email('cid@example.com')] }),
        imported('n2', { attributes: { plan: 'pro' }, tags: ['new'], identifiers: [email('ana@example.com')] }, 'anna'),
        imported('n3', { name: 'Ben', identifiers: [email('ben@example.com')] }),
        imported('n4', { name: 'Nobody' }, 'nobody'),
        imported('n5', { identifiers: [email('ben@example.com'), email('ana@example.com')] }),
        imported('n6', { notes: 'x'.repeat(20_000), identifiers: [email('dora@example.com')] }),
      ]
      const outcomes = ['created', 'changed', 'changed', 'unknown', 'several', 'large']
      expect((await bring(file, { isDryRun: true })).slice(0, 4)).toEqual(outcomes.slice(0, 4))
      expect(await contacts.count('w1', {})).toBe(2)
      expect((await contacts.get('w1', 'ana'))?.attributes).toEqual({ plan: 'free', age: 3 })
      expect(await bring(file)).toEqual(outcomes)
      expect(await contacts.get('w1', 'ana')).toMatchObject({
        name: 'Ána María García',
        tags: ['VIP', 'new'],
        attributes: { plan: 'pro', age: 3 },
        identifiers: [email('ana@example.com')],
        lastSeenAt: 20,
        updatedAt: 70,
      })
      expect(await contacts.find('w1', email('cid@example.com'))).toMatchObject({
        id: 'n1',
        name: 'Cid',
        createdAt: 70,
      })
      expect(await contacts.find('w1', email('ben@example.com'))).toMatchObject({ id: 'ben', name: 'Ben' })
      expect(await bring(file)).toEqual(['unchanged', 'unchanged', 'unchanged', 'unknown', 'several', 'large'])
      expect(await contacts.count('w1', {})).toBe(3)
    })

    it('are created all or none where the workspace has no space for them, which a dry run finds, too', async () => {
      const { contacts } = use()
      await contacts.create(contact('ana'), contactLimits)
      const two = ['one', 'two'].map((name) => imported(name, { identifiers: [email(`${name}@example.com`)] }))
      const limits = { ...contactLimits, contacts: 2 }
      for (const isDryRun of [true, false])
        await expect(bring(two, { limits, isDryRun })).rejects.toMatchObject({ name: 'QuotaReachedError' })
      expect(await contacts.count('w1', {})).toBe(1)
      expect(await contacts.get('w1', 'one')).toBeUndefined()
      expect(await bring(two.slice(0, 1), { limits })).toEqual(['created'])
    })
  })

  describe('exported contacts', () => {
    it('are all that match, each once, also those that are seen meanwhile', async () => {
      const { contacts } = use()
      const ids = ['ana', 'ben', 'cid', 'dora', 'emil']
      for (const id of ids)
        await contacts.create(contact(id, { name: id, tags: id === 'cid' ? [] : ['VIP'] }), contactLimits)
      await contacts.create(contact('other', { workspaceId: 'w2' }), contactLimits)
      await contacts.create(contact('merged', { name: null }), contactLimits)
      await contacts.merge(merge('m1', 'ana', 'merged'), contactLimits)
      let at = 1_000
      const seen = async () => {
        for (const id of ids.toReversed()) {
          at += 1
          await contacts.update('w1', id, { lastSeenAt: at }, at, contactLimits)
        }
      }
      expect(await exported({}, 2, seen)).toEqual(ids)
      const vips = ['ana', 'ben', 'dora', 'emil']
      expect(await exported({ conditions: [{ field: 'tag', text: 'vip' }] }, 2, seen)).toEqual(vips)
      expect(await exported({ conditions: [{ field: 'tag', text: 'vip' }] }, 4)).toEqual(vips)
      expect(await exported({ search: 'dora' })).toEqual(['dora'])
      expect(await exported({ search: '…' })).toEqual([])
      expect(await exported({ seenFrom: at })).toEqual(['ana'])
    })
  })
}
