import { expect, it } from 'vitest'
import { localeAmong } from './language.js'

it("writes dates and numbers in the reader's variety of the language, if the browser names one that is valid", () => {
  expect(localeAmong(['fr-CH', 'en-GB', 'en'], 'en')).toBe('en-GB')
  expect(localeAmong(['pt-PT'], 'pt-BR')).toBe('pt-PT')
  expect(localeAmong(['fr'], 'en')).toBe('en')
  expect(localeAmong(['en-US@posix'], 'en')).toBe('en')
  expect(localeAmong(['en-US@posix', 'en-AU'], 'en')).toBe('en-AU')
})
