import type { BlockContext } from '@colloquy/engine'
import { isEmail } from '../email-input/is-email.js'

/** Mail addresses out of what an author wrote, and what stood there that is none. */
export interface Recipients {
  addresses: string[]
  unusable: string[]
}

/**
 * Fills in a list of recipients. A variable may hold one address, a list, or several parted by commas or semicolons; names
 * around an address are removed, and so are repeated addresses.
 */
export function recipients(written: readonly string[] | undefined, context: BlockContext): Recipients {
  const found = (written ?? []).flatMap((text) => valuesOf(text, context)).flatMap((text) => text.split(/[,;\n]/))
  const parts = found.map((part) => part.trim()).filter((part) => part !== '')
  const addresses = new Map<string, string>()
  const unusable: string[] = []
  for (const part of parts) {
    const { address } = readMailbox(part)
    if (!isEmail(address)) unusable.push(part)
    else if (!addresses.has(address.toLowerCase())) addresses.set(address.toLowerCase(), address)
  }
  return { addresses: [...addresses.values()], unusable }
}

/** `Name <address>` or an address alone, in its parts. Quotes around the name are removed. */
export function readMailbox(text: string): { name?: string; address: string } {
  const open = text.lastIndexOf('<')
  if (open < 0 || !text.trimEnd().endsWith('>')) return { address: text.trim() }
  const name = text
    .slice(0, open)
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .trim()
  const address = text.slice(open + 1, text.lastIndexOf('>')).trim()
  return name === '' ? { address } : { name, address }
}

/** A text with its placeholders filled; where it is nothing but one, each item of a list by itself. */
export function valuesOf(text: string | undefined, context: BlockContext): string[] {
  const value = context.singleVariable(text)?.value
  return Array.isArray(value) ? value.filter((item) => item !== null) : [context.expand(text)]
}
