import { findBlock } from '@colloquy/flow/operations'
import { useEffect } from 'react'
import { showToast } from '../../design/toasts.js'
import { type BotEditor, useBotEditor } from '../../editor/bot-editor.js'
import { t } from '../../i18n/i18n.js'

/** The address of what is chosen within the page of its bot: `#/group-id`, `#/group-id/block-id`, and `#/id+id+id` of several nodes. */
export function addressOf({ editing, view }: BotEditor): string {
  const { blockId, nodeIds } = view.get()
  const [nodeId] = nodeIds
  if (nodeIds.size > 1) return nodeIds.size > max ? '' : `#/${[...nodeIds].map(encodeURIComponent).join('+')}`
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
const max = 30

/** The id in an address; text that cannot be decoded, such as that of a link that was cut off, stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Keeps what is chosen in the address, and shows what an address names. */
export function useAddress(): void {
  const editor = useBotEditor()
  useEffect(() => {
    const follow = (isFirst = false) => {
      const [, nodes, block] = /^#\/([^/]+)(?:\/([^/]+))?$/.exec(location.hash) ?? []
      const { groups, events } = editor.editing.document
      const known = new Set([...groups, ...events].map(({ id }) => id))
      // A block may have moved to another group since.
      const found = block === undefined ? undefined : findBlock(editor.editing.document, decoded(block))
      const named = (nodes ?? '').split('+').map(decoded)
      const nodeIds = found ? [found.group.id] : named.filter((id) => known.has(id))
      const [nodeId] = nodeIds
      const blockId = found?.block.id
      if (nodes && (nodeId === undefined || (block && !found)))
        showToast(t('The link leads to a part that was deleted.'))
      if (nodeId === undefined || location.hash === addressOf(editor)) return
      if (nodeIds.length > 1) editor.select({ nodeIds: new Set(nodeIds) })
      else if (isFirst && location.search.includes('view='))
        [editor.select(found ? { blockId } : { nodeIds: new Set([nodeId]) }), editor.openDetails()]
      else editor.show({ nodeId, ...(found && { blockId }) })
    }
    const tell = () => {
      const hash = addressOf(editor)
      if (hash !== location.hash) history.replaceState(history.state, '', location.pathname + location.search + hash)
    }
    follow(true)
    // The link in an email about a comment.
    const isAboutComments = new URLSearchParams(location.search).get('panel') === 'comments'
    if (isAboutComments && editor.can('bot.read')) editor.view.set({ panel: 'comments' })
    const stop = editor.view.subscribe(tell)
    const hear = () => follow()
    window.addEventListener('hashchange', hear)
    return () => {
      stop()
      window.removeEventListener('hashchange', hear)
    }
  }, [editor])
}
