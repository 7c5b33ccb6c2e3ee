import { expect, it } from 'vitest'
import { table } from './table.js'

it('frames the rows and pads the cells', () => {
  expect(
    table([
      ['Name', 'Age'],
      ['Mira', '7'],
    ]),
  ).toBe(['┌──────┬─────┐', '│ Name │ Age │', '├──────┼─────┤', '│ Mira │ 7   │', '└──────┴─────┘'].join('\n'))
})

it('cuts a cell that is too long, and keeps a cell on one line', () => {
  expect(table([['Text'], ['one\ntwo three']], 8)).toContain('│ one two… │')
})
