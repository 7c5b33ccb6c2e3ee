import type { SignIn } from './signing-in.js'

/** Who is signed in. */
export type User = SignIn['user']
