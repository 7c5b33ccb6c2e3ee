import { expect, test } from 'vitest'
import { render } from './render.js'

test('A list has its rows in one section, behind a button', () => {
  const buttons = [
    { id: 'i1', title: 'Berlin' },
    { id: 'i2', title: 'Llanfairpwllgwyngyllgog…', description: 'Llanfairpwllgwyngyllgogerychwyrndrobwll' },
  ]
  expect(render({ type: 'buttons', text: 'Where?', buttons, list: 'Choose' }, '49')).toEqual({
    recipient_type: 'individual',
    to: '49',
    type: 'interactive',
    interactive: {
      type: 'list',
      body: { text: 'Where?' },
      action: { button: 'Choose', sections: [{ rows: buttons }] },
    },
  })
})
