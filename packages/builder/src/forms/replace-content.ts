import type { Descendant, Editor } from 'slate'

/**
 * Replaces all nodes of an editor, in time linear in their number: operations for each node would each go through the paths of all others.
 * Takes away the selection. Nothing of this is part of the history.
 */
export function replaceContent(editor: Editor, nodes: Descendant[]): void {
  editor.selection = null
  editor.children = nodes
  editor.onChange()
}
