/**
 * Lets the browser's own copy command take the forms of a text, by their types such as `text/html`; returns whether it did. It works in a page
 * that came over plain HTTP from another computer, which has no clipboard API. Safari only copies while something is selected.
 */
export function copyByCommand(forms: Readonly<Record<string, string>>): boolean {
  let isTaken = false
  const give = (event: ClipboardEvent) => {
    event.stopImmediatePropagation()
    if (!event.clipboardData) return
    event.preventDefault()
    for (const [type, text] of Object.entries(forms)) event.clipboardData.setData(type, text)
    isTaken = true
  }
  const selection = getSelection()
  const before = selection?.rangeCount ? selection.getRangeAt(0) : undefined
  const selected = document.createElement('span')
  selected.className = 'visually-hidden'
  selected.textContent = '.'
  document.body.append(selected)
  selection?.selectAllChildren(selected)
  addEventListener('copy', give, { capture: true })
  try {
    document.execCommand('copy')
  } finally {
    removeEventListener('copy', give, { capture: true })
    selection?.removeAllRanges()
    if (before) selection?.addRange(before)
    selected.remove()
  }
  return isTaken
}
