import type { Answer } from '../service/api.js'

/** A conversation in a list of the inbox. */
export type Conversation = Answer<'listConversations'>['conversations'][number]
/** A conversation with what was said. */
export type FullConversation = Answer<'getConversation'>
/** A turn of the bot, or a message beside the turns. */
export type TranscriptPart = FullConversation['transcript'][number]
export type ConversationEntry = Extract<TranscriptPart, { message: unknown }>['message']
export type Member = Answer<'getInboxSetup'>['people'][number]

export type Team = Answer<'getInboxSetup'>['teams'][number]

export const conversationKey = (workspaceId: string, sessionId: string) =>
  ['inbox', workspaceId, 'conversation', sessionId] as const
