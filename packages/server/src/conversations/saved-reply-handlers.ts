import { ApiError } from '@colloquy/api'
import type { Handlers } from '../http/handler.js'

export const savedReplyHandlers: Handlers<'listSavedReplies' | 'saveReply' | 'deleteReply'> = {
  async listSavedReplies({ storage }, { workspace }) {
    const replies = await storage.conversations.listReplies(workspace.id)
    return { replies: replies.map(({ shortcut, text }) => ({ shortcut, text })) }
  },

  async saveReply({ storage, now }, { params: { shortcut }, body: { text }, workspace }) {
    await storage.conversations.saveReply({ workspaceId: workspace.id, shortcut, text, updatedAt: now() })
    return { reply: { shortcut, text } }
  },

  async deleteReply({ storage }, { params: { shortcut }, workspace }) {
    if (!(await storage.conversations.deleteReply(workspace.id, shortcut))) throw new ApiError('reply_not_found')
    return { message: 'success' }
  },
}
