import type { Integration, IntegrationIcon } from '../integrations/define.js'
import { type IntegrationType, integrations, integrationTypes } from '../integrations/registry.js'
import type { ServiceLogo } from '../service-logo.js'

/** An integration as palette and canvas show it. */
export interface ShownIntegration {
  readonly label: string
  readonly icon: IntegrationIcon
  readonly logo?: ServiceLogo | undefined
  readonly description: string
  readonly keywords: string
  /** Names of its actions. */
  readonly actions: readonly string[]
  /** Actions that a new block may have. */
  readonly offered: readonly string[]
}

const shownOf = ({ label, icon, logo, description, keywords, actions }: Integration): ShownIntegration => ({
  label,
  icon,
  logo,
  description,
  keywords,
  actions: Object.keys(actions),
  offered: Object.keys(actions).filter((name) => actions[name]!.run),
})

/** Every integration, by the type of its block. Plain data: the build replaces this module by its value. */
export const shownIntegrations = Object.fromEntries(
  integrationTypes.map((type) => [type, shownOf(integrations[type])]),
) as Readonly<Record<IntegrationType, ShownIntegration>>
