import { describe, expect, it } from 'vitest'
import { allowedHostSchema, credentialsKinds, credentialsTypes, describeCredentials } from './credentials.js'
import { credentialsTypeOf, integrationTypes } from './integrations/registry.js'

describe('credentials', () => {
  it('every integration has its type, but those that need none', () => {
    const withoutAny = ['cal-com', 'qr-code', 'knowledge-search']
    const types = integrationTypes.filter((type) => !withoutAny.includes(type)).map(credentialsTypeOf)
    expect(types.filter((type) => !credentialsTypes.includes(type as never))).toEqual([])
  })

  it.each([
    ['smtp', { port: 587, from: {}, extra: 1 }, { port: 587, from: {} }],
    ['smtp', { host: 'a.example', port: 25, from: { email: 'a@b.co', name: 'A' }, isTlsEnabled: true }, undefined],
    ['stripe', { live: { secretKey: 's', publicKey: 'p' }, test: {} }, undefined],
    ['messaging', { systemUserAccessToken: 't', phoneNumberId: '1' }, undefined],
    ['messaging', { provider: '360dialog', apiKey: 'k' }, undefined],
    ['google sheets', { refresh_token: 'r', id_token: null, expiry_date: 1 }, undefined],
    ['http proxy', { url: 'http://user:pass@proxy.example:3128' }, undefined],
    [
      'dify-ai',
      { apiKey: 'k', apiEndpoint: 'https://dify.example/v1' },
      { apiKey: 'k', apiEndpoint: 'https://dify.example' },
    ],
    ['nocodb', { baseUrl: 'https://n.example/' }, { baseUrl: 'https://n.example' }],
    [
      'gmail',
      { customClient: { id: 'i', secret: 's' }, credentials: { accessToken: 'a', refreshToken: 'r', expiryDate: 1 } },
      { accessToken: 'a', refreshToken: 'r', expiryDate: 1, client: { id: 'i', secret: 's' } },
    ],
    ['gmail', { accessToken: 'a', refreshToken: 'r', expiryDate: 1 }, undefined],
  ] as const)('%s takes %j', (type, given, kept) => {
    expect(credentialsKinds[type].data.parse(given)).toEqual(kept ?? given)
  })

  it.each([
    ['smtp', { host: 'a.example', from: {} }],
    ['smtp', { port: 0, from: {} }],
    ['smtp', { port: 25, from: { email: 'nobody' } }],
    ['smtp', { port: 25, from: {}, host: 'a.example\r\nX: y' }],
    ['smtp', { port: 25, from: { name: 'A\r\nBcc: x@example.com' } }],
    ['stripe', { live: { secretKey: 's', publicKey: 'p' } }],
    ['messaging', { provider: '360dialog', systemUserAccessToken: 't', phoneNumberId: '1' }],
    ['openai', { apiKey: 'a\nb' }],
    ['openai', { apiKey: 'a', baseUrl: 'file:///etc/passwd' }],
    ['openai', { apiKey: 'a', baseUrl: 'https://api.openai.com@evil.example' }],
    ['openai', { apiKey: 'a', baseUrl: 'https://api.openai.com\\@evil.example' }],
    ['http proxy', { url: 'socks5://proxy.example' }],
    ['http proxy', { url: 'http://a%zz:b@proxy.example' }],
    ['http proxy', { url: 'http://a:100%@proxy.example' }],
  ] as const)('%s refuses %j', (type, given) => {
    expect(credentialsKinds[type].data.safeParse(given).success).toBe(false)
  })

  it.each([
    ['smtp', { host: 'Mail.Example', port: 587, from: {} }, ['mail.example:587']],
    ['smtp', { host: '::1', port: 25, from: {} }, ['[::1]:25']],
    ['smtp', { port: 587, from: {} }, []],
    ['openai', {}, ['api.openai.com']],
    ['openai', { baseUrl: 'https://Gateway.example:8443/v1' }, ['gateway.example:8443']],
    ['nocodb', { baseUrl: 'https://n.example:443' }, ['n.example']],
    ['http proxy', { url: 'http://user:p@proxy.example:3128/' }, ['proxy.example:3128']],
  ] as const)('a secret of %s %j is for %j', (type, data, hosts) => {
    expect(describeCredentials(type, data as never).hosts).toEqual(hosts)
  })

  it('shows the end of a long secret, and nothing of a short one', () => {
    const end = (apiKey?: string) => describeCredentials('openai', { apiKey }).lastFour
    expect(end('sk-0123456789abcdef')).toBe('cdef')
    expect(end('hunter2')).toBeNull()
    expect(end(undefined)).toBeNull()
    expect(describeCredentials('http proxy', { url: 'http://u:0123456789:abcdef@p.example' }).lastFour).toBe('cdef')
  })

  it.each(['api.example.com', 'API.example.com:8443', '[::1]:25', 'localhost:1025'])('%s is a host', (host) => {
    expect(allowedHostSchema.parse(host)).toBe(host.toLowerCase())
  })
  it.each(['*.example.com', 'https://a.example', 'a.example/x', 'u@a.example', 'a b', '', '-a'])(
    '%j is not a host',
    (host) => {
      expect(allowedHostSchema.safeParse(host).success).toBe(false)
    },
  )
})
