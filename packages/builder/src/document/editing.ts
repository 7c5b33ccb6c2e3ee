import {
  applyOperations,
  type BotDocument,
  diff,
  equal,
  invertOperations,
  type MergeConflict,
  mergeBatches,
  mergeOperations,
  type Operation,
  type Path,
} from '@colloquy/flow/operations'
import { t } from '../i18n/i18n.js'
import type { afterConflict } from './after-conflict.js'
import { collapse } from './commands/collapse.js'
import { type Conflict, edgeOf, rescue, retypedBlock, withoutPartsOfRetyped } from './conflict.js'
import { type Command, perform } from './draft.js'
import { applyBatches, type Held, Reach, type Reason } from './held.js'
import { inBatches } from './in-batches.js'
import { newId } from './new-id.js'
import { addPending, type Batch, join } from './pending.js'
import { editsAfterCleanup, rebasedOnCleanup } from './rebased-on-cleanup.js'
import type { takeMine } from './take-mine.js'

/** An edit as an entry of the undo history. */
export interface Edit {
  label: string
  operations: readonly Operation[]
}

/** The result of anybody's batch on the server: the operations that lead from one revision to the next. */
export interface Acknowledged extends Batch {
  revision: number
}

export interface EditingState {
  /** The document as shown: the server's version with pending edits applied. */
  document: BotDocument
  /** The latest known version on the server; `revision` is its number. */
  base: BotDocument
  revision: number
  /** Batches that the server does not have yet, oldest first. */
  pending: readonly Batch[]
  /** Edits that the service refuses, and which do not hold up the others. They are part of the document. */
  held: readonly Held[]
  undoable: readonly Edit[]
  redoable: readonly Edit[]
  conflicts: readonly Conflict[]
}

/** Maximum pause between edits of one field that count as one, in milliseconds. */
const typingPause = 1500

/**
 * The editing of one document by one person: edits are commands, each can be undone, and pending edits are rebased on those of others.
 * Saving does not change the history. It does not depend on a screen, a storage or a network.
 */
export class Editing {
  #state: EditingState
  readonly #listeners = new Set<() => void>()
  readonly #now: () => number
  readonly #isReadOnly: boolean
  #last: { key: string; at: number } | undefined
  /** The batch being sent, to which no edits are added. */
  #sentId: string | undefined
  /** Groups that a person with read access has collapsed or expanded; not saved, and forgotten when the page closes. */
  readonly #folds = new Map<string, boolean>()
  /** Elements that others deleted, or gave another type, while edits of them were pending here. */
  readonly #rescued = new Map<string, NonNullable<Conflict['rescued']>>()

  /** `isReadOnly` is for read access: commands have no effect then. */
  constructor(
    base: BotDocument,
    revision = 0,
    { now = Date.now, isReadOnly = false }: { now?: () => number; isReadOnly?: boolean } = {},
  ) {
    this.#state = { document: base, base, revision, pending: [], held: [], undoable: [], redoable: [], conflicts: [] }
    this.#now = now
    this.#isReadOnly = isReadOnly
  }

  get state(): EditingState {
    return this.#state
  }

  get document(): BotDocument {
    return this.#state.document
  }

  /** The document without groups collapsed on this page only. */
  get content(): BotDocument {
    return this.#isReadOnly ? this.#state.base : this.#state.document
  }

  get isSaved(): boolean {
    return this.unsaved.length === 0
  }

  /** All edits that the server does not have. */
  get unsaved(): readonly Batch[] {
    const { pending, held } = this.#state
    return held.length === 0 ? pending : [...pending, ...held]
  }

