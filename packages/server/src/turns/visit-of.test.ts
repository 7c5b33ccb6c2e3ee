import { expect, test } from 'vitest'
import { visitOf } from './visit-of.js'

const own = ['https://chat.example']
const page = { origin: 'https://chat.example', iframeReferrer: undefined, own }
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15'

test.each([
  ['phone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'],
  ['phone', 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36'],
  ['phone', 'Opera/9.80 (J2ME/MIDP; Opera Mini/7.1) Presto/2.8.119 Version/11.10'],
  ['tablet', 'Mozilla/5.0 (Linux; Android 13; SM-X700) AppleWebKit/537.36 Chrome/120.0 Safari/537.36'],
  ['tablet', 'Mozilla/5.0 (iPad; CPU OS 12_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'],
  ['computer', mac],
  ['computer', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/120.0 Safari/537.36'],
  [null, 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  [null, 'node'],
  [null, undefined],
])('a visit is from a %s where the browser calls itself %s', (device, agent) => {
  expect(visitOf({ headers: { 'user-agent': agent } }, page)?.device).toBe(device)
})

test('a browser that says it is on a phone is believed', () => {
  expect(visitOf({ headers: { 'user-agent': mac, 'sec-ch-ua-mobile': '?1' } }, page)?.device).toBe('phone')
})

test('the source is the campaign, else the page around the chat or with the link to it, else the channel', () => {
  const source = (change: object, headers: object = {}, prefilled?: Record<string, unknown>) =>
    visitOf({ headers: headers as never }, { ...page, ...change }, prefilled)?.source
  expect(source({})).toBe('page')
  expect(source({}, { referer: 'https://chat.example/c/shop' })).toBe('page')
  expect(source({}, { referer: 'https://www.search.example/?q=a%20private%20thing' })).toBe('web:search.example')
  expect(source({ iframeReferrer: 'https://shop.example' })).toBe('web:shop.example')
  expect(source({ origin: 'https://shop.example:8443' })).toBe('web:shop.example')
  expect(source({ origin: undefined })).toBe('api')
  expect(source({ origin: 'null' })).toBeNull()
  const campaign = { utm_source: 'news\u0000letter', utm_medium: 'email', utm_campaign: 'spring' }
  expect(source({}, {}, campaign)).toBe('utm:newsletter / email')
  expect(source({}, {}, { utm_source: 'x'.repeat(1000) })).toBe(`utm:${'x'.repeat(100)}`)
  expect(source({}, {}, { utm_source: ['a'] })).toBe('page')
})

test('a visitor whose browser asks not to be tracked is not recorded', () => {
  for (const headers of [{ 'sec-gpc': '1' }, { dnt: '1' }])
    expect(visitOf({ headers: { ...headers, 'user-agent': mac } }, page)).toBeUndefined()
})
