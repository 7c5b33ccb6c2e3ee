import { api } from '../service/api.js'

/** The query for the experiments of a bot, newest first. */
export const experimentsOf = (botId: string) => ({
  queryKey: ['experiments', botId],
  queryFn: () => api.listExperiments({ botId }),
})
