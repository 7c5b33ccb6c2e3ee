import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import type { Answer } from '../service/api.js'
import { type EnvironmentRow, environmentsOf, useEnvironments } from './environments.js'
import { experimentsOf } from './experiments-of.js'

type Experiments = Answer<'listExperiments'>['experiments']

/** Sentences about what ends in an environment when another release becomes current there, now or `isLater`. */
function endingOf(
  environments: readonly EnvironmentRow[],
  experiments: Experiments,
  environmentId: string,
  isLater = false,
): string[] {
  const running = experiments.find((it) => it.environmentId === environmentId && it.endedAt === null)
  const isScheduled = environments.some(({ id, scheduled }) => id === environmentId && scheduled.length > 0)
  return [
    ...(running
      ? [
          isLater
            ? t('The experiment “{name}” ends when this version becomes current.', { name: running.name })
            : t('This ends the experiment “{name}”.', { name: running.name }),
        ]
      : []),
    ...(isScheduled && !isLater ? [t('This cancels what is scheduled there.')] : []),
  ]
}

/** Returns a function that says what ends in an environment when another release becomes current there. */
export function useEnding(): (environmentId: string, isLater?: boolean) => string[] {
  const { bot } = useBotEditor()
  const environments = useEnvironments(bot.id).data ?? []
  const experiments = useQuery(experimentsOf(bot.id)).data?.experiments ?? []
  return (environmentId, isLater) => endingOf(environments, experiments, environmentId, isLater)
}

/** True if something ends when another release becomes current in `live`. */
export async function endsSomethingInLive(queries: QueryClient, botId: string): Promise<boolean> {
  const [{ environments }, { experiments }] = await Promise.all([
    queries.fetchQuery(environmentsOf(botId)),
    queries.fetchQuery(experimentsOf(botId)),
  ])
  return endingOf(environments, experiments, 'live').length > 0
}
