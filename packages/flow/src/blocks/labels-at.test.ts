import { expect, test } from 'vitest'
import { labelsAt } from './labels-at.js'

test.each([
  ['number input', {}, ['options', 'min'], ['Minimum']],
  ['number input', {}, ['options', 'labels', 'button'], ['Labels', 'Button']],
  ['image', {}, ['content', 'clickLink', 'alt'], ['Link and alt text', 'Alt text']],
  ['Google Sheets', { action: 'Insert a row' }, ['options', 'cellsToInsert', '#c1', 'value'], ['Cells', 'Value']],
  ['number input', {}, ['options', 'nothing'], undefined],
  ['number input', {}, ['isMuted'], undefined],
])('an option of a %s is called as in its form', (type, options, path, labels) => {
  expect(labelsAt({ id: 'b', type, ...{ options } }, path)).toEqual(labels)
})
