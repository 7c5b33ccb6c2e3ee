import { processorTimeOf } from '@colloquy/test-kit/growth'
import { expect, test } from 'vitest'
import { citedText } from './cited-text.js'

/** The text shown after each piece. */
function shown(pieces: readonly string[], areShown = false): string[] {
  const text = citedText({ passages: 3, areShown })
  return [...pieces.map((piece) => text.push(piece)), text.flush()]
}

test('A text in pieces of any size becomes the same as the whole', () => {
  const answer = 'NOT yet [2]. Returns [1, 2] take [3][12] 30 days [7] in [2024], N O_ANSWER [a] and [2].'
  for (const areShown of [true, false]) {
    const whole = shown([answer], areShown).join('')
    expect(whole).toBe(
      areShown
        ? 'NOT yet [2]. Returns [1, 2] take [3] 30 days in [2024], N O_ANSWER [a] and [2].'
        : 'NOT yet. Returns take 30 days in [2024], N O_ANSWER [a] and.',
    )
    for (let size = 1; size < 20; size++) {
      const pieces = answer.match(new RegExp(`.{1,${size}}`, 'gs')) ?? []
      expect(shown(pieces, areShown).join('')).toBe(whole)
    }
  }
})

test('The mark that there is no answer is never shown, not even in parts', () => {
  expect(shown([' **', 'NO_', 'ANS', 'WER', '** sorry'])).toEqual(['', '', '', '', '', ''])
  expect(shown(['I do not know. NO_AN', 'SWER.', ' More']).join('')).toBe('I do not know.')
})

test('Long texts of brackets and blanks are checked in linear time', async () => {
  const show = () => shown(['[ '.repeat(200_000), ' '.repeat(200_000), '[1'.repeat(200_000)])
  expect(await processorTimeOf(show)).toBeLessThan(2_000)
})
