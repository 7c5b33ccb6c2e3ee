import type { ChatMemory } from '../conversation/chat-memory.js'
import type { ChatRecord } from '../conversation/chat-state.js'
import { promptOf } from '../conversation/prompt-of.js'
import { WideChoiceInput } from '../inputs/choice-input.js'
import { inputViews } from '../inputs/input-views.js'
import { messageViews } from '../messages/message-views.js'

/**
 * Returns the conversation that the page was rendered with, once everything needed to show it unchanged is loaded; undefined if the saved
 * conversation is newer or another one. Whatever the visitor has typed in the meantime is kept, and nothing moves.
 */
export async function takeOver(root: ShadowRoot, memory: ChatMemory): Promise<ChatRecord | undefined> {
  const block = document.getElementById('colloquy-record')
  block?.remove()
  if (!block?.textContent) return undefined
  const record: ChatRecord = JSON.parse(block.textContent)
  const kept = memory.read()
  const isOlder = kept?.session?.sessionId === record.session?.sessionId && (kept?.turn ?? 0) < record.turn
  if (kept && !isOlder) return undefined
  await viewsOf(record)
  const giveBack = onceRendered(root, takeTyped(root))
  const back = root.querySelector('.scroller')?.scrollTop ?? 0
  requestAnimationFrame(() => {
    for (const animation of root.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
    const scroller = root.querySelector('.scroller')
    // The page is laid out from its end, and its scroll position is counted from there.
    if (scroller) scroller.scrollTop = scroller.scrollHeight - scroller.clientHeight + back
    giveBack()
  })
  return record
}

/**
 * Calls `give` as soon as the widget's composer is there, before the browser handles another key, which would be lost without a focus.
 * Returns a function that calls it now, if that has not happened.
 */
function onceRendered(root: ShadowRoot, give: () => void): () => void {
  const isRendered = () => root.querySelector('.place:not(.drawn) .composer') !== null
  const observer = new MutationObserver(() => isRendered() && finish())
  const finish = () => {
    if (isFinished) return
    isFinished = true
    observer.disconnect()
    give()
  }
  let isFinished = false
  observer.observe(root, { childList: true, subtree: true })
  return finish
}

/** Resolves when the views of what is shown are loaded. */
async function viewsOf({ entries, input }: ChatRecord): Promise<void> {
  type View = { preload?(): Promise<unknown> }
  const views: View[] = entries.map((entry) => (entry.kind === 'bot' ? (messageViews[entry.message.type] as View) : {}))
  if (input) views.push(inputViews[promptOf(input)] as View)
  const { isMultipleChoice, isSearchable } = (input?.options ?? {}) as Record<string, unknown>
  if (isMultipleChoice || isSearchable) views.push(WideChoiceInput)
  await Promise.all(views.map((view) => view?.preload?.()))
}

/** Collects what was typed, ticked or chosen in the page's own form. Returns a function that puts it into the widget's form. */
function takeTyped(root: ShadowRoot): () => void {
  const rendered = controlsOf(root)
  const { activeElement } = root
  const focused = rendered.findIndex(({ control }) => control === activeElement)
  const focusedItem = activeElement?.getAttribute('data-item-id')
  return () => {
    const controls = controlsOf(root)
    const counterpart = (index: number) => {
      const { kind, position } = rendered[index] ?? {}
      return controls.find((one) => one.kind === kind && one.position === position)?.control
    }
    for (const [index, { control }] of rendered.entries()) {
      const to = counterpart(index)
      if (!to) continue
      carryOver(control, to)
      // A file dialog may still be open.
      control.addEventListener('change', () => carryOver(control, to))
    }
    // A fast visitor has already moved on.
    if (root.activeElement) return
    const item = focusedItem
      ? root.querySelector<HTMLElement>(`[data-item-id="${CSS.escape(focusedItem)}"]`)
      : undefined
    const focus = counterpart(focused) ?? item ?? firstField(root)
    focus?.focus({ preventScroll: true })
  }
}

/** The field to type into, if nothing else has the focus and no keyboard would open over the page; none inside other pages. */
function firstField(root: ShadowRoot): HTMLElement | null {
  const isFree = document.activeElement === document.body && window.parent === window
  return isFree && matchMedia('(pointer: fine)').matches ? root.querySelector('[data-answer]') : null
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The controls of an answer: the page and the widget have the same kinds in the same order. */
function controlsOf(root: ShadowRoot) {
  const counts = new Map<string, number>()
  return [...root.querySelectorAll<Control>('.composer :is(input:not([type=hidden]), textarea, select)')].map(
    (control) => {
      const kind = ['checkbox', 'radio', 'file'].includes(control.type) ? control.type : control.tagName
      const position = counts.get(kind) ?? 0
      counts.set(kind, position + 1)
      return { control, kind, position }
    },
  )
}

function carryOver(from: Control, to: Control): void {
  if (from instanceof HTMLInputElement && to instanceof HTMLInputElement) {
    if (from.type === 'checkbox' || from.type === 'radio') {
      if (from.checked && !to.checked) to.click()
      return
    }
    if (from.type === 'file') {
      if (!from.files?.length) return
      to.files = from.files
      to.dispatchEvent(new Event('change', { bubbles: true }))
      return
    }
  }
  // The widget fills in by itself what the page leaves open, such as a country.
  if (to.value === from.value || from.value === '') return
  to.value = from.value
  to.dispatchEvent(new Event(from.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
}
