import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { showError, showToast } from '../design/toasts.js'
import { t } from '../i18n/i18n.js'
import { isBotMove, moveBot, movedBot, refreshFolders } from './folders.js'

/** Properties of an element on which bots can be dropped: they move to this folder, or to the top level. */
export function useDropTarget(folderId: string | null, name: string) {
  const queries = useQueryClient()
  const [isOver, setOver] = useState(false)
  const drop = async (event: DragEvent) => {
    setOver(false)
    if (!isBotMove(event.dataTransfer)) return
    event.preventDefault()
    event.stopPropagation()
    try {
      await moveBot(movedBot(event.dataTransfer), folderId)
      await refreshFolders(queries)
      showToast(t('Moved to {name}.', { name }))
    } catch (problem) {
      showError(problem)
    }
  }
  return {
    'data-over': isOver,
    onDragOver(event: DragEvent) {
      if (!isBotMove(event.dataTransfer)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => void drop(event),
  }
}
