import { describe, expect, it } from 'vitest'
import {
  describeStart,
  operatorChoices,
  type StartComparison,
  type StartCondition,
  whyNever,
} from './describe-start.js'

const comparison = (comparisonOperator: StartComparison['comparisonOperator'], value?: string): StartComparison => ({
  id: 'c',
  comparisonOperator,
  value,
})
const condition = (
  logicalOperator: StartCondition['logicalOperator'],
  ...comparisons: StartComparison[]
): StartCondition => ({ logicalOperator, comparisons })

describe('which first messages are answered', () => {
  it.each([
    [undefined, 'every first message'],
    [condition('AND'), 'every first message'],
    [condition(undefined, comparison('Contains', 'hi')), 'first messages that contain “hi”'],
    [
      condition(undefined, comparison('Contains', 'hi'), comparison('Not equal', 'hi!')),
      'first messages that contain “hi” and are anything but “hi!”',
    ],
    [
      condition('OR', comparison('Starts with', 'order'), comparison('Is set', 'left over')),
      'first messages that begin with “order” or say something',
    ],
    [condition('AND', comparison(undefined)), 'first messages that …'],
  ])('says %j in words', (given, expected) => {
    expect(describeStart(given)).toBe(expected)
  })

  it('says why a comparison holds for no message', () => {
    expect(whyNever(comparison('Contains', 'hi'))).toBeUndefined()
    expect(whyNever(comparison('Is set'))).toBeUndefined()
    expect(whyNever(comparison('Contains', ' '))).toContain('Write what')
    expect(whyNever(comparison('Matches regex', '^a'))).toContain('patterns')
    expect(whyNever(comparison('Is empty'))).toContain('none fits')
    expect(whyNever(comparison(undefined))).toContain('Choose')
  })

  it('offers no pattern, but keeps the one that a flow came with', () => {
    const names = (current?: StartComparison['comparisonOperator']) => operatorChoices(current).map(([name]) => name)
    expect(names()).not.toContain('Matches regex')
    expect(names('Matches regex')).toContain('Matches regex')
    expect(names('Contains')).toEqual(names())
  })
})
