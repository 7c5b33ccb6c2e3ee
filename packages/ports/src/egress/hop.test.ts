import { expect, test } from 'vitest'
import { firstHop, type Hop, headersOf, pathOf, redirectedHop, secretProblem } from './hop.js'

const hop = (url: string, more: Partial<Hop> = {}): Hop => ({ url: new URL(url), method: 'GET', headers: [], ...more })

test('a redirect from https to http is refused, one from http to https is followed without headers', () => {
  expect(redirectedHop(hop('https://a.example/'), 301, 'http://a.example/')).toMatchObject({ kind: 'refused' })
  const upgraded = redirectedHop(hop('http://a.example/', { headers: [['X-Key', '1']] }), 301, 'https://a.example/')
  expect(upgraded).toMatchObject({ kind: 'hop', hop: { headers: [] } })
})

test.each(['https://b.example/', 'https://a.example:8443/', 'http://b.example/'])(
  'a call that stays at its origin is not redirected to %s, with or without a body',
  (location) => {
    const staying = { staysAtOrigin: true } as const
    for (const more of [staying, { ...staying, method: 'POST', body: 'x' }])
      expect(redirectedHop(hop('https://a.example/', more), 302, location)).toMatchObject({ kind: 'refused' })
    expect(redirectedHop(hop('https://a.example/x', staying), 302, '/y')).toMatchObject({ hop: staying })
  },
)

test('a redirect to another port or host name drops the headers, one within the origin keeps them', () => {
  for (const location of ['https://a.example:8443/', 'https://www.a.example/', '//b.example/']) {
    const next = redirectedHop(hop('https://a.example/', { headers: [['X-Key', '1']] }), 302, location)
    expect(next).toMatchObject({ kind: 'hop', hop: { headers: [] } })
  }
  const same = redirectedHop(hop('https://a.example/x/', { headers: [['X-Key', '1']] }), 302, '../y#z')
  expect(same.kind === 'hop' && same.hop.url.href).toBe('https://a.example/y')
  expect(same).toMatchObject({ hop: { headers: [['X-Key', '1']] } })
})

test('a complete name is the same host as the name without its dot', () => {
  const first = firstHop({ url: 'https://a.example./path', method: 'get', headers: [] })
  expect(first.kind === 'hop' && first.hop.url.href).toBe('https://a.example/path')
})

test('a secret is sent only to its exact host and port, and to a public host only over https', () => {
  const may = (url: string, hosts: string[], isInside = false) =>
    secretProblem(hop(url, { secretHeaders: { headers: [['x-key', '1']], hosts } }), isInside) === undefined
  expect(may('https://api.example.com/', ['API.example.com'])).toBe(true)
  expect(may('https://api.example.com:8443/', ['api.example.com:8443'])).toBe(true)
  expect(may('https://api.example.com/', ['api.example.com:443'])).toBe(true)
  expect(may('https://api.example.com:8443/', ['api.example.com'])).toBe(false)
  expect(may('https://evil.api.example.com/', ['api.example.com'])).toBe(false)
  expect(may('https://api.example.com.evil.example/', ['api.example.com'])).toBe(false)
  expect(may('https://api.example.com/', [])).toBe(false)
  expect(may('http://api.example.com/', ['api.example.com'])).toBe(false)
  expect(may('http://crm.internal:8080/', ['crm.internal:8080'], true)).toBe(true)
})

test('what we say of ourselves yields to the author, and the author to the vault', () => {
  const secretHeaders = { headers: [['authorization', 'vault']] as const, hosts: [] }
  const headers = headersOf(
    hop('https://a.example/', {
      headers: [
        ['User-Agent', 'mine'],
        ['Authorization', 'a'],
      ],
      secretHeaders,
    }),
  )
  expect(headers).toEqual([
    ['accept', '*/*'],
    ['accept-encoding', 'gzip, br'],
    ['User-Agent', 'mine'],
    ['authorization', 'vault'],
  ])
})

test('a secret in a path is in the request only, and is not sent past a redirect elsewhere', () => {
  const secretHeaders = { headers: [], hosts: ['a.example'], path: ['~secret~', '7:$&key'] as const }
  const first = firstHop({
    url: 'https://a.example/bot~secret~/send?x=~secret~',
    method: 'post',
    headers: [],
    secretHeaders,
  })
  if (first.kind !== 'hop') throw new Error(first.reason)
  expect(pathOf(first.hop)).toBe('/bot7:$&key/send?x=~secret~')
  expect(first.hop.url.href).not.toContain('key')
  const next = redirectedHop(first.hop, 302, 'https://b.example/bot~secret~/send')
  expect(next.kind === 'hop' && pathOf(next.hop)).toBe('/bot~secret~/send')
  expect(secretProblem({ ...first.hop, url: new URL('https://b.example/') }, false)).toContain('a.example only')
})