  /** Calls the listener after each change; returns a function that removes it. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Runs a command. Consecutive edits with the same `typing` key are undone as one. */
  run(label: string, command: Command, typing?: string): void {
    if (this.#isReadOnly) return
    const { document, operations } = perform(this.document, command)
    if (operations.length === 0) return
    const at = this.#now()
    const last = this.#state.undoable.at(-1)
    const isSame = typing !== undefined && this.#last?.key === typing && at - this.#last.at < typingPause
    this.#last = typing === undefined ? undefined : { key: typing, at }
    const undoable =
      isSame && last
        ? this.#state.undoable.with(-1, { label, operations: operations.reduce(join, last.operations) })
        : [...this.#state.undoable, { label, operations }]
    this.#become({ document, ...this.#with(document, operations), undoable, redoable: [] })
  }

  /** Collapses groups, or expands them. With read access this is not an edit: nobody else sees it, and it is not saved. */
  fold(groupIds: readonly string[], isCollapsed: boolean): void {
    if (!this.#isReadOnly) {
      this.run(isCollapsed ? t('Collapse') : t('Expand'), collapse(groupIds, isCollapsed))
      return
    }
    for (const id of groupIds) this.#folds.set(id, isCollapsed)
    this.#rebase(this.#state.base, this.#state.revision, [], {})
  }

  /** Makes a correction that is not part of the history: the document before it could not be made again by operations. */
  repair(operations: readonly Operation[]): void {
    if (this.#isReadOnly || operations.length === 0) return
    const document = applyOperations(this.document, operations)
    this.#last = undefined
    this.#become({ document, ...this.#with(document, operations) })
  }

  /** Takes back all edits since there were `count`, and forgets them: a field has undone what was typed, and may have left traces. */
  withdraw(count: number): void {
    const { undoable } = this.#state
    if (undoable.length <= count) return
    this.#last = undefined
    this.#replay(invertOperations(undoable.slice(count).flatMap(({ operations }) => operations)))
    this.#become({ undoable: undoable.slice(0, count) })
  }

  /** Undoes the last edit that still has an effect, except for parts that somebody else has changed since; returns the edit. */
  undo(): Edit | undefined {
    this.#last = undefined
    for (let { undoable } = this.#state; undoable.length > 0; { undoable } = this.#state) {
      const edit = undoable.at(-1)!
      const isDone = this.#replay(invertOperations(edit.operations))
      const { redoable } = this.#state
      this.#become({ undoable: undoable.slice(0, -1), redoable: isDone ? [...redoable, edit] : redoable })
      if (isDone) return edit
    }
    return undefined
  }

  /** Makes the most recently undone edit again; returns it. */
  redo(): Edit | undefined {
    const edit = this.#state.redoable.at(-1)
    if (!edit) return undefined
    this.#replay(edit.operations)
    this.#become({ undoable: [...this.#state.undoable, edit], redoable: this.#state.redoable.slice(0, -1) })
    return edit
  }

  /** Returns the oldest pending batch. It does not change from now on, and stays pending until `settled` is called. */
  send(): Batch | undefined {
    const batch = this.#state.pending[0]
    this.#sentId = batch?.id
    return batch
  }

  /**
   * Reports that the server rejected the batch being sent for its content or size, and will do so again. What it can never store is held
   * back; the rest stays pending. `prepare` loads with the first such error.
   */
  refused(reasons: readonly Reason[], prepare: typeof afterConflict): void {
    this.#sentId = undefined
    const { base, pending, held } = this.#state
    const next = prepare(base, pending, reasons, newId)
    this.#become({ pending: next.pending, held: next.held ? [...held, next.held] : held })
  }

  /** Gives up an edit that was held back. */
  discard(held: Held): void {
    this.#become({ held: this.#state.held.filter((other) => other !== held) })
    this.#rebase(this.#state.base, this.#state.revision, this.#state.pending, {})
  }

  /** Applies the server's answer to a batch. False if operations are missing in between: the whole document has to be read again. */
  settled(batchId: string, acknowledged: readonly Acknowledged[], serverConflicts: readonly MergeConflict[]): boolean {
    const batch = this.#state.pending.find(({ id }) => id === batchId)
    const rest = this.#state.pending.filter(({ id }) => id !== batchId)
    const isMine = serverConflicts.length === 0 && acknowledged.every(({ id }) => id === batchId)
    this.#sentId = undefined
    const conflicts = withoutPartsOfRetyped(serverConflicts).map((serverConflict): Conflict => {
      const { path, reason, mine } = serverConflict
      const retyped = retypedBlock(serverConflict)
      if (retyped) return { path: retyped, reason, mine: this.#lost(retyped)?.element ?? mine }
      const edge = edgeOf(batch?.operations ?? [], mine)
      const rescued = reason === 'deleted' ? this.#lost(path) : undefined
      return { path, reason, mine, ...(edge && { edge }), ...(rescued && { rescued }) }
    })
    const locations = new Set(conflicts.map(({ path }) => path.join('/')))
    const others = this.#state.conflicts.filter(({ path }) => !locations.has(path.join('/')))
    return this.#advance(acknowledged, rest, { conflicts: [...others, ...conflicts] }, isMine)
  }

  /** Applies batches that the server has broadcast. False if operations are missing in between: the whole document has to be read again. */
  receive(acknowledged: readonly Acknowledged[]): boolean {
    // The service broadcasts one's own batches as well.
    if (acknowledged.every(({ revision }) => revision <= this.#state.revision)) return true
    return this.#advance(acknowledged, this.#state.pending, {}, false)
  }

  /** Replaces the base with the whole document from the server, unless that is older; edits made here are applied to it. */
  replace(base: BotDocument, revision: number): void {
    if (revision < this.#state.revision) return
    if (revision === this.#state.revision && equal(base, this.#state.base)) return
    this.#rebase(base, revision, this.#state.pending, {})
  }

  /** Makes edits again that were kept on this device and may not have reached the server. */
  restore(batches: readonly Batch[]): void {
    if (this.#isReadOnly) return
    const before = this.document
    this.#rebase(this.#state.base, this.#state.revision, [...this.#state.pending, ...batches], {})
    const operations = diff(before, this.document)
    if (operations.length === 0) return
    this.#become({ undoable: [...this.#state.undoable, { label: t('Edits kept on this device'), operations }] })
  }

  /** Resolves a conflict: keeps the current version, or restores one's own with `take`. */
  settle(conflict: Conflict, take?: typeof takeMine): void {
    this.#become({ conflicts: this.#state.conflicts.filter((other) => other !== conflict) })
    const command = take?.(conflict, newId)
    if (command) this.run(t('Take your version'), command)
  }

  /** The element at a path with the edits made here, before those of others replaced it. */
  #lost(path: Path): Conflict['rescued'] {
    return this.#rescued.get(path.join('/')) ?? rescue(this.document, path)
  }

  /** Applies operations to the current document as a new edit. False if they change nothing. */
  #replay(given: readonly Operation[]): boolean {
    const before = this.document
    const operations = diff(before, mergeOperations(before, given).document)
    if (operations.length === 0) return false
    const document = applyOperations(before, operations)
    this.#become({ document, ...this.#with(document, operations) })
    return true
  }

  /** The state that waits after an edit led to this document. Edits of a place that is held back are sent together with the held ones. */
  #with(document: BotDocument, operations: readonly Operation[]): Pick<EditingState, 'pending' | 'held'> {
    const { base, pending, held } = this.#state
    const isConcerned = ({ operations: refused }: Held) => operations.some((it) => new Reach(refused).concerns(it))
    const still = held.filter((it) => !isConcerned(it))
    if (still.length < held.length) {
      const before = applyBatches(base, [...pending, ...still])
      const joined = diff(before, document)
      return { held: still, pending: joined.length === 0 ? pending : [...pending, ...inBatches(before, joined, newId)] }
    }
    return { held, pending: addPending(pending, operations, { before: this.document, newId, sentId: this.#sentId }) }
  }

  #advance(
    acknowledged: readonly Acknowledged[],
    pending: readonly Batch[],
    change: Partial<EditingState>,
    isMine: boolean,
  ): boolean {
    let { base, revision } = this.#state
    for (const batch of acknowledged) {
      if (batch.revision <= revision) continue
      if (batch.revision !== revision + 1) {
        this.#become({ ...change, pending })
        return false
      }
      base = applyOperations(base, batch.operations)
      revision = batch.revision
    }
    const seen = this.#state.pending[0]
    const known = seen && isMine ? mergeOperations(this.#state.base, seen.operations).document : base
    if (isMine && pending.length > 0 && equal(known, base)) {
      // The rest of a large edit lies on what it was made for.
      this.#become({ ...change, base, revision, pending })
      return true
    }
    const shown = this.document
    this.#rebase(base, revision, isMine ? rebasedOnCleanup(pending, known, base) : pending, change)
    if (isMine) this.#become({ undoable: editsAfterCleanup(this.#state.undoable, shown, this.document) })
    return true
  }

  /** Rebases pending edits on a new base. Equal parts stay the same objects, so that they are not rendered again. */
  #rebase(base: BotDocument, revision: number, pending: readonly Batch[], change: Partial<EditingState>): void {
    const before = this.document
    const whole = mergeBatches(
      base,
      pending.map(({ operations }) => operations),
    )
    let laid = whole ?? base
    for (const { operations } of whole ? [] : pending) {
      const merged = mergeOperations(laid, operations)
      for (const serverConflict of merged.conflicts) {
        const path = serverConflict.reason === 'deleted' ? serverConflict.path : retypedBlock(serverConflict)
        const rescued = path && rescue(before, path)
        if (path && rescued) this.#rescued.set(path.join('/'), rescued)
      }
      laid = merged.document
    }
    const held: Held[] = []
    for (const it of this.#state.held) {
      const merged = mergeOperations(laid, it.operations)
      // The server answers if others have changed the place, as for any edit.
      if (merged.conflicts.length > 0) pending = [...pending, it]
      else held.push(it)
      laid = merged.document
    }
    for (const [id, isCollapsed] of this.#folds) laid = perform(laid, collapse([id], isCollapsed)).document
    const document = applyOperations(before, diff(before, laid))
    if (pending.length === 0) this.#rescued.clear()
    const isShown = pending.length === 0 && held.length === 0 && this.#folds.size === 0
    this.#become({ ...change, document, base: isShown ? document : base, revision, pending, held })
  }

  #become(change: Partial<EditingState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
