import type { SignIn } from './signing-in.js'

/** The signed-in user. */
export type User = SignIn['user']
