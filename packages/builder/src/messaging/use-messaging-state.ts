import { allowsMessaging, type Settings } from '@colloquy/flow'
import { useDocument, useStudio } from '../editor/studio.js'
import { usePublishedBot, useStoredBot } from '../editor/use-stored-bot.js'
import { useWorkspaces } from '../service/workspaces.js'
import { messagingState } from './messaging-state.js'

/** The bot as it is stored beside its draft, and whether it answers messages; both undefined until they are known. */
export function useMessagingState() {
  const { bot, isReadOnly } = useStudio()
  const { data } = useStoredBot()
  const published = usePublishedBot()
  const workspaces = useWorkspaces()
  const settings = useDocument((document) => document.settings) as Settings
  const live = published.data && ((published.data.settings as Settings).messaging ?? {})
  // Who was asked to work on this bot alone may not see its workspace: the service knows the plan then.
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
