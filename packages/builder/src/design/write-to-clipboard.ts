/**
 * Puts a text on the clipboard, and its formatted form if there is one. A page that came over plain HTTP from another computer has no
 * clipboard API: there the browser's own copy command is given the text. Rejects if the browser allows neither.
 */
export async function writeToClipboard(text: string, html?: string): Promise<void> {
  const forms: Record<string, string> = { 'text/plain': text, ...(html !== undefined && { 'text/html': html }) }
  try {
    if (html === undefined) await navigator.clipboard.writeText(text)
    else await navigator.clipboard.write([new ClipboardItem(asBlobs(forms))])
  } catch (problem) {
    if (!copyByCommand(forms)) throw problem
  }
}

const asBlobs = (forms: Record<string, string>) =>
  Object.fromEntries(Object.entries(forms).map(([type, text]) => [type, new Blob([text], { type })]))

/** Returns whether the browser took the forms of a text. Safari only copies while something is selected. */
function copyByCommand(forms: Record<string, string>): boolean {
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
