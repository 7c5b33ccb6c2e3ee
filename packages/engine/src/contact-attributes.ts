import { type AttributeValue, storedOfAttribute } from '@colloquy/flow'
import type { VariableValue } from './session.js'

/** The attributes of the contact in one turn, by key, and what the turn has written. */
export class ContactAttributes {
  readonly #values = new Map<string, VariableValue>()
  readonly #changes = new Map<string, AttributeValue | null>()

  /** True if this turn has read or written the attribute. */
  has(key: string): boolean {
    return this.#values.has(key)
  }

  value(key: string): VariableValue {
    return this.#values.get(key) ?? null
  }

  note(key: string, value: VariableValue): void {
    this.#values.set(key, value)
  }

  /** Does nothing if the attribute has this value already. */
  change(key: string, value: AttributeValue | null): void {
    const stored = value === null ? null : storedOfAttribute(value)
    if (this.has(key) && JSON.stringify(this.value(key)) === JSON.stringify(stored)) return
    this.#values.set(key, stored)
    this.#changes.set(key, value)
  }

  /** The attributes that the turn has written; null for those that it has cleared. Undefined if it has written none. */
  get changes(): Record<string, AttributeValue | null> | undefined {
    return this.#changes.size === 0 ? undefined : Object.fromEntries(this.#changes)
  }
}
