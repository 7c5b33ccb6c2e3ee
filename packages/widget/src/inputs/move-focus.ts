const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Arrow keys go from one button or box of a group to the next; Home and End to its ends. Tab still reaches each. */
export function moveFocus(event: KeyboardEvent): void {
  const group = event.currentTarget as HTMLElement
  const stops = [...group.querySelectorAll<HTMLElement>('button, input, a[href]')]
  const at = stops.indexOf(event.target as HTMLElement)
  if (at < 0) return
  const isMirrored = getComputedStyle(group).direction === 'rtl' && /Left|Right/.test(event.key)
  const step = (steps[event.key] ?? 0) * (isMirrored ? -1 : 1)
  const to = event.key === 'Home' ? 0 : event.key === 'End' ? stops.length - 1 : step === 0 ? undefined : at + step
  if (to === undefined) return
  event.preventDefault()
  stops[(to + stops.length) % stops.length]?.focus()
}
