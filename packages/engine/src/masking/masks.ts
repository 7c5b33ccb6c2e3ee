import type { MaskedKind } from '@colloquy/flow'
import { findPrivate } from './find-private.js'
import type { PrivateValue } from './find-value.js'

/** What tokens such as `[email-1]` stand for. */
export type MaskedValues = Readonly<Record<string, string>>

/** Thrown where private values cannot all be replaced: nothing may be sent then. */
export class MaskingFailed extends Error {}

/** Values of one conversation at most. */
const mostValues = 1_000

interface MasksOptions {
  kinds: readonly MaskedKind[]
  /** Values of private variables. */
  values: readonly PrivateValue[]
  /** Those that earlier calls have used. */
  known: MaskedValues
  /** Whether a text holds a token already, so that it must not get another meaning. */
  isTaken: (token: string) => boolean
}

/** Replaces private values by tokens. The same value has the same token in all of a conversation. */
export class Masks {
  readonly #options: MasksOptions
  readonly #tokens: Map<string, string>
  readonly #given: Set<string>
  /** Smaller numbers are taken: texts hold as many tokens as their writers like. */
  readonly #next = new Map<string, number>()
  #added = 0
  /** Tokens that stand in what was masked. */
  #isUsed = false

  constructor(options: MasksOptions) {
    this.#options = options
    this.#tokens = new Map(Object.entries(options.known).map(([token, value]) => [value, token]))
    this.#given = new Set(Object.keys(options.known))
  }

  /** A text in which tokens stand for its private values. Throws `MaskingFailed` when there are too many. */
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

  /** What all tokens stand for. */
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
    if (this.#tokens.size >= mostValues) throw new MaskingFailed(`more than ${mostValues} private values`)
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

/** The word in the tokens of a variable, from its name. */
export function kindOfVariable(name: string): string {
  const word = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z]+/g, '-')
    .slice(0, longestKind)
    .replace(/^-|-$/g, '')
  return word || 'private'
}

const longestKind = 30
/** A token as models write it: in any case, and escaped for Markdown. */
const token = /\\?\[([a-z-]{1,40}\d{1,4})\\?\]/gi
const openToken = /\\?\[[a-z-]{0,40}\d{0,4}\\?$|\\$/i
const longestToken = 50

/** A text with the values that its tokens stand for; `fitIn` makes them fit there. */
export function unmasked(text: string, values: MaskedValues, fitIn = (value: string) => value): string {
  return text.replace(token, (written, name: string) => {
    const key = `[${name.toLowerCase()}]`
    return Object.hasOwn(values, key) ? fitIn(values[key]!) : written
  })
}

/** The same in JSON, where tokens stand inside of texts. */
export const unmaskedJson = (json: string, values: MaskedValues): string =>
  unmasked(json, values, (value) => JSON.stringify(value).slice(1, -1))

/** The same for a text that comes in pieces: what may be the beginning of a token is held back until it is known. */
export function unmaskedPieces(values: MaskedValues) {
  let held = ''
  return {
    push(piece: string): string {
      const text = held + piece
      const tail = Math.max(0, text.length - longestToken)
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
