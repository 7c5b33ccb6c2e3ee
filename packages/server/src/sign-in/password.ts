import { normalizeText } from '@colloquy/flow'
import { hash, verify } from '@node-rs/argon2'

/** Hashes with Argon2id at the minimum that OWASP recommends: 19 MiB, two passes. Takes about 20 ms in a separate thread. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalizeText(password, 'NFKC'), { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
}

/** Takes as long for an account without a password as for a wrong password, so that the time does not reveal who has an account. */
export async function isPassword(stored: string | undefined, given: string): Promise<boolean> {
  decoy ??= hashPassword('nobody signs in with this')
  const isRight = await verify(stored ?? (await decoy), normalizeText(given, 'NFKC'))
  return isRight && stored !== undefined
}

let decoy: Promise<string> | undefined
