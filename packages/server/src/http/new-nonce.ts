import { randomBytes } from 'node:crypto'

/** Returns a nonce that allows the style elements of one page. */
export const newNonce = () => randomBytes(16).toString('base64')
