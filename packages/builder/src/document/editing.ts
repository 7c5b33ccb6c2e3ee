import type { BotDocument } from './bot-document.js'
import { diff } from './diff.js'
import { type Command, perform } from './draft.js'
import { equal } from './equal.js'
import { mendReferences } from './mend-references.js'
import { type Conflict, merge } from './merge.js'
import { applyOperation, applyOperations, invertOperations, type Operation, stillHolds } from './operation.js'
import { valueAt } from './path.js'

/** One edit, as undo and redo name it. */
export interface Edit {
  label: string
  operations: readonly Operation[]
}

export interface EditingState {
  document: BotDocument
  /** What the service is known to hold. */
  base: BotDocument
  undoable: readonly Edit[]
  redoable: readonly Edit[]
  conflicts: readonly Conflict[]
}

/** How long edits of one field count as one, in milliseconds. */
const typingPause = 1500

/**
 * One person's editing of one document: edits are commands, each can be taken back, and what others do is laid beneath.
 * Saving leaves the history as it is. It knows no screen, no storage and no network.
 */
export class Editing {
  #state: EditingState
  readonly #listeners = new Set<() => void>()
  readonly #now: () => number
  #last: { key: string; at: number } | undefined

  constructor(base: BotDocument, document: BotDocument = base, now: () => number = Date.now) {
    this.#state = { document, base, undoable: [], redoable: [], conflicts: [] }
    this.#now = now
  }

  get state(): EditingState {
    return this.#state
  }

  get document(): BotDocument {
    return this.#state.document
  }

  get isSaved(): boolean {
    return this.#state.document === this.#state.base
  }

  /** Calls back after each change, until the function that it returns is called. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Runs a command. Edits in a row with the same `typing` key are undone as one. */
  run(label: string, command: Command, typing?: string): void {
    const { document, operations } = perform(this.document, command)
    if (operations.length === 0) return
    const at = this.#now()
    const last = this.#state.undoable.at(-1)
    const isSame = typing !== undefined && this.#last?.key === typing && at - this.#last.at < typingPause
    this.#last = typing === undefined ? undefined : { key: typing, at }
    const undoable =
      isSame && last
        ? this.#state.undoable.with(-1, { label, operations: [...last.operations, ...operations] })
        : [...this.#state.undoable, { label, operations }]
    this.#become({ document, undoable, redoable: [] })
  }

  /** Takes back the last edit, but no field that somebody else has changed since; returns the edit. */
  undo(): Edit | undefined {
    const edit = this.#state.undoable.at(-1)
    if (!edit) return undefined
    this.#last = undefined
    this.#become({
      document: replay(this.document, invertOperations(edit.operations)),
      undoable: this.#state.undoable.slice(0, -1),
      redoable: [...this.#state.redoable, edit],
    })
    return edit
  }

  /** Makes the edit again that was taken back last; returns it. */
  redo(): Edit | undefined {
    const edit = this.#state.redoable.at(-1)
    if (!edit) return undefined
    this.#become({
      document: replay(this.document, edit.operations),
      undoable: [...this.#state.undoable, edit],
      redoable: this.#state.redoable.slice(0, -1),
    })
    return edit
  }

  /** Tells that the service now holds `sent`. */
  saved(sent: BotDocument): void {
    this.#become({ base: sent })
  }

  /** Takes in what the service holds after others have saved: it becomes the base, and edits made here stay on top. */
  receive(theirs: BotDocument): void {
    const { base, document, conflicts } = this.#state
    const changes = diff(base, theirs)
    if (changes.length === 0) return
    // What has not changed stays the very same object, so that nobody draws it again.
    const next = applyOperations(base, changes)
    if (this.isSaved) {
      this.#become({ base: next, document: next })
      return
    }
    const merged = merge(base, document, next)
    this.#become({ base: next, document: merged.document, conflicts: [...conflicts, ...merged.conflicts] })
  }

  /** Makes edits again that were kept on this device and never reached the service; fields that others changed are conflicts. */
  restore(operations: readonly Operation[]): void {
    const before = this.document
    const conflicts = operations.flatMap((operation): Conflict[] => {
      if (operation.kind !== 'set' || stillHolds(before, operation)) return []
      const { path, value, was } = operation
      const theirs = valueAt(before, path)
      return equal(theirs, value) ? [] : [{ path, base: was, mine: value, theirs }]
    })
    const document = applyOperations(before, operations)
    const again = diff(before, document)
    if (again.length === 0) return
    this.#become({
      document: mendReferences(document, [before, document]),
      undoable: [...this.#state.undoable, { label: 'Edits kept on this device', operations: again }],
      conflicts: [...this.#state.conflicts, ...conflicts],
    })
  }

  /** Settles a conflict: `theirs` puts their value in, `mine` leaves what is there. */
  settle(conflict: Conflict, choice: 'mine' | 'theirs'): void {
    this.#become({ conflicts: this.#state.conflicts.filter((other) => other !== conflict) })
    if (choice === 'mine') return
    this.run('Take the other version', (draft) => {
      const id = conflict.path.at(-1)
      if (conflict.theirs === undefined && id?.startsWith('#')) draft.remove(conflict.path.slice(0, -1), id.slice(1))
      else draft.set(conflict.path, conflict.theirs)
    })
  }

  #become(change: Partial<EditingState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

const replay = (document: BotDocument, operations: readonly Operation[]): BotDocument =>
  operations.reduce((it, operation) => (stillHolds(it, operation) ? applyOperation(it, operation) : it), document)
