import type { Caller } from '../access/auth.js'

/**
 * True if the caller proved their identity with a token. A token of scope `admin` grants everything that its owner may do, so it takes the
 * place of the password.
 */
export function isProvenByToken(caller: Caller): boolean {
  return caller.via === 'token' || caller.signIn.tokenId !== null
}
