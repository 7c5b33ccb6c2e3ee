import type { MaskedKind } from '@colloquy/flow'
import { maskedKinds } from '@colloquy/flow'
import { processorTimeOf } from '@colloquy/test-kit/growth'
import { describe, expect, test } from 'vitest'
import { findPrivate } from './find-private.js'
import { Masks, unmasked, unmaskedJson, unmaskedPieces } from './masks.js'

const found = (text: string, kinds: readonly MaskedKind[] = maskedKinds) =>
  findPrivate(text, kinds).map(({ start, end, kind }) => [kind, text.slice(start, end)])

describe('findPrivate', () => {
  test.each([
    ['Write to ada@example.org, please', 'email', 'ada@example.org'],
    ['see https://x.org/?to=ada%40example.org&b=1', 'email', 'ada%40example.org'],
    ['{"mail":"ada@example.org"}', 'email', 'ada@example.org'],
    ["O'Brien@exämple.de.", 'email', "O'Brien@exämple.de"],
    ['call +49 (171) 123-4567 now', 'phone', '+49 (171) 123-4567'],
    ['call 0171 1234567.', 'phone', '0171 1234567'],
    ['call 555-123-4567.', 'phone', '555-123-4567'],
    ['(555) 123-4567', 'phone', '(555) 123-4567'],
    ['to DE89 3704 0044 0532 0130 00 is right', 'iban', 'DE89 3704 0044 0532 0130 00'],
    ['to gb82west12345698765432 is right', 'iban', 'gb82west12345698765432'],
    ['card 4111 1111 1111 1111 12/27', 'card', '4111 1111 1111 1111'],
    ['from 192.168.0.17:80', 'ip', '192.168.0.17'],
    ['from 2001:db8::ff00:42:8329 on', 'ip', '2001:db8::ff00:42:8329'],
  ] as const)('finds in %j: %s', (text, kind, part) => {
    const [, shown] = found(text, [kind])[0] ?? []
    expect(shown === part || shown?.endsWith(`=${part}`), `${shown}`).toBe(true)
  })

  test.each([
    ['on 01.02.2026 at 12:30:45'],
    ['0.12345678 of 100'],
    ['version 1.2.3, order 17112345'],
    ['DE88 3704 0044 0532 0130 00'],
    ['4111 1111 1111 1112'],
    ['std::vector and a @ b, @ada'],
    ['300.1.2.3'],
  ])('leaves %j as it is', (text) => {
    expect(found(text, ['email', 'iban', 'card', 'ip'])).toEqual([])
    if (!/^(DE|4)/.test(text)) expect(found(text)).toEqual([])
  })

  test.each([['ADA   lovelace came'], ['Ádá Lovelace came'], ['"name":"Ada Lovelace"'], ['?name=Ada%20Lovelace']])(
    'finds a value of a variable in %j',
    (text) => {
      const values = [{ kind: 'name', value: 'Ada Lovelace' }]
      expect(findPrivate(text, [], values)).toHaveLength(1)
    },
  )

  test('finds a number with other separators, and a short value as a word only', () => {
    const values = [
      { kind: 'number', value: '12-345 678' },
      { kind: 'age', value: '36' },
    ]
    const text = 'No. 12345678 and 1 2 3 4 5 6 7 8: 36, not 365'
    expect(findPrivate(text, [], values).map(({ start, end }) => text.slice(start, end))).toEqual([
      '12345678',
      '1 2 3 4 5 6 7 8',
      '36',
    ])
  })

  test('takes linear time for texts that are nearly private all along', async () => {
    const near = ['a.', 'a@', '+1 ', '1234-', 'DE12 ', '1.2.', 'ab:', '4111 ', '(((', '%40', 'aaaaaaaaa']
    for (const part of near) {
      const find = () => findPrivate(part.repeat(30_000), maskedKinds, [{ kind: 'v', value: 'aaaaaaaaab' }])
      // A quadratic search would take minutes.
      expect(await processorTimeOf(find), part).toBeLessThan(5_000)
    }
  })
})

test('tokens are stable, apart by value, and never those that a text holds already', () => {
  const known = { '[email-1]': 'old@example.org' }
  const masks = new Masks({ kinds: ['email'], values: [], known, isTaken: (token) => token === '[email-2]' })
  expect(masks.mask('new@example.org, old@example.org, new@example.org')).toBe('[email-3], [email-1], [email-3]')
  expect(masks.values).toEqual({ ...known, '[email-3]': 'new@example.org' })
})

test('a token comes back in any case and escaped for Markdown, and in JSON with its quotes escaped', () => {
  const values = { '[name-1]': 'Ada "first"' }
  expect(unmasked('[Name-1], \\[name-1\\], [name-2], [1]', values)).toBe('Ada "first", Ada "first", [name-2], [1]')
  expect(JSON.parse(unmaskedJson('{"a":"[name-1]"}', values))).toEqual({ a: 'Ada "first"' })
})

test('pieces give the same text wherever they end, and hold back no more than a token', () => {
  const values = { '[email-1]': 'ada@example.org', '[name-12]': 'Ada' }
  const text = 'To [name-12] <[EMAIL-1]>, see [1] and [a link](https://x.org), \\[name-12\\] [name-1'
  for (let size = 1; size < text.length; size++) {
    const pieces = unmaskedPieces(values)
    let shown = ''
    for (let at = 0; at < text.length; at += size) {
      shown += pieces.push(text.slice(at, at + size))
      expect(unmasked(text.slice(0, at + size), values).length - shown.length).toBeLessThan(50)
    }
    expect(shown + pieces.flush()).toBe(unmasked(text, values))
  }
})
