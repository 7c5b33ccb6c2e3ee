import { beforeEach, describe, expect, it } from 'vitest'
import type { SummaryLink } from '../results/summary-links.js'
import type { SummaryMail } from '../results/summary-mails.js'
import type { Storage } from '../storage.js'

export function summaryMailsContract(use: () => Storage): void {
  const mail = (id: string, change: Partial<SummaryMail> = {}): SummaryMail => ({
    id,
    botId: 'b1',
    linkId: 'link',
    authorId: 'u1',
    userId: null,
    email: `${id}@example.com`,
    token: `token-${id}`,
    frequency: 'weekly',
    language: 'en',
    createdAt: 10,
    confirmedAt: 15,
    dueAt: 100,
    leasedUntil: 0,
    failedAt: null,
    ...change,
  })
  const link: SummaryLink = {
    id: 'link',
    botId: 'b1',
    token: 'of-the-link',
    authorId: 'u1',
    span: '{}',
    showsTexts: false,
    createdAt: 1,
    expiresAt: null,
  }

  describe('emails of a summary', () => {
    beforeEach(async () => {
      await use().summaryLinks.create(link, 9)
    })

    it('are listed newest first, and created once for an address, for a link of the bot, within a limit', async () => {
      const [first, second] = [mail('one'), mail('two', { createdAt: 20, userId: 'u1', confirmedAt: null })]
      expect(await use().summaryMails.create(first, 2)).toBe('created')
      expect(await use().summaryMails.create(mail('again', { email: first.email }), 2)).toBe('taken')
      expect(await use().summaryMails.create(mail('other', { botId: 'b2' }), 2)).toBe('missing')
      expect(await use().summaryMails.create(second, 2)).toBe('created')
      expect(await use().summaryMails.create(mail('three'), 2)).toBe('full')
      expect(await use().summaryMails.list('b1')).toEqual([second, first])
      expect(await use().summaryMails.findByToken('token-two')).toEqual(second)
    })

    it('are taken by one of those who ask at once, when they are due and confirmed', async () => {
      await use().summaryMails.create(mail('due'), 9)
      await use().summaryMails.create(mail('later', { dueAt: 300 }), 9)
      await use().summaryMails.create(mail('unconfirmed', { confirmedAt: null }), 9)
      expect(await use().summaryMails.take(99, 150)).toBeUndefined()
      expect(await use().summaryMails.take(100, 150, ['w1'])).toBeUndefined()
      const taken = await Promise.all([1, 2, 3].map(() => use().summaryMails.take(100, 150)))
      expect(taken.flatMap((it) => it?.id ?? [])).toEqual(['due'])
      await use().summaryMails.confirm('token-unconfirmed', 120, 130)
      await use().summaryMails.confirm('token-unconfirmed', 121, 900)
      expect(await use().summaryMails.take(129, 150)).toBeUndefined()
      expect(await use().summaryMails.take(130, 150)).toMatchObject({ id: 'unconfirmed', confirmedAt: 120 })
    })

    it('are due again when an attempt ends, or when it did not end in its time; who came late ends nothing', async () => {
      await use().summaryMails.create(mail('one'), 9)
      const first = (await use().summaryMails.take(100, 150))!
      expect(await use().summaryMails.take(149, 200)).toBeUndefined()
      const second = (await use().summaryMails.take(150, 200))!
      const sent = { dueAt: 900, leasedUntil: 0, failedAt: null }
      expect(await use().summaryMails.end(first, sent)).toBe(false)
      const failed = { dueAt: 100, leasedUntil: 180, failedAt: 160 }
      expect(await use().summaryMails.end(second, failed)).toBe(true)
      expect(await use().summaryMails.list('b1')).toEqual([mail('one', failed)])
      expect(await use().summaryMails.take(179, 250)).toBeUndefined()
      const third = (await use().summaryMails.take(180, 250))!
      expect(third).toMatchObject({ id: 'one', dueAt: 100 })
      expect(await use().summaryMails.end(third, sent)).toBe(true)
      expect(await use().summaryMails.take(899, 950)).toBeUndefined()
    })

    it('are gone once they are stopped, never confirmed, or without their link', async () => {
      for (const id of ['one', 'two', 'three']) await use().summaryMails.create(mail(id), 9)
      await use().summaryMails.create(mail('unconfirmed', { confirmedAt: null }), 9)
      expect(await use().summaryMails.delete('b2', 'one')).toBe(false)
      expect(await use().summaryMails.delete('b1', 'one')).toBe(true)
      await use().summaryMails.removeUnconfirmed(10)
      expect(await use().summaryMails.list('b1')).toHaveLength(3)
      await use().summaryMails.removeUnconfirmed(11)
      expect((await use().summaryMails.list('b1')).map(({ id }) => id)).toEqual(['two', 'three'])
      await use().summaryLinks.delete('b1', 'link')
      expect(await use().summaryMails.list('b1')).toEqual([])
    })
  })
}
