import {
  type BotDocument,
  type Exit,
  elementPath,
  equal,
  exitPath,
  type Identified,
  locationFor,
  type Operation,
  type Path,
  WorkingBot,
} from '@colloquy/flow/operations'

/** A document during a command: every change is applied at once and recorded as an operation. */
export interface Draft {
  /** The whole document. Commands that change many parts read single values instead, because this copies each list that they changed. */
  readonly document: BotDocument
  /** The value at a path; undefined if there is none. */
  valueAt(path: Path): unknown
  /** The path of the id of the edge that leaves by an exit; undefined if there is no such exit. */
  exitPath(exit: Exit): Path | undefined
  /** Sets the value at a path; undefined deletes the key. */
  set(path: Path, value: unknown): void
  /** Inserts an element into a list, at an index or at its end. */
  insert(list: Path, element: Identified, index?: number): void
  remove(list: Path, id: string): void
  /** Moves an element; `index` does not count the element itself. */
  move(from: Path, id: string, to: Path, index: number): void
}

/** An edit as a function: it reads the draft and changes it. */
export type Command = (draft: Draft) => void

/** Runs a command; an edit that changes nothing has no operations. */
export function perform(before: BotDocument, command: Command): { document: BotDocument; operations: Operation[] } {
  const bot = new WorkingBot(before)
  const operations: Operation[] = []
  const take = (operation: Operation) => {
    bot.apply(operation)
    operations.push(operation)
  }
  command({
    get document() {
      return bot.document
    },
    valueAt: (path) => bot.valueAt(path),
    exitPath: (exit) => exitPath(bot, exit),
    set(path, value) {
      if (equal(bot.valueAt(path), value)) return
      const location = locationFor(bot, path, value)
      take({ kind: 'set', ...location, was: bot.valueAt(location.path) })
    },
    insert(list, element, index) {
      if (!bot.hasList(list)) return
      const before = index === undefined ? undefined : (bot.valueAt(list) as Identified[])[index - 1]
      const after = index === 0 ? null : (before?.id ?? bot.lastId(list))
      take({ kind: 'insert', spot: { list, after }, element })
    },
    remove(list, id) {
      const element = bot.valueAt(elementPath(list, id)) as Identified | undefined
      if (element) take({ kind: 'remove', spot: { list, after: bot.idBefore(list, id) }, element })
    },
    move(from, id, to, index) {
      if (!bot.has(elementPath(from, id)) || !bot.hasList(to)) return
      const before = bot.idBefore(from, id)
      const others = (bot.valueAt(to) as Identified[]).filter((other) => other.id !== id)
      const after = others[Math.min(index, others.length) - 1]?.id ?? null
      if (from.join('/') === to.join('/') && before === after) return
      take({ kind: 'move', id, from: { list: from, after: before }, to: { list: to, after } })
    },
  })
  return { document: bot.document, operations }
}
