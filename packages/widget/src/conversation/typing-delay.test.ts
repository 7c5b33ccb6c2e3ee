import { expect, test } from 'vitest'
import { textMessage } from '../testing/scripted-service.js'
import { typingDelay } from './typing-delay.js'

const words = (count: number) => textMessage('a', Array(count).fill('word').join(' '))

test('typing takes its time by the words, up to the longest', () => {
  expect(typingDelay(words(4), { speed: 240 }, false)).toBe(1000)
  expect(typingDelay(words(400), { speed: 240, maxDelay: 2 }, false)).toBe(2000)
  expect(typingDelay(textMessage('a', '你好世界'), { speed: 240 }, false)).toBe(1000)
})

test('the first message comes at once unless the author wants otherwise', () => {
  expect(typingDelay(words(4), undefined, true)).toBe(0)
  expect(typingDelay(words(4), { speed: 240, isDisabledOnFirstMessage: false }, true)).toBe(1000)
  expect(typingDelay(words(4), { enabled: false }, false)).toBe(0)
})
