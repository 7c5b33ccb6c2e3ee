/** Labels of the columns that every result has. */
export const resultLabels = {
  started: 'Started',
  status: 'Status',
  environment: 'Environment',
  variant: 'Variant',
  source: 'Source',
  device: 'Device',
} as const

/** Ids in preferences of the columns that describe the origin of results. */
export const originColumnIds = {
  environment: 'environmentId',
  variant: 'variant',
  source: 'source',
  device: 'device',
} as const

/** Labels of sources that are neither a page nor a campaign. */
export const sourceNames = { page: 'Chat page', whatsapp: 'WhatsApp', api: 'API', bot: 'Another bot' } as const
/** Labels of the kinds of devices. */
export const deviceNames = { phone: 'Phone', tablet: 'Tablet', computer: 'Computer' } as const

/** Label of a source: the host of a page, the campaign, or one of `sourceNames`. */
export function sourceLabel(source: string): string {
  if (Object.hasOwn(sourceNames, source)) return sourceNames[source as keyof typeof sourceNames]
  return source.replace(/^(?:web|utm):/, '')
}

/** The letter of a variant: "A" for the control variant. */
export const variantLetter = (index: number): string => String.fromCharCode(65 + index)

/** Label of a variant that also names its experiment: "Shorter greeting: B". */
export const variantLabel = (experiment: string, variant: number): string => `${experiment}: ${variantLetter(variant)}`

/** Label of the status of a result. */
export const resultStatus = ({ isCompleted }: { isCompleted: boolean }): string =>
  isCompleted ? 'Completed' : 'In progress'
