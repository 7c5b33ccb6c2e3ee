import { takeBatch } from '@colloquy/flow'
import type { BotDocument, MergeConflict, Operation } from '@colloquy/flow/operations'
import { t } from '../../i18n/i18n.js'
import { afterConflict } from '../after-conflict.js'
import { type Acknowledged, Editing } from '../editing.js'
import type { Reason } from '../held.js'
import type { Batch } from '../pending.js'

interface Answer {
  batchId: string
  acknowledged: Acknowledged[]
  conflicts: MergeConflict[]
}

/** A stand-in for the server with several editors, where each step of a request and its answer runs separately. */
export class ServiceInMemory {
  document: BotDocument
  readonly #acknowledged: Acknowledged[] = []
  readonly #conflicts = new Map<string, MergeConflict[]>()
  readonly #sent = new Map<Editing, { batch: Batch; revision: number }>()
  readonly #answers = new Map<Editing, Answer>()
  readonly #refuse: ((operations: readonly Operation[]) => Reason[] | undefined) | undefined
  #fresh = 0

  /** `refuse` returns why operations are never stored, beyond what the schemas say. */
  constructor(document: BotDocument, refuse?: (operations: readonly Operation[]) => Reason[] | undefined) {
    this.document = document
    this.#refuse = refuse
  }

  client(): Editing {
    return new Editing(this.document, this.#acknowledged.length)
  }

  /** Sends a request, unless one is under way. */
  send(editing: Editing): void {
    if (this.#sent.has(editing) || this.#answers.has(editing)) return
    const batch = editing.send()
    if (batch) this.#sent.set(editing, { batch, revision: editing.state.revision })
  }

  /** The server processes a request; its answer is under way. */
  arrive(editing: Editing): void {
    const request = this.#sent.get(editing)
    if (!request) return
    this.#sent.delete(editing)
    const { batch, revision } = request
    const { id } = batch
    if (!this.#conflicts.has(id)) {
      const isBehind = revision < this.#acknowledged.length
      const reasons = this.#refuse?.(batch.operations)
      if (reasons) {
        editing.refused(reasons, afterConflict)
        return
      }
      const outcome = takeBatch(this.document, batch.operations, { isBehind })
      if (outcome.kind === 'invalid') {
        editing.refused(outcome.issues, afterConflict)
        return
      }
      this.#conflicts.set(id, outcome.conflicts)
      this.document = outcome.document
      const { operations } = outcome
      if (operations.length > 0) this.#acknowledged.push({ id, operations, revision: this.#acknowledged.length + 1 })
    }
    this.#answers.set(editing, {
      batchId: id,
      acknowledged: this.#acknowledged.slice(revision),
      conflicts: this.#conflicts.get(id) ?? [],
    })
  }

  /** An answer arrives. */
  answer(editing: Editing): void {
    const answer = this.#answers.get(editing)
    this.#answers.delete(editing)
    if (answer) editing.settled(answer.batchId, answer.acknowledged, answer.conflicts)
  }

  /** A request or its answer is lost: the same batch is sent again later. */
  lose(editing: Editing): void {
    this.#sent.delete(editing)
    this.#answers.delete(editing)
  }

  /** An editor receives the results of all batches. */
  tell(editing: Editing): void {
    editing.receive(this.#acknowledged)
  }

  /** The page reads the whole document again. */
  reload(editing: Editing): void {
    editing.replace(JSON.parse(JSON.stringify(this.document)), this.#acknowledged.length)
  }

  /** Sends and completes everything that is pending. */
  save(editing: Editing): void {
    this.answer(editing)
    for (this.arrive(editing), this.answer(editing); editing.state.pending.length > 0; this.#fresh++) {
      if (this.#fresh > 100_000) throw new Error(t('This never ends.'))
      this.send(editing)
      this.arrive(editing)
      this.answer(editing)
    }
  }
}
