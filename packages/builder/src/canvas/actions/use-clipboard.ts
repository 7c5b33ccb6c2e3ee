import { useReactFlow } from '@xyflow/react'
import { useEffect } from 'react'
import { readClip } from '../../document/copy.js'
import { useStudio } from '../../editor/studio.js'
import { pointerAt } from '../keys/pointer.js'
import { isTyping } from '../keys/use-shortcuts.js'
import { deleteChosen } from './actions.js'
import { pasteClip, sayCopied, selectedClip } from './clipboard.js'

/** Copying and pasting of groups and blocks through the clipboard of the system: into other bots, tabs and windows. */
export function useClipboard(): void {
  const studio = useStudio()
  const { screenToFlowPosition } = useReactFlow()
  useEffect(() => {
    const copy = (event: ClipboardEvent) => {
      if (isTyping(event) || window.getSelection()?.isCollapsed === false) return
      const clip = selectedClip(studio)
      if (!clip) return
      event.preventDefault()
      event.clipboardData?.setData('text/plain', JSON.stringify(clip))
      if (event.type === 'cut' && !studio.isReadOnly) deleteChosen(studio)
      sayCopied(clip)
    }
    const insert = (event: ClipboardEvent) => {
      const clip =
        isTyping(event) || studio.isReadOnly ? undefined : readClip(event.clipboardData?.getData('text/plain') ?? '')
      if (!clip) return
      event.preventDefault()
      pasteClip(studio, clip, screenToFlowPosition(pointerAt()))
    }
    document.addEventListener('copy', copy)
    document.addEventListener('cut', copy)
    document.addEventListener('paste', insert)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('cut', copy)
      document.removeEventListener('paste', insert)
    }
  }, [studio, screenToFlowPosition])
}
