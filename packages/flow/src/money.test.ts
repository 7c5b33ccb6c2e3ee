import { expect, test } from 'vitest'
import { readMoney } from './money.js'

test.each([
  ['19.99', 'USD', 1999, 19.99],
  [' 5 ', 'eur', 500, 5],
  ['1.005', 'EUR', 101, 1.01],
  ['0.1e1', 'EUR', 100, 1],
  ['500', 'JPY', 500, 500],
  ['500.4', 'JPY', 500, 500],
  ['12.5', 'HUF', 1250, 12.5],
  ['5', 'ISK', 500, 5],
  ['5.4', 'ISK', 500, 5],
  ['5', 'UGX', 500, 5],
  ['5.124', 'KWD', 5120, 5.12],
  ['5.126', 'TND', 5130, 5.13],
])('%s %s is %i of the smallest unit', (text, currency, units, amount) => {
  expect(readMoney(text, currency)).toMatchObject({ units, amount, currency: currency.toUpperCase() })
})

test('amounts in three decimals have three digits', () => {
  expect(readMoney('5.12', 'KWD')).toMatchObject({ digits: 3 })
  expect(readMoney('5', 'ISK')).toMatchObject({ digits: 0 })
})

test.each([
  ['', 'EUR', 'amount', '"" is not a number.'],
  ['much', 'EUR', 'amount', '"much" is not a number.'],
  ['1e400', 'EUR', 'amount', '"1e400" is not a number.'],
  ['0', 'EUR', 'amount', '"0" is not more than 0 EUR, rounded to 2 decimals.'],
  ['-5', 'EUR', 'amount', '"-5" is not more than 0 EUR, rounded to 2 decimals.'],
  ['0.4', 'JPY', 'amount', '"0.4" is not more than 0 JPY, rounded to 0 decimals.'],
  ['5', 'Euro', 'currency', '"Euro" is not a code of three letters, such as EUR.'],
])('"%s" %s cannot be charged', (text, currency, option, problem) => {
  expect(readMoney(text, currency)).toEqual({ option, problem })
})
