import { describe, expect, test } from 'vitest'
import { type AwaitedKind, type ReceivedContent, replyOfMessages } from './reply-of-messages.js'
import { meetsStartCondition } from './start-condition.js'

describe('the reply', () => {
  const words = (text: string): ReceivedContent => ({ kind: 'text', text })
  const file = (media: 'image' | 'audio' | 'document', more: object = {}): ReceivedContent => ({
    kind: 'media',
    media,
    mediaId: 'm',
    mimeType: '',
    ...more,
  })

  test.each<[string, ReceivedContent[], AwaitedKind, object]>([
    ['of a text', [words('Hi')], 'other', { type: 'text', text: 'Hi' }],
    ['of several', [words('One'), words('Two')], 'other', { type: 'text', text: 'One\n\nTwo' }],
    [
      'of several that were written one after another',
      [words('One'), { ...words('Two'), isNextLine: true }, words('Three')],
      'other',
      { type: 'text', text: 'One\nTwo\n\nThree' },
    ],
    [
      'of a button',
      [{ kind: 'choice', replyId: 'i1', text: 'Yes' }],
      'other',
      { type: 'text', text: 'Yes', metadata: { replyId: 'i1' } },
    ],
    [
      'of files to an input for files',
      [file('image', { url: 'a', caption: 'Look' }), file('audio', { url: 'b' })],
      'files',
      { type: 'text', text: 'a, b' },
    ],
    [
      'of a file to an input for text',
      [file('image', { url: 'a', caption: 'Look' }), words('Nice?')],
      'text',
      { type: 'text', text: 'Look\n\nNice?', attachedFileUrls: ['a'] },
    ],
    [
      'of a document that is captioned with its name',
      [file('document', { url: 'a', caption: 'scan.pdf' })],
      'text',
      { type: 'text', text: '', attachedFileUrls: ['a'] },
    ],
    ['of a recording', [words('x'), file('audio', { url: 'a' })], 'text', { type: 'audio', url: 'a' }],
    ['of a recording that is not there', [file('audio')], 'text', { type: 'text', text: '' }],
    ['of a file to any other input', [file('image', { caption: 'Yes' })], 'other', { type: 'text', text: 'Yes' }],
  ])('%s', (_, contents, awaited, expected) => {
    expect(replyOfMessages(contents, awaited)).toEqual(expected)
  })
})

describe('a start condition', () => {
  const meets = (text: string, ...comparisons: [operator: string, value?: string][]) =>
    meetsStartCondition(
      {
        comparisons: comparisons.map(([comparisonOperator, value]) => ({
          id: 'c',
          comparisonOperator: comparisonOperator as 'Contains',
          value,
        })),
      },
      text,
    )

  test.each<[string, string, string | undefined, boolean]>([
    ['Hi there', 'Contains', ' HI ', true],
    ['Hi there', 'Does not contain', 'hi', false],
    ['Hi', 'Equal to', 'hi', false],
    ['Hi', 'Equal to', 'Hi', true],
    ['Hi', 'Not equal', 'hi', true],
    ['5 apples', 'Greater than', '4', true],
    ['5 apples', 'Less than', '4', false],
    ['5', 'Greater or equal to', '5', true],
    ['5', 'Less or equal to', '4', false],
    ['none', 'Less than', '4', false],
    ['Hi', 'Is set', undefined, true],
    ['Hi', 'Is empty', undefined, false],
    ['Order 7', 'Starts with', 'order', true],
    ['Order 7', 'Ends with', '7', true],
    ['Hi', 'Matches regex', 'Hi', false],
  ])('%s %s %s: %s', (text, operator, value, expected) => {
    expect(meets(text, [operator, value])).toBe(expected)
  })

  test('is met by all of its comparisons, or by one, as it says; without any it is none', () => {
    const comparisons = [
      { id: 'a', comparisonOperator: 'Contains' as const, value: 'buy' },
      { id: 'b', comparisonOperator: 'Contains' as const, value: 'now' },
    ]
    expect(meetsStartCondition({ comparisons }, 'buy later')).toBe(false)
    expect(meetsStartCondition({ comparisons, logicalOperator: 'OR' }, 'buy later')).toBe(true)
    expect(meetsStartCondition({ comparisons: [] }, '')).toBe(true)
    expect(meetsStartCondition(undefined, 'anything')).toBe(true)
    expect(meetsStartCondition({ comparisons: [{ id: 'c', comparisonOperator: 'Is empty' }] }, '')).toBe(false)
  })
})
