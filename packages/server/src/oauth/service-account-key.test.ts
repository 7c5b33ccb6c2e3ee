import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { pemOfNumbers, slowKey } from '@colloquy/test-kit/private-keys'
import { expect, test } from 'vitest'
import { problemOfServiceAccountKey } from './service-account-key.js'

const keyPair = (modulusLength: number, publicExponent?: number) =>
  generateKeyPairSync('rsa', { modulusLength, ...(publicExponent && { publicExponent }) }).privateKey
const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()

test('A usual key of a service account is accepted', async () => {
  expect(await problemOfServiceAccountKey(pemOf(keyPair(2_048)))).toBeUndefined()
})

test('A key that would take long to sign, or whose numbers do not belong together, is refused with the reason, without delay', async () => {
  const { n = '', e = '', d = '', p = '', q = '', dp = '', dq = '', qi = '' } = keyPair(2_048).export({ format: 'jwk' })
  const long = Buffer.alloc(3_400, 0xff).toString('base64url')
  const began = process.cpuUsage()
  expect(await problemOfServiceAccountKey(slowKey())).toContain('27200 bits')
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
