import { findBlock } from '@colloquy/flow/operations'
import { useEffect } from 'react'
import { type Studio, useStudio } from '../bot/studio.js'

/** The address of a group, an event or a block within the page of its bot: `#/group-id`, and `#/group-id/block-id`. */
export function addressOf({ editing, view }: Studio): string {
  const { blockId, nodeIds } = view.get()
  const [nodeId] = nodeIds
  const groupId = blockId === undefined ? nodeId : findBlock(editing.document, blockId)?.group.id
  if (groupId === undefined || nodeIds.size > 1) return ''
  return `#/${[groupId, blockId]
    .filter((it) => it !== undefined)
    .map(encodeURIComponent)
    .join('/')}`
}

/** Keeps what is chosen in the address, and shows what an address names. */
export function useAddress(): void {
  const studio = useStudio()
  useEffect(() => {
    const follow = () => {
      const [, nodeId, blockId] =
        /^#\/([^/]+)(?:\/([^/]+))?$/.exec(location.hash)?.map((it) => it && decodeURIComponent(it)) ?? []
      const { groups, events } = studio.editing.document
      const isThere = groups.some(({ id }) => id === nodeId) || events.some(({ id }) => id === nodeId)
      if (!nodeId || !isThere || location.hash === addressOf(studio)) return
      const isInside = blockId !== undefined && findBlock(studio.editing.document, blockId) !== undefined
      studio.show({ nodeId, ...(isInside && { blockId }) })
    }
    const tell = () => {
      const hash = addressOf(studio)
      if (hash !== location.hash) history.replaceState(history.state, '', location.pathname + location.search + hash)
    }
    follow()
    const stop = studio.view.subscribe(tell)
    window.addEventListener('hashchange', follow)
    return () => {
      stop()
      window.removeEventListener('hashchange', follow)
    }
  }, [studio])
}
