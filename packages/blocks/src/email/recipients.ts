import type { BlockContext } from '@colloquy/engine'
import { isEmail } from '../email-input/is-email.js'

/** Email addresses in what an author wrote, and the parts that are not addresses. */
export interface Recipients {
  addresses: string[]
  unusable: string[]
}

/**
 * Expands a list of recipients. A variable may contain one address, a list, or several separated by commas or semicolons. Removes names
 * around an address, and duplicate addresses.
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

/** Splits `Name <address>`, or an address alone, into its parts. Quotes around the name are removed. */
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

/** Expands the placeholders of a text; if it is exactly one placeholder, returns each item of a list separately. */
export function valuesOf(text: string | undefined, context: BlockContext): string[] {
  const value = context.singleVariable(text)?.value
  return Array.isArray(value) ? value.filter((item) => item !== null) : [context.expand(text)]
}
