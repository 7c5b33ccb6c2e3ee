import type { SignIn } from '../service/signing-in.js'

/** Who is signed in. */
export type User = SignIn['user']
