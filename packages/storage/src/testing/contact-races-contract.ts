import { describe, expect, it } from 'vitest'
import type { ContactChange, ContactIdentifier, TurnContact } from '../contacts/contacts.js'
import type { Storage } from '../storage.js'
import { contact, contactLimits, merge } from './contacts-contract.js'
import { commit } from './rows.js'

/** Contract of `Storage` implementations: what happens to a contact at the same moment. `use` returns a seeded storage. */
export function contactRacesContract(use: () => Storage): void {
  const phone = (value: string): ContactIdentifier => ({ kind: 'phone', value, channel: '' })

  /** A conversation that saves attributes of its contact. */
  function conversation(name: string, start: { contactId: string | null; identifiers?: ContactIdentifier[] }) {
    let version = 0
    return {
      id: name,
      async save(attributes: ContactChange['attributes']): Promise<void> {
        version += 1
        const one = commit(version, { sessionId: name, resultId: `r-${name}`, key: `${name}-${version}` })
        const { contactId, identifiers = [] } = start
        const change: TurnContact = {
          newId: `new-${name}`,
          identifiers,
          change: { attributes, lastSeenAt: 100 + version },
          at: 100 + version,
          limits: contactLimits,
        }
        const session = { ...one.session, contactId: contactId ?? change.newId }
        expect(await use().sessions.commit({ ...one, session, contact: change })).toBe('committed')
        start.contactId = session.contactId
      },
    }
  }

  const attributesOf = async (id: string) => (await use().contacts.get('w1', id))?.attributes
  /** Contacts that the index finds by the text of an attribute. */
  const found = async (field: string, text: string) => {
    const page = { limit: 9, bytes: 1_000_000 }
    return (await use().contacts.list('w1', { conditions: [{ field, text }] }, page)).contacts.map(({ id }) => id)
  }
  const rounds = Array.from({ length: 15 }, (_, index) => index)

  describe('contacts that change at the same moment', () => {
    it('keep what each of two conversations saves; of one attribute, the turn that is stored last wins as a whole', async () => {
      await use().contacts.create(contact('ana'), contactLimits)
      const [first, second] = [conversation('s1', { contactId: 'ana' }), conversation('s2', { contactId: 'ana' })]
      for (const round of rounds) {
        await Promise.all([
          first.save({ first: `a${round}`, plan: `one${round}`, cities: ['Rom', `one${round}`] }),
          second.save({ second: `b${round}`, plan: `two${round}`, cities: ['Oslo', `two${round}`] }),
        ])
        const { plan, cities, ...others } = (await attributesOf('ana')) as { plan: string; cities: string[] }
        expect(others).toEqual({ first: `a${round}`, second: `b${round}` })
        expect([`one${round}`, `two${round}`]).toContain(plan)
        expect(cities).toEqual([plan.startsWith('one') ? 'Rom' : 'Oslo', plan])
        expect(await found('plan', plan)).toEqual(['ana'])
        const other = plan.startsWith('one') ? `two${round}` : `one${round}`
        expect([await found('plan', other), await found('cities', other)]).toEqual([[], []])
      }
    })

    it('are one, although two conversations of an unknown person save at once', async () => {
      for (const round of rounds) {
        const identifiers = [phone(`+4930${1_000_000 + round}`)]
        const names = [`s${round}a`, `s${round}b`, `s${round}c`]
        const saved = names.map((name) => conversation(name, { contactId: null, identifiers }).save({ [name]: 'yes' }))
        await Promise.all(saved)
        const known = await use().contacts.find('w1', identifiers[0]!)
        expect(known?.attributes).toEqual(Object.fromEntries(names.map((name) => [name, 'yes'])))
        for (const name of names) expect((await use().sessions.get(name))?.contactId).toBe(known?.id)
        expect(await use().contacts.count('w1', {})).toBe(round + 1)
      }
    })

    it('get what a turn saves while they are merged, and its conversation again when the merge is undone', async () => {
      const { contacts, sessions } = use()
      await contacts.create(contact('ana', { name: 'Ana', identifiers: [phone('+34600123456')] }), contactLimits)
      await contacts.create(contact('ben', { name: 'Ben' }), contactLimits)
      const talks = [conversation('s1', { contactId: 'ben' }), conversation('s2', { contactId: 'ben' })]
      for (const round of rounds) {
        const [, merged] = await Promise.all([
          talks[0]!.save({ plan: `p${round}` }),
          contacts.merge(merge(`m${round}`, 'ana', 'ben', 60 + round), contactLimits),
          talks[1]!.save({ size: `z${round}` }),
        ])
        expect(merged).toMatchObject({ id: 'ana' })
        expect(await attributesOf('ana')).toEqual({ plan: `p${round}`, size: `z${round}` })
        expect([await found('plan', `p${round}`), await found('size', `z${round}`)]).toEqual([['ana'], ['ana']])
        expect((await sessions.get('s1'))?.contactId).toBe('ben')
        expect(await contacts.undoMerge('w1', `m${round}`, 90)).toMatchObject({ merged: { id: 'ben' } })
        const page = await contacts.listConversations('w1', 'ben', { limit: 9 })
        expect(page.map(({ id }) => id).toSorted()).toEqual(['s1', 's2'])
        // For the next round, nothing is left of what came after the merge.
        await contacts.update('w1', 'ana', { attributes: { plan: null, size: null } }, 95, contactLimits)
      }
      expect(await contacts.count('w1', {})).toBe(2)
    })

    it('are neither doubled nor lost when a turn meets the end of one merge and the begin of the next', async () => {
      const { contacts } = use()
      for (const id of ['ana', 'ben', 'cid']) await contacts.create(contact(id), contactLimits)
      const talk = conversation('s1', { contactId: 'cid' })
      for (const round of rounds) {
        await contacts.merge(merge(`a${round}`, 'ben', 'cid', 60 + round * 2), contactLimits)
        await Promise.all([
          contacts.merge(merge(`b${round}`, 'ana', 'ben', 61 + round * 2), contactLimits),
          talk.save({ plan: `p${round}` }),
        ])
        expect(await found('plan', `p${round}`)).toEqual(['ana'])
        await Promise.all([contacts.undoMerge('w1', `b${round}`, 90), talk.save({ plan: `q${round}` })])
        const owner = (await found('plan', `q${round}`))[0] as string
        expect(['ana', 'ben']).toContain(owner)
        expect(await contacts.undoMerge('w1', `a${round}`, 90)).toMatchObject({ merged: { id: 'cid' } })
        for (const id of ['ana', 'ben', 'cid'])
          await contacts.update('w1', id, { attributes: { plan: null } }, 95, contactLimits)
        expect(await contacts.count('w1', {})).toBe(3)
      }
    })
  })
}
