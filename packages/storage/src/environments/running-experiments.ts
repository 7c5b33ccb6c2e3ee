import { all, run, type Work } from '../database.js'

/** The end of an experiment: manually, with a promotion, or because another release became current in its environment. */
export type ExperimentOutcome = 'stopped' | 'promoted' | 'replaced'

/** Ends the experiment that runs in an environment of a bot that is locked, if one does. */
export function* endRunning(
  botId: string,
  environmentId: string | null,
  now: number,
  outcome: ExperimentOutcome,
): Work<void> {
  const parameters = parametersOf(environmentId)
  const find = `SELECT id FROM experiments WHERE bot_id = ? AND ended_at IS NULL AND ${isIn(environmentId)}`
  for (const { id } of yield* all<{ id: string }>(find, botId, ...parameters)) {
    yield* run('UPDATE experiments SET ended_at = ?, outcome = ? WHERE id = ?', now, outcome, id)
    yield* run('DELETE FROM experiment_releases WHERE experiment_id = ?', id)
    const table = environmentId === null ? 'bots' : 'environments'
    yield* run(`UPDATE ${table} SET experiment = NULL WHERE id = ?`, environmentId ?? botId)
  }
}

/** That a row is of this environment, null for `live`; takes the parameters of `parametersOf`. */
export const isIn = (environmentId: string | null) => `environment_id ${environmentId === null ? 'IS NULL' : '= ?'}`
export const parametersOf = (environmentId: string | null) => (environmentId === null ? [] : [environmentId])
