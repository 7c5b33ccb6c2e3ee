import type { CompiledFlow } from '@colloquy/engine'
import type { StartableBot } from '@colloquy/storage'

/** Differences of an environment, as stored in its row. */
export interface EnvironmentSettings {
  /** Values by variable id. */
  variables: Record<string, string>
  /** Ids of the flow's credentials, with the ids of those used in their place. */
  credentials: Record<string, string>
}

export function readSettings(settings: string | null): EnvironmentSettings {
  return { variables: {}, credentials: {}, ...(settings === null ? {} : JSON.parse(settings)) }
}

/** Returns null if nothing differs, so that a start has nothing to read. */
export function writeSettings({ variables, credentials }: EnvironmentSettings): string | null {
  const isEmpty = Object.keys(variables).length + Object.keys(credentials).length === 0
  return isEmpty ? null : JSON.stringify({ variables, credentials })
}

/** Applies the environment of the bot to a start: its values override those that the client gives. */
export function startIn<Body extends { prefilledVariables?: Record<string, unknown> }>(
  { environment, environmentId }: Pick<StartableBot, 'environment' | 'environmentId'>,
  { variableById }: Pick<CompiledFlow, 'variableById'>,
  body: Body,
): { body: Body; environment?: { id?: string; credentials?: Record<string, string> } } {
  if (environment === null && environmentId === undefined) return { body }
  const { variables, credentials } = readSettings(environment)
  const named = Object.entries(variables).flatMap(([id, value]) => {
    const variable = variableById.get(id)
    return variable ? [[variable.name, value] as const] : []
  })
  return {
    body:
      named.length === 0
        ? body
        : { ...body, prefilledVariables: { ...body.prefilledVariables, ...Object.fromEntries(named) } },
    environment: {
      ...(environmentId !== undefined && { id: environmentId }),
      ...(Object.keys(credentials).length > 0 && { credentials }),
    },
  }
}
