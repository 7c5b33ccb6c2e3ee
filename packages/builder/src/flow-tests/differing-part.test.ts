import { expect, it } from 'vitest'
import { splitAtDifference } from './differing-part.js'

it('two texts are split where they differ, at the ends of words', () => {
  expect(splitAtDifference('Hello Ada, how are you?', 'Good day Ada, how are you?')).toEqual([
    { before: '', differs: 'Hello', after: ' Ada, how are you?' },
    { before: '', differs: 'Good day', after: ' Ada, how are you?' },
  ])
  expect(splitAtDifference('It costs 90', 'It costs 9')?.[1]).toEqual({ before: 'It costs ', differs: '9', after: '' })
  expect(splitAtDifference('aa aa', 'aa')).toEqual([
    { before: 'aa', differs: ' aa', after: '' },
    { before: 'aa', differs: '', after: '' },
  ])
  expect(splitAtDifference('Yes', 'No')).toBeUndefined()
})
