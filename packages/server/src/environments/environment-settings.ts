import type { Program } from '@colloquy/engine'
import type { StartableBot } from '@colloquy/storage'

/** What differs in an environment, as its row keeps it. */
export interface EnvironmentSettings {
  /** By ids of variables. */
  variables: Record<string, string>
  /** Ids of credentials of the flow, with the ids of those that are used in their place. */
  credentials: Record<string, string>
}

export function readSettings(settings: string | null): EnvironmentSettings {
  return { variables: {}, credentials: {}, ...(settings === null ? {} : JSON.parse(settings)) }
}

/** Null where nothing differs, so that a start has nothing to read. */
export function writeSettings({ variables, credentials }: EnvironmentSettings): string | null {
  const isEmpty = Object.keys(variables).length + Object.keys(credentials).length === 0
  return isEmpty ? null : JSON.stringify({ variables, credentials })
}

/** A start in the environment of its bot: its values take the place of those that a client gives. */
export function startIn<Body extends { prefilledVariables?: Record<string, unknown> }>(
  { environment, environmentId }: Pick<StartableBot, 'environment' | 'environmentId'>,
  { variableById }: Pick<Program, 'variableById'>,
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
