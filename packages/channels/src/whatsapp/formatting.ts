import type { TextMarks } from '../capabilities.js'

/** The marks that WhatsApp reads in texts. */
export const marks = { bold: '*', italic: '_', strikethrough: '~', code: '`' } as const satisfies TextMarks
