/** The steps of a history, by the names of their keys. */
export type HistoryStep = 'undo' | 'redo'

interface PressedKey {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}

/** The step that a key asks for: Control or Command with Z, with Shift Z, or with Y. */
export function historyStepOf({ key, ctrlKey, metaKey, shiftKey, altKey }: PressedKey): HistoryStep | undefined {
  if ((!ctrlKey && !metaKey) || altKey) return undefined
  const letter = key.toLowerCase()
  if (letter === 'z') return shiftKey ? 'redo' : 'undo'
  return letter === 'y' ? 'redo' : undefined
}

/** A field whose history the browser keeps, which does not show if there is something in it. */
type Field = HTMLInputElement | HTMLTextAreaElement

/** Changes in the focused element since it has the focus. */
interface Visit {
  element: EventTarget
  /** The text of a field before something was typed; undefined if nothing was. */
  before?: string
  /** Number of steps undone since something was typed. */
  undone: number
  /** Value that `onVisit` returned. */
  mark: number
}

export interface FieldHistory {
  /** True if the browser has such a step for the field. */
  has(field: Field, step: HistoryStep): boolean
  /** Value that `onVisit` returned when the element got the focus; undefined for one in which nobody writes. */
  markOf(element: EventTarget): number | undefined
  /** Starts again: something else changed the focused element. */
  restart(): void
  stop(): void
}

/**
 * Follows what is typed in the fields and editors of a window, shadow roots included. `onVisit` is called when one of them gets the
 * focus.
 */
export function followFields(heard: Window, onVisit: () => number): FieldHistory {
  let visit: Visit | undefined
  const positionOf = (event: Event) => event.composedPath()[0]!
  const begin = (element: EventTarget) => {
    const isWritten = isField(element) || (element as HTMLElement).isContentEditable
    visit = isWritten ? { element, undone: 0, mark: onVisit() } : undefined
  }
  const handlers = {
    focusin: (event: Event) => begin(positionOf(event)),
    focusout() {
      visit = undefined
    },
    beforeinput(event: Event) {
      const element = positionOf(event)
      // Inside a widget the focus moves without an event that leaves it.
      if (element !== visit?.element) begin(element)
      if (visit && isField(element)) visit.before ??= element.value
    },
    input(event: Event) {
      if (!visit || positionOf(event) !== visit.element) return
      const { inputType } = event as InputEvent
      visit.undone = inputType === 'historyUndo' ? visit.undone + 1 : inputType === 'historyRedo' ? visit.undone - 1 : 0
    },
  }
  for (const [name, handle] of Object.entries(handlers)) heard.addEventListener(name, handle, true)
  return {
    has(field, step) {
      if (visit?.element !== field || visit.before === undefined) return false
      return step === 'undo' ? field.value !== visit.before : visit.undone > 0
    },
    markOf: (element) => (visit?.element === element ? visit.mark : undefined),
    restart: () => visit && begin(visit.element),
    stop() {
      for (const [name, handle] of Object.entries(handlers)) heard.removeEventListener(name, handle, true)
    },
  }
}

/** Kinds of inputs in which nothing is typed. */
const unwritten = ['checkbox', 'radio', 'range', 'color', 'button', 'submit', 'reset', 'file', 'image']

/** True for a field in which text is typed, in this window or in a frame. */
export const isField = (target: EventTarget | undefined): target is Field => {
  const { tagName, type = '' } = (target ?? {}) as Partial<HTMLInputElement>
  return tagName === 'TEXTAREA' || (tagName === 'INPUT' && !unwritten.includes(type))
}
