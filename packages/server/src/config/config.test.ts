import { expect, test } from 'vitest'
import { readConfig, unknownSettings } from './config.js'

test('a wrong setting is named with what is allowed', () => {
  expect(() => readConfig({ PORT: 'abc' })).toThrow('PORT="abc" is not allowed: a whole number from 0 to 65535')
  expect(() => readConfig({ COLLOQUY_RATE_LIMIT: 'maybe' })).toThrow('one of on, off')
  expect(() => readConfig({ EGRESS_ALLOW: 'crm.internal' })).toThrow(
    /^EGRESS_ALLOW="crm.internal" is not allowed: host:port .*$/,
  )
  expect(readConfig({ EGRESS_ALLOW: 'crm.internal:8080' }).egressAllow).toEqual(['crm.internal:8080'])
  expect(() => readConfig({ S3_BUCKET: 'b', S3_ENDPOINT: 'https://s3.example' })).toThrow('S3_ACCESS_KEY_ID is not set')
  expect(() => readConfig({ COLLOQUY_LIMITS: '{"uploadBytes":0}' })).toThrow('uploadBytes')
})

test('of the limits the one that is wrong is named', () => {
  const read = (limits: string) => () => readConfig({ COLLOQUY_LIMITS: limits })
  expect(read('{"repliesPerMinute":1e6,"foo":1}')).toThrow(
    'foo is not a limit; allowed are positive numbers by the names in docs/limits.md',
  )
  expect(read('{"turnStep":9}')).toThrow('turnStep is not a limit (did you mean turnSteps?)')
  expect(read('{"depth":"9"}')).toThrow('depth is not a positive number')
  for (const text of ['{', '[]', 'null']) expect(read(text)).toThrow('not a JSON object')
  expect(read('{"depth":9}')().limits).toMatchObject({ depth: 9, turnSteps: 1000 })
})

test('several hosts in DATABASE_URL are refused by name, with what to do', () => {
  const url = 'postgres://u@h1:5431,h2:5432/db?target_session_attrs=read-write'
  expect(() => readConfig({ DATABASE_URL: url })).toThrow('one host: several are not supported')
  expect(() => readConfig({ DATABASE_URL: 'postgres://u@h1/db?target_session_attrs=read-write' })).not.toThrow()
})

test('a trusted proxy is a whole address or a range of them', () => {
  const read = (text: string) => () => readConfig({ COLLOQUY_TRUSTED_PROXIES: text })
  expect(read('10.0.0.5, 172.16.0.0/12 fd00::/8')().trustedProxies).toEqual(['10.0.0.5', '172.16.0.0/12', 'fd00::/8'])
  for (const wrong of ['localhost', '1.2.3', '1.2.3.4/33', '::::', 'fd00::/129', '1.2.3.4/8/8', '1.2.3.4/']) {
    expect(read(wrong), wrong).toThrow('addresses or ranges')
  }
})

test('a token of the first owner has to be long and varied', () => {
  const read = (token: string) => () => readConfig({ COLLOQUY_ADMIN_TOKEN: token })
  for (const weak of [
    'a'.repeat(16),
    'abab'.repeat(8),
    'aabbabaaabbbabba',
    'short',
    'please-change-me-now',
    'with spaces in it 7',
    '0123456789abcdef',
  ])
    expect(read(weak), weak).toThrow('COLLOQUY_ADMIN_TOKEN=(not shown) is not allowed: 16 to 512 random characters')
  for (const strong of ['9f86d081884c7d65', '4711082150937164', 'owner-token-of-the-tests'])
    expect(read(strong)().adminToken).toBe(strong)
})

test('the public address is an origin: nothing is served below a path', () => {
  for (const name of ['COLLOQUY_PUBLIC_URL', 'COLLOQUY_CHAT_URL']) {
    for (const wrong of [
      'bots.example',
      'https://bots.example/chat',
      'https://bots.example/?a=b',
      'https://a:b@c.example',
    ]) {
      expect(() => readConfig({ [name]: wrong }), wrong).toThrow('an http or https address')
    }
  }
  expect(readConfig({ COLLOQUY_PUBLIC_URL: 'https://bots.example/' }).publicUrl).toBe('https://bots.example')
})

test('a name that looks like a setting and is none is reported', () => {
  const env = { COLLOQUY_PUBLIC_URL: 'x', COLLOQUY_URL: 'x', COLLOQUY_PUBIC_URL: 'x', PORT: '1', HOME: '/' }
  expect(unknownSettings(env)).toEqual([expect.stringContaining('Unknown setting COLLOQUY_PUBIC_URL was ignored.')])
})
