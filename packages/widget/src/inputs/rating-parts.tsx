import { scaleOf } from '@colloquy/flow/readers'
import type { InputProps } from './input-props.js'
import { SvgIcon } from './svg-icon.js'

type Rating = InputProps<'rating input'>['input']

const star =
  '<svg viewBox="0 0 24 24"><path d="M12 2.8l2.8 5.9 6.4.8-4.7 4.4 1.2 6.4L12 17.2l-5.7 3.1 1.2-6.4L2.8 9.5l6.4-.8z"/></svg>'

/** The rates to choose from, in order, and how they are shown. */
export function ratesOf({ options }: Rating) {
  const { first, last } = scaleOf(options)
  const values = Array.from({ length: Math.max(0, Math.min(last - first + 1, 101)) }, (_, index) => first + index)
  return { isIcons: options?.buttonType === 'Icons', values, max: last }
}

/** Up to eleven numbers share one row, however narrow it is, so that the labels stay under its ends. */
export function scaleClass(input: Rating): string {
  const { isIcons, values } = ratesOf(input)
  return isIcons ? 'rates icons' : values.length <= 11 ? 'rates row' : 'rates'
}

/** Visual part of one rate; screen readers announce its radio button. */
export function RateFace({ input: { options }, value }: { input: Rating; value: number }) {
  const { buttonType, customIcon } = options ?? {}
  if (buttonType !== 'Icons')
    return (
      <span class="number" part="button" aria-hidden="true">
        {value}
      </span>
    )
  return (
    <span class="icon" aria-hidden="true">
      <SvgIcon text={(customIcon?.isEnabled && customIcon.svg) || star} />
    </span>
  )
}

/** Labels for the ends of the scale. */
export function RateEnds({ input: { options } }: { input: Rating }) {
  const { left, right } = options?.labels ?? {}
  if (!left && !right) return null
  return (
    <div class="ends">
      <span>{left}</span>
      <span>{right}</span>
    </div>
  )
}
