import { expect, it } from 'vitest'
import { complete, completeNew, type Written } from './complete.js'

const variables = ['Name', 'Nickname', 'Total'].map((name) => ({ name }))
/** Labels that are offered where `|` stands. */
const labels = (text: string, written: Written) =>
  complete(text.replace('|', ''), text.indexOf('|'), variables, written)?.items.map(({ label }) => label)

it('offers variables behind two braces, wherever they are', () => {
  expect(labels('Hi {{na|', 'text')).toEqual(['Name', 'Nickname'])
  expect(labels('{{= 2 * {{to| =}}', 'text')).toEqual(['Total'])
  expect(labels('{{Name}}|', 'text')).toBeUndefined()
})

it('offers names and members inside of inline code, and none beside it', () => {
  expect(labels('{{= Ma|', 'text')).toEqual(['Math'])
  expect(labels('{{= Math.ro|', 'text')).toEqual(['round()'])
  expect(labels('{{= {{Name}}.toU|', 'text')).toEqual(['toUpperCase()'])
  expect(labels('{{= 1 =}} Math.ro|', 'text')).toBeUndefined()
})

it('offers variables by their names in code, and puts their braces around them', () => {
  expect(complete('return To', 9, variables, 'code')).toMatchObject({ from: 7, items: [{ insert: '{{Total}}' }] })
})

it('offers nothing in the sentences of a text that may be a calculation', () => {
  expect(labels('Hello Ma|', 'expression')).toBeUndefined()
  expect(labels('Hello {{Name}}.|', 'expression')).toBeUndefined()
  expect(labels('Ma|', 'expression')).toEqual(['Math'])
  expect(labels('{{Total}} * Ma|', 'expression')).toEqual(['Math'])
  expect(labels('{{Name}}.le|', 'expression')).toEqual(['length'])
})

it('offers to create the variable that is named behind two braces and does not exist', () => {
  expect(completeNew('Hi {{ na', 8, variables)).toMatchObject({ from: 3, label: 'na', insert: '{{na}}' })
  expect(completeNew('Hi {{Name', 9, variables)).toBeUndefined()
  expect(completeNew('Hi {{', 5, variables)).toBeUndefined()
  expect(completeNew('{{= na', 6, variables)).toBeUndefined()
})
