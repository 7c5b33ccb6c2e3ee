import { allowsMessaging, channelSettingsOf, type Settings } from '@colloquy/flow'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { usePublishedBot, useStoredBot } from '../editor/use-stored-bot.js'
import { useWorkspaces } from '../service/workspaces.js'
import { type MessagingState, messagingState } from './messaging-state.js'

/** Describes whether the open bot answers on a channel; undefined while loading. Without a channel, it says what to do. */
export function useMessagingState(credentialsId: string | undefined): MessagingState | undefined {
  const { bot, isReadOnly } = useBotEditor()
  const { data } = useStoredBot()
  const published = usePublishedBot()
  const workspaces = useWorkspaces()
  const settings = useDocument((document) => document.settings) as Settings
  if (!data || published.data === undefined) return undefined
  // A guest of this bot alone may not see its workspace; in that case, only the service knows the plan.
  const plan = workspaces.data?.find(({ id }) => id === bot.workspaceId)?.plan
  const of = (all: Settings) => (credentialsId === undefined ? {} : channelSettingsOf(all, credentialsId))
  return messagingState({
    mayEdit: !isReadOnly,
    isAllowed: plan === undefined || allowsMessaging(plan),
    hasChannel: credentialsId !== undefined,
    isArchived: data.isArchived,
    isClosed: data.isClosed,
    draft: of(settings),
    live: published.data && of(published.data.settings as Settings),
  })
}
