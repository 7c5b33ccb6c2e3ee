import { hash, verify } from '@node-rs/argon2'

/** Argon2id with what OWASP asks for at least: 19 MiB, two passes. On a thread of its own, some 20 ms. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
}

/** Takes as long for somebody without a password as for a wrong one, so that the time does not tell who has an account. */
export async function isPassword(stored: string | undefined, given: string): Promise<boolean> {
  decoy ??= hashPassword('nobody signs in with this')
  const isRight = await verify(stored ?? (await decoy), given.normalize('NFKC'))
  return isRight && stored !== undefined
}

let decoy: Promise<string> | undefined
