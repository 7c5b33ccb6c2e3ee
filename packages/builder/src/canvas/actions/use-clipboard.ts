import { useReactFlow } from '@xyflow/react'
import { useEffect } from 'react'
import { isTyping } from '../../design/is-typing.js'
import { holdsClip } from '../../document/copy.js'
import { useBotEditor } from '../../editor/bot-editor.js'
import { pointerAt } from '../keys/pointer.js'
import { deleteChosen, pasteText } from './actions.js'
import { confirmCopy, selectedClip } from './clipboard.js'

/** Copying and pasting of groups and blocks through the clipboard of the system: into other bots, tabs and windows. */
export function useClipboard(): void {
  const editor = useBotEditor()
  const { screenToFlowPosition } = useReactFlow()
  useEffect(() => {
    const copy = (event: ClipboardEvent) => {
      if (isTyping(event) || window.getSelection()?.isCollapsed === false) return
      const clip = selectedClip(editor)
      if (!clip) return
      event.preventDefault()
      event.clipboardData?.setData('text/plain', JSON.stringify(clip))
      if (event.type === 'cut' && !editor.isReadOnly) deleteChosen(editor)
      confirmCopy(clip)
    }
    const insert = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (isTyping(event) || editor.isReadOnly || !holdsClip(text)) return
      event.preventDefault()
      pasteText(editor, text, screenToFlowPosition(pointerAt()))
    }
    document.addEventListener('copy', copy)
    document.addEventListener('cut', copy)
    document.addEventListener('paste', insert)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('cut', copy)
      document.removeEventListener('paste', insert)
    }
  }, [editor, screenToFlowPosition])
}
