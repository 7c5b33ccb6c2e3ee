import { findBlock } from '@colloquy/flow/operations'
import { useEffect } from 'react'
import { type BotEditor, useBotEditor } from '../../editor/bot-editor.js'

/** The address of what is chosen within the page of its bot: `#/group-id`, `#/group-id/block-id`, and `#/id+id+id` of several nodes. */
export function addressOf({ editing, view }: BotEditor): string {
  const { blockId, nodeIds } = view.get()
  const [nodeId] = nodeIds
  if (nodeIds.size > 1) return nodeIds.size > most ? '' : `#/${[...nodeIds].map(encodeURIComponent).join('+')}`
  const groupId = blockId === undefined ? nodeId : findBlock(editing.document, blockId)?.group.id
  return groupId === undefined ? '' : addressTo({ nodeId: groupId, blockId })
}

/** The address of a node, or of a block in it, within the page of its bot. */
export const addressTo = ({ nodeId, blockId }: { nodeId: string; blockId?: string | undefined }): string =>
  `#/${[nodeId, blockId]
    .filter((it) => it !== undefined)
    .map(encodeURIComponent)
    .join('/')}`

/** More nodes than that would make an address that nobody can send. */
const most = 30

/** Keeps what is chosen in the address, and shows what an address names. */
export function useAddress(): void {
  const editor = useBotEditor()
  useEffect(() => {
    const follow = (isFirst = false) => {
      const [, nodes, block] = /^#\/([^/]+)(?:\/([^/]+))?$/.exec(location.hash) ?? []
      const { groups, events } = editor.editing.document
      const known = new Set([...groups, ...events].map(({ id }) => id))
      const nodeIds = (nodes ?? '')
        .split('+')
        .map(decodeURIComponent)
        .filter((id) => known.has(id))
      const [nodeId] = nodeIds
      if (nodeId === undefined || location.hash === addressOf(editor)) return
      const blockId = block === undefined ? undefined : decodeURIComponent(block)
      const isInside = blockId !== undefined && findBlock(editor.editing.document, blockId) !== undefined
      if (nodeIds.length > 1) editor.select({ nodeIds: new Set(nodeIds) })
      else if (isFirst && location.search.includes('view='))
        [editor.select(isInside ? { blockId } : { nodeIds: new Set([nodeId]) }), editor.openDetails()]
      else editor.show({ nodeId, ...(isInside && { blockId }) })
    }
    const tell = () => {
      const hash = addressOf(editor)
      if (hash !== location.hash) history.replaceState(history.state, '', location.pathname + location.search + hash)
    }
    follow(true)
    // The link in an email about a comment.
    const isAboutComments = new URLSearchParams(location.search).get('panel') === 'comments'
    if (isAboutComments && editor.access !== 'guest') editor.view.set({ panel: 'comments' })
    const stop = editor.view.subscribe(tell)
    const hear = () => follow()
    window.addEventListener('hashchange', hear)
    return () => {
      stop()
      window.removeEventListener('hashchange', hear)
    }
  }, [editor])
}
