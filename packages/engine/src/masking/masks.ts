import { type MaskedKind, normalizeText } from '@colloquy/flow'
import { findPrivate } from './find-private.js'
import type { PrivateValue } from './find-value.js'

/** Values by the tokens that replace them, such as `[email-1]`. */
export type MaskedValues = Readonly<Record<string, string>>

/** Thrown when private values cannot all be replaced: nothing may be sent then. */
export class MaskingFailed extends Error {}

/** Maximum number of values per conversation. */
const maxValues = 1_000

interface MasksOptions {
  kinds: readonly MaskedKind[]
  /** Values of private variables. */
  values: readonly PrivateValue[]
  /** Values that earlier calls have used. */
  known: MaskedValues
  /** True if a text already contains a token, which must not be assigned another value. */
  isTaken: (token: string) => boolean
}

/** Replaces private values with tokens. The same value has the same token throughout a conversation. */
export class Masks {
  readonly #options: MasksOptions
  readonly #tokens: Map<string, string>
  readonly #given: Set<string>
  /** Lower numbers are taken: texts contain as many tokens as their authors like. */
  readonly #next = new Map<string, number>()
  #added = 0
  /** Tokens that occur in the masked text. */
  #isUsed = false

  constructor(options: MasksOptions) {
    this.#options = options
    this.#tokens = new Map(Object.entries(options.known).map(([token, value]) => [value, token]))
    this.#given = new Set(Object.keys(options.known))
  }

  /** Returns a text in which tokens replace its private values. Throws `MaskingFailed` when there are too many. */
  mask(text: string, kinds: readonly MaskedKind[] = this.#options.kinds): string {
    const parts = findPrivate(text, kinds, this.#options.values)
    if (parts.length === 0) return text
    this.#isUsed = true
    let masked = ''
    let end = 0
    for (const part of parts) {
      masked += text.slice(end, part.start) + this.#tokenOf(text.slice(part.start, part.end), part.kind)
      end = part.end
    }
    return masked + text.slice(end)
  }

  /** All tokens with their values. */
  get values(): MaskedValues {
    if (this.#added === 0) return this.#options.known
    return Object.fromEntries([...this.#tokens].map(([value, token]) => [token, value]))
  }

  get isUsed(): boolean {
    return this.#isUsed
  }

  /** Values that are new in this call. */
  get added(): string[] {
    return this.#added === 0 ? [] : [...this.#tokens.keys()].slice(-this.#added)
  }

  #tokenOf(value: string, kind: string): string {
    const known = this.#tokens.get(value)
    if (known !== undefined) return known
    if (this.#tokens.size >= maxValues) throw new MaskingFailed(`more than ${maxValues} private values`)
    let number = this.#next.get(kind) ?? 1
    while (this.#given.has(tokenFor(kind, number)) || this.#options.isTaken(tokenFor(kind, number))) number++
    const token = tokenFor(kind, number)
    this.#next.set(kind, number + 1)
    this.#given.add(token)
    this.#tokens.set(value, token)
    this.#added += 1
    return token
  }
}

const tokenFor = (kind: string, number: number): string => `[${kind}-${number}]`

/** The word used in the tokens of a variable, from its name. */
export function kindOfVariable(name: string): string {
  const word = normalizeText(name, 'NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z]+/g, '-')
    .slice(0, maxKindLength)
    .replace(/^-|-$/g, '')
  return word || 'private'
}

const maxKindLength = 30
/** A token as models write it: in any case, and escaped for Markdown. */
const token = /\\?\[([a-z-]{1,40}\d{1,4})\\?\]/gi
const openToken = /\\?\[[a-z-]{0,40}\d{0,4}\\?$|\\$/i
const maxTokenLength = 50

/** Restores the values of the tokens in a text; `fitIn` escapes them for it. */
export function unmasked(text: string, values: MaskedValues, fitIn = (value: string) => value): string {
  return text.replace(token, (written, name: string) => {
    const key = `[${name.toLowerCase()}]`
    return Object.hasOwn(values, key) ? fitIn(values[key]!) : written
  })
}

/** The same for JSON, where tokens are inside of strings. */
export const unmaskedJson = (json: string, values: MaskedValues): string =>
  unmasked(json, values, (value) => JSON.stringify(value).slice(1, -1))

/** The same for a text that arrives in pieces: a possible beginning of a token is held back until it is complete. */
export function unmaskedPieces(values: MaskedValues) {
  let held = ''
  return {
    push(piece: string): string {
      const text = held + piece
      const tail = Math.max(0, text.length - maxTokenLength)
      const open = openToken.exec(text.slice(tail))
      const at = open ? tail + open.index : text.length
      held = text.slice(at)
      return unmasked(text.slice(0, at), values)
    },
    flush(): string {
      const rest = held
      held = ''
      return unmasked(rest, values)
    },
  }
}
