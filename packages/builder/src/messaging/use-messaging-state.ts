import { allowsMessaging, type Settings } from '@colloquy/flow'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { usePublishedBot, useStoredBot } from '../editor/use-stored-bot.js'
import { useWorkspaces } from '../service/workspaces.js'
import { messagingState } from './messaging-state.js'

/** The stored bot, apart from its draft, and whether it answers messages. Both are undefined while loading. */
export function useMessagingState() {
  const { bot, isReadOnly } = useBotEditor()
  const { data } = useStoredBot()
  const published = usePublishedBot()
  const workspaces = useWorkspaces()
  const settings = useDocument((document) => document.settings) as Settings
  const live = published.data && ((published.data.settings as Settings).messaging ?? {})
  // A guest of this bot alone may not see its workspace; in that case, only the service knows the plan.
  const plan = workspaces.data?.find(({ id }) => id === bot.workspaceId)?.plan
  const state =
    data && live !== undefined
      ? messagingState({
          mayEdit: !isReadOnly,
          isAllowed: plan === undefined || allowsMessaging(plan),
          hasNumber: data.messagingCredentialsId !== null,
          isArchived: data.isArchived,
          isClosed: data.isClosed,
          draft: settings.messaging,
          live,
        })
      : undefined
  return { data, state }
}
