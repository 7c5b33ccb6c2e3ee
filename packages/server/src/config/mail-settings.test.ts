import { expect, it } from 'vitest'
import { readConfig } from './config.js'

const account = (url: string, from = 'bot@example.com') => readConfig({ SMTP_URL: url, MAIL_FROM: from }).mailAccount

it.each([
  ['smtp://mail.example', { host: 'mail.example', port: 587, isTls: false, isTrusted: true }],
  ['smtps://mail.example/', { host: 'mail.example', port: 465, isTls: true, isTrusted: true }],
  [
    'smtp://mira%40example.com:p%2Fw@127.0.0.1:1025',
    { host: '127.0.0.1', port: 1025, isTls: false, username: 'mira@example.com', password: 'p/w', isTrusted: true },
  ],
  ['smtp://[::1]:25', { host: '::1', port: 25, isTls: false, isTrusted: true }],
])('SMTP_URL=%s is understood', (url, expected) => {
  expect(account(url)).toEqual({ ...expected, from: { address: 'bot@example.com' } })
})

it.each(['mail.example:25', 'https://mail.example', 'smtp://', 'smtp://u:%ZZ@h', 'smtp://h/path', 'smtp://h?tls=no'])(
  'SMTP_URL=%s is refused without being shown',
  (url) => {
    expect(() => account(url)).toThrow('SMTP_URL=(not shown) is not allowed: smtp://user:password@host:587 or')
  },
)

it.each([
  ['bot@example.com', { address: 'bot@example.com' }],
  ['<bot@example.com>', { address: 'bot@example.com' }],
  ['Our Bot <bot@example.com>', { name: 'Our Bot', address: 'bot@example.com' }],
  ['"Bot, Ltd." <bot@example.com>', { name: 'Bot, Ltd.', address: 'bot@example.com' }],
])('MAIL_FROM=%s is understood', (from, expected) => {
  expect(account('smtp://h', from)?.from).toEqual(expected)
})

it.each(['Bot', 'a@b.co, c@d.co', 'Bot <bot@example.com> x'])(
  'MAIL_FROM=%s is refused with what is allowed',
  (from) => {
    expect(() => account('smtp://h', from)).toThrow('is not allowed: bot@example.com or Bot <bot@example.com>')
  },
)
