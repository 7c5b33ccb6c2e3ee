import { randomBytes } from 'node:crypto'

/** Allows the style elements of one page. */
export const newNonce = () => randomBytes(16).toString('base64')
