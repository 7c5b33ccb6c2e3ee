const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * Arrow keys move from one choice to the next, Home and End to the first and last one, without choosing. A group of radio buttons is one
 * tab stop: the button that last had the focus, or the first. Each button of a card is a tab stop.
 */
export function moveFocus(event: KeyboardEvent): void {
  const button = event.target as HTMLElement
  const group = button.closest<HTMLElement>('[role=radiogroup], .cards')
  const stops = [...(group?.querySelectorAll('button') ?? [])]
  const at = stops.indexOf(button as HTMLButtonElement)
  if (!group || at < 0) return
  const isMirrored = getComputedStyle(group).direction === 'rtl' && /Left|Right/.test(event.key)
  const step = (steps[event.key] ?? 0) * (isMirrored ? -1 : 1)
  const to = event.key === 'Home' ? 0 : event.key === 'End' ? stops.length - 1 : step === 0 ? undefined : at + step
  if (to === undefined) return
  event.preventDefault()
  const next = stops[(to + stops.length) % stops.length]
  if (group.role === 'radiogroup') for (const stop of stops) stop.tabIndex = stop === next ? 0 : -1
  next?.focus()
}
