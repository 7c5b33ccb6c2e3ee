import { expect, test } from 'vitest'
import { allowEntryOf, readEgressAllow } from './allow-list.js'

test('an entry is compared as addresses are written in the end, however it was typed', () => {
  const { allow } = readEgressAllow(' CRM.Internal:8080, 10.0.0.5:80\n[FD00::1]:443 127.1:90 ') as { allow: string[] }
  expect(allow).toEqual(['crm.internal:8080', '10.0.0.5:80', '[fd00::1]:443', '127.0.0.1:90'])
  expect(allow).toContain(allowEntryOf(new URL('http://crm.internal.:8080/path')))
  expect(allow).toContain(allowEntryOf(new URL('http://0x0a000005')))
  expect(allow).toContain(allowEntryOf(new URL('https://[fd00:0::1]/')))
})

test('nothing is allowed where nothing is said', () => {
  expect(readEgressAllow('  ,\n')).toEqual({ kind: 'allow', allow: [] })
})

test.each([
  'crm.internal',
  'crm.internal:0',
  'crm.internal:65536',
  'crm.internal:http',
  '*.internal:80',
  'http://crm.internal:80',
  'crm.internal:80/path',
  'user@crm.internal:80',
  '10.0.0.0/8:80',
  'fd00::1:80',
  ':80',
])('%s is not an entry', (entry) => {
  expect(readEgressAllow(`ok.internal:80,${entry}`)).toMatchObject({
    kind: 'wrong',
    problem: expect.stringContaining('host:port'),
  })
})

test.each(['169.254.169.254:80', '[fe80::1]:80', '0.0.0.0:80', '2852039166:80', '[fd00:ec2::254]:80'])(
  '%s cannot be allowed, even by the operator',
  (entry) => {
    expect(readEgressAllow(entry)).toMatchObject({
      kind: 'wrong',
      problem: expect.stringContaining('can never be called'),
    })
  },
)
