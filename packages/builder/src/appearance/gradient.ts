import { mix, parseHex, type Rgb } from './colours.js'

/** A picture that runs from the first colour at the top left to the second one at the bottom right. */
export const gradient = (from: string, to: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" preserveAspectRatio="none"><linearGradient id="g" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient><path fill="url(#g)" d="M0 0h10v10H0z"/></svg>`,
  )}`

/** The middle of a gradient that `gradient` has made. */
export function gradientMiddle(content: string | undefined): Rgb | undefined {
  const stops = gradientStops(content)
  return stops && mix(stops[0], stops[1], 0.5)
}

function gradientStops(content = ''): [Rgb, Rgb] | undefined {
  if (!content.startsWith('data:image/svg+xml,') || content.length > 2000) return undefined
  const [from, to] = [...content.matchAll(/stop-color%3D%22%23([0-9a-f]{6})/gi)].map(([, digits]) =>
    parseHex(`#${digits}`),
  )
  return from && to && [from, to]
}

/** Light enough for dark text on them: the widget reads text on pictures as on white. */
export const gradients: readonly (readonly [name: string, from: string, to: string])[] = [
  ['Dawn', '#fff0e6', '#ffe3e3'],
  ['Lake', '#e2f6f2', '#f4fbf7'],
  ['Lavender', '#f3edff', '#fdf2fb'],
  ['Sky', '#e3effc', '#f6faff'],
  ['Sand', '#fbf3e2', '#fffaf0'],
  ['Mist', '#eceff4', '#fafbfc'],
]
