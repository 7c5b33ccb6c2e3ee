import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { promisify } from 'node:util'

const signAsync = promisify(sign)

/** The time of a signature grows with the cube of the length, or faster. */
const maxBits = 4_096
const maxExponent = 65_537n

/** Reads the RSA key of a service account, or says why it is not used. Takes the same time for any key that credentials can hold. */
export function readServiceAccountKey(pem: string): KeyObject | { problem: string } {
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType !== 'rsa') return { problem: 'not an RSA key. Create a key of the type JSON.' }
    const { modulusLength = Number.POSITIVE_INFINITY, publicExponent = 0n } = key.asymmetricKeyDetails ?? {}
    if (modulusLength > maxBits)
      return { problem: `a key of ${modulusLength} bits, and at most ${maxBits} are allowed. Create another key.` }
    if (publicExponent < 3n || publicExponent > maxExponent)
      return { problem: `an exponent of ${publicExponent}, and 3 to ${maxExponent} are allowed. Create another key.` }
    const { n = '', d = '', p = '', q = '' } = key.export({ format: 'jwk' })
    const isConsistent = d.length <= n.length && numberOf(p) * numberOf(q) === numberOf(n)
    return isConsistent ? key : inconsistent
  } catch {
    return { problem: 'not a private key. Copy it from the key file.' }
  }
}

/** Resolves to why a key cannot be used; undefined for one that signs what its public key verifies. */
export async function problemOfServiceAccountKey(pem: string): Promise<string | undefined> {
  const key = readServiceAccountKey(pem)
  if ('problem' in key) return key.problem
  const signature = await signRs256(key, probe).catch(() => undefined)
  const isGood =
    signature && verify('RSA-SHA256', Buffer.from(probe), createPublicKey(key), Buffer.from(signature, 'base64url'))
  return isGood ? undefined : inconsistent.problem
}

const numberOf = (text: string): bigint => BigInt(`0x${Buffer.from(text, 'base64url').toString('hex')}`)

const probe = 'test'
const inconsistent = { problem: 'a key whose numbers do not belong together. Copy it from the key file again.' }

/** Signs a text outside of the main thread. Returns base64url. */
export async function signRs256(key: KeyObject, text: string): Promise<string> {
  return (await signAsync('RSA-SHA256', Buffer.from(text), key)).toString('base64url')
}
