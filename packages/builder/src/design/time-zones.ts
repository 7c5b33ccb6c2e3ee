/** The time zone of the browser. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** All time zones as choices, by name. */
export function zoneChoices(chosen: string) {
  const names = new Set(['UTC', ownZone(), chosen, ...Intl.supportedValuesOf('timeZone')])
  return [...names].toSorted().map((zone) => [zone, zone.replaceAll('_', ' ')] as const)
}
