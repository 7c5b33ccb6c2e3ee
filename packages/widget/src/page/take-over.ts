import type { ChatMemory } from '../conversation/chat-memory.js'
import type { ChatRecord } from '../conversation/chat-state.js'
import { inputViews } from '../inputs/input-views.js'

/**
 * The conversation that the page was drawn with, once all is there to show it as it stands; undefined when what is kept here is newer
 * or another one. What the visitor has typed meanwhile is kept, and nothing moves.
 */
export async function takeOver(root: ShadowRoot, memory: ChatMemory): Promise<ChatRecord | undefined> {
  const block = document.getElementById('colloquy-record')
  block?.remove()
  if (!block?.textContent) return undefined
  const record: ChatRecord = JSON.parse(block.textContent)
  const kept = memory.read()
  const isOlder = kept?.session?.sessionId === record.session?.sessionId && (kept?.turn ?? 0) < record.turn
  if (kept && !isOlder) return undefined
  const { input } = record
  if (input) await (inputViews[input.type] as { preload?(): Promise<unknown> } | undefined)?.preload?.()
  const give = takeTyped(root)
  requestAnimationFrame(() => {
    for (const animation of root.getAnimations?.() ?? document.getAnimations()) animation.finish()
    const scroller = root.querySelector('.scroller')
    if (scroller) scroller.scrollTop = scroller.scrollHeight
    give()
  })
  return record
}

/** Takes along what was typed or ticked in the page's own form. Returns what puts it into the widget's. */
function takeTyped(root: ShadowRoot): () => void {
  const field = root.querySelector<HTMLInputElement>('[name=answer]:not([type=radio])')
  const { value = '', selectionStart = null } = field ?? {}
  const isTyped = field !== null && value !== field.defaultValue
  const hadFocus = field !== null && root.activeElement === field
  const ticked = [...root.querySelectorAll('[data-item-id]:has(:checked)')].map((item) =>
    item.getAttribute('data-item-id'),
  )
  return () => {
    const answer = root.querySelector<HTMLInputElement>('[data-answer]')
    if (answer && isTyped) {
      answer.value = value
      answer.dispatchEvent(new Event('input', { bubbles: true }))
    }
    if (answer && hadFocus) {
      answer.focus({ preventScroll: true })
      if (selectionStart !== null) answer.setSelectionRange(selectionStart, selectionStart)
    }
    for (const item of root.querySelectorAll<HTMLElement>('[data-item-id]'))
      if (ticked.includes(item.dataset.itemId ?? '')) item.querySelector<HTMLInputElement>('input')?.click()
  }
}
