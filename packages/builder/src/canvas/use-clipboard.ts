import { findBlock } from '@colloquy/flow/operations'
import { useReactFlow } from '@xyflow/react'
import { useEffect } from 'react'
import { useStudio } from '../bot/studio.js'
import { say } from '../design/toasts.js'
import { paste } from '../document/commands/paste.js'
import { clipOf, readClip } from '../document/copy.js'
import { newId } from '../document/new-id.js'
import { deleteChosen } from './actions.js'
import { isTyping } from './use-shortcuts.js'

/** Copying and pasting of groups and blocks through the clipboard of the system: into other bots, tabs and windows. */
export function useClipboard(): void {
  const studio = useStudio()
  const { screenToFlowPosition } = useReactFlow()
  useEffect(() => {
    let pointer = { x: window.innerWidth / 2, y: window.innerHeight / 2 }
    const move = (event: PointerEvent) => {
      pointer = { x: event.clientX, y: event.clientY }
    }
    const copy = (event: ClipboardEvent) => {
      if (isTyping(event) || window.getSelection()?.isCollapsed === false) return
      const clip = chosenClip()
      if (clip.groups.length === 0) return
      event.preventDefault()
      event.clipboardData?.setData('text/plain', JSON.stringify(clip))
      if (event.type === 'cut' && !studio.isReadOnly) deleteChosen(studio)
      say(clip.groups.length === 1 ? 'Copied' : `${clip.groups.length} groups copied`)
    }
    const chosenClip = () => {
      const { nodeIds, blockId } = studio.view.get()
      const { document } = studio.editing
      const found = blockId === undefined ? undefined : findBlock(document, blockId)
      if (!found) return clipOf(document, nodeIds)
      const clip = clipOf(document, new Set([found.group.id]))
      return { ...clip, edges: [], groups: [{ ...found.group, title: 'Copy', blocks: [found.block] }] }
    }
    const insert = (event: ClipboardEvent) => {
      const clip =
        isTyping(event) || studio.isReadOnly ? undefined : readClip(event.clipboardData?.getData('text/plain') ?? '')
      if (!clip) return
      event.preventDefault()
      const before = new Set(studio.editing.document.groups.map(({ id }) => id))
      studio.editing.run('Paste', paste(clip, screenToFlowPosition(pointer), newId))
      const added = studio.editing.document.groups.map(({ id }) => id).filter((id) => !before.has(id))
      studio.select({ nodeIds: new Set(added) })
    }
    document.addEventListener('pointermove', move)
    document.addEventListener('copy', copy)
    document.addEventListener('cut', copy)
    document.addEventListener('paste', insert)
    return () => {
      document.removeEventListener('pointermove', move)
      document.removeEventListener('copy', copy)
      document.removeEventListener('cut', copy)
      document.removeEventListener('paste', insert)
    }
  }, [studio, screenToFlowPosition])
}
