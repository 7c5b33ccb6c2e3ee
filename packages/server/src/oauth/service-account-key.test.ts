import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { expect, test } from 'vitest'
import { problemOfServiceAccountKey } from './service-account-key.js'

const keyPair = (modulusLength: number, publicExponent?: number) =>
  generateKeyPairSync('rsa', { modulusLength, ...(publicExponent && { publicExponent }) }).privateKey
const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()
const der = (tag: number, content: Buffer): Buffer => {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const integer = (value: string | bigint) => {
  const hex = typeof value === 'bigint' ? value.toString(16) : Buffer.from(value, 'base64url').toString('hex')
  const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
  return der(2, (bytes[0] ?? 0) > 127 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
}

/** A key of any numbers, whether they belong together or not. */
function pemOfNumbers(numbers: readonly (string | bigint)[]): string {
  const rsa = der(0x30, Buffer.concat([0n, ...numbers].map(integer)))
  const algorithm = der(0x30, Buffer.from('06092a864886f70d0101010500', 'hex'))
  const key = der(0x30, Buffer.concat([integer(0n), algorithm, der(4, rsa)]))
  const lines = key.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----', ''].join('\n')
}

test('A usual key of a service account is accepted', async () => {
  expect(await problemOfServiceAccountKey(pemOf(keyPair(2_048)))).toBeUndefined()
})

test('A key that would take long to sign, or whose numbers do not belong together, is refused with the reason, without delay', async () => {
  const { n = '', e = '', d = '', p = '', q = '', dp = '', dq = '', qi = '' } = keyPair(2_048).export({ format: 'jwk' })
  const long = Buffer.alloc(3_400, 0xff).toString('base64url')
  const began = process.cpuUsage()
  expect(await problemOfServiceAccountKey(pemOfNumbers([long, 65_537n, long, 3n, 5n, 1n, 1n, 1n]))).toContain(
    '27200 bits',
  )
  expect(await problemOfServiceAccountKey(pemOfNumbers([n, e, long, p, q, dp, dq, qi]))).toContain('belong together')
  expect(await problemOfServiceAccountKey(pemOfNumbers([n, e, d, q, q, dp, dq, qi]))).toContain('belong together')
  expect(await problemOfServiceAccountKey(pemOfNumbers([n, 4_294_967_297n, d, p, q, dp, dq, qi]))).toContain('exponent')
  expect(await problemOfServiceAccountKey('-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----')).toContain(
    'not a private key',
  )
  const { user } = process.cpuUsage(began)
  expect(user / 1_000).toBeLessThan(1_000)
})

test('A key on an elliptic curve is refused, since assertions are signed with RSA', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  expect(await problemOfServiceAccountKey(pemOf(privateKey))).toContain('not an RSA key')
})
