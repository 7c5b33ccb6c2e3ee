import type { Frame, Session, VariableValue } from './session.js'

/** Size of a session entry in addition to its texts: quotes, commas, field names. */
const entryBytes = 40
/** Size of a frame in addition to its entries. */
const frameBytes = 300
const sessionBytes = 1000

/** Keeps the state of a session within a limit while a turn adds to it. */
export class StateSize {
  readonly #session: Session
  readonly #limit: number
  /** Upper bound of the size of the state. */
  #atMost: number | undefined
  #counted: number | undefined

  constructor(session: Session, limit: number) {
    this.#session = session
    this.#limit = limit
  }

  /** True if a variable may be set to this value, which then counts. */
  takesVariable(variables: Readonly<Record<string, VariableValue>>, id: string, value: VariableValue): boolean {
    return this.#takes(
      () => valueSize(value, longest) + longest(id) + entryBytes,
      () => {
        const before = Object.hasOwn(variables, id) ? entrySize(id, variables[id]) : 0
        return entrySize(id, value) - before
      },
    )
  }

  /** True if these texts fit. */
  takesTexts(...texts: string[]): boolean {
    const sum = (bytesOf: BytesOf) => texts.reduce((bytes, text) => bytes + bytesOf(text), entryBytes)
    return this.#takes(
      () => sum(longest),
      () => sum(jsonBytes),
    )
  }

  /** True if a block may store this text, which then counts. */
  takesMemory(text: string, before: string | undefined): boolean {
    return this.#takes(
      () => longest(text) + entryBytes,
      () => jsonBytes(text) + entryBytes - (before === undefined ? 0 : jsonBytes(before) + entryBytes),
    )
  }

  /** True if one more bot fits on top. */
  takesFrame(frame: Frame): boolean {
    return this.#takes(
      () => frameSize(frame, longest),
      () => frameSize(frame, jsonBytes),
    )
  }

  /** Must be called when something has become smaller. */
  hasShrunk(): void {
    this.#atMost = undefined
    this.#counted = undefined
  }

  /** Counts no characters as long as a quick estimate suffices. */
  #takes(atMost: () => number, exactly: () => number): boolean {
    if (this.#counted === undefined) {
      this.#atMost ??= sessionSize(this.#session, longest)
      const grown = this.#atMost + atMost()
      if (grown <= this.#limit) {
        this.#atMost = grown
        return true
      }
      this.#counted = sessionSize(this.#session, jsonBytes)
    }
    const growth = exactly()
    if (growth > 0 && this.#counted + growth > this.#limit) return false
    this.#counted += growth
    return true
  }
}

type BytesOf = (text: string) => number

/** Upper bound of the size of a text in JSON: each character may be escaped. */
export function longest(text: string): number {
  return 6 * text.length + 2
}

/** Bytes of a text as JSON in UTF-8, counted without serializing it. */
export function jsonBytes(text: string): number {
  if (unescaped.test(text)) return text.length + 2
  let bytes = 2
  for (const character of text) bytes += characterBytes(character.codePointAt(0) as number)
  return bytes
}

/** ASCII that JSON does not escape. */
const unescaped = /^[ !#-[\]-~]*$/

/** Quotes, backslashes, control characters and lone surrogates are escaped. */
function characterBytes(code: number): number {
  if (code === 0x22 || code === 0x5c || (code >= 0x08 && code <= 0x0d && code !== 0x0b)) return 2
  if (code < 0x20 || (code >= 0xd800 && code <= 0xdfff)) return 6
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

function entrySize(key: string, value: VariableValue | undefined): number {
  return jsonBytes(key) + valueSize(value, jsonBytes) + entryBytes
}

function valueSize(value: VariableValue | undefined, bytesOf: BytesOf): number {
  if (value === null || value === undefined) return 4
  return Array.isArray(value) ? value.reduce((sum, item) => sum + valueSize(item, bytesOf) + 1, 2) : bytesOf(value)
}

function sessionSize({ frames, pendingReply, generation, masks = {} }: Session, bytesOf: BytesOf): number {
  const held = pendingReply?.reply
  const reply = held ? bytesOf(held.type === 'text' ? held.text : held.url) : 0
  const generated = generation?.text === undefined ? 0 : bytesOf(generation.text)
  const masked = Object.entries(masks).reduce((sum, [token, value]) => sum + bytesOf(token) + bytesOf(value) + 2, 0)
  return frames.reduce((sum, frame) => sum + frameSize(frame, bytesOf), sessionBytes + reply + generated + masked)
}

function frameSize(frame: Frame, bytesOf: BytesOf): number {
  let bytes = frameBytes
  for (const [id, value] of Object.entries(frame.variables))
    bytes += bytesOf(id) + valueSize(value, bytesOf) + entryBytes
  for (const { key, value } of frame.answers) bytes += bytesOf(key) + bytesOf(value) + entryBytes
  for (const { id, name, value } of frame.inherited ?? [])
    bytes += bytesOf(id) + bytesOf(name) + valueSize(value, bytesOf) + 2 * entryBytes
  for (const { edgeId, groupId, blockId = '' } of frame.queue)
    bytes += bytesOf(edgeId) + bytesOf(groupId) + bytesOf(blockId) + entryBytes
  for (const id of frame.sessionVariableIds ?? []) bytes += bytesOf(id)
  for (const text of Object.values(frame.memories ?? {})) bytes += bytesOf(text) + entryBytes
  return bytes
}
