import type { Caller } from '../access/auth.js'

/** Who holds a token of scope `admin` may do all that its owner may, and need not know the password that it replaces. */
export function isProvenByToken(caller: Caller): boolean {
  return caller.via === 'token' || caller.signIn.tokenId !== null
}
