/** True if keys belong to a field, including one in a shadow root such as the code editor, or to an open window. */
export function isTyping(event: Event): boolean {
  const [target] = event.composedPath()
  if (!(target instanceof HTMLElement)) return false
  const isField = target.isContentEditable || ['INPUT', 'TEXTAREA'].includes(target.tagName)
  const others = '[role="dialog"],[role="menu"],[role="combobox"],[role="listbox"],.preview-frame,[data-ignores-keys]'
  return isField || target.closest(others) !== null
}
