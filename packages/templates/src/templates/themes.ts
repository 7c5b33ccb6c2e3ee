import type { Theme } from '@colloquy/flow'

interface LookOptions {
  roundness?: NonNullable<Theme['chat']>['roundness']
  field?: string
  placeholder?: string
  /** The remaining part of the progress bar. */
  track?: string
}

/** Looks of the templates. Every text has a contrast of at least 4.5 to its background. */
const look = (
  page: string,
  strong: string,
  host: string,
  text: string,
  { roundness = 'large', field = '#ffffff', placeholder = '#5f6877', track }: LookOptions = {},
): Theme => ({
  general: {
    background: { type: 'Color', content: page },
    progressBar: { isEnabled: true, color: strong, ...(track && { backgroundColor: track }) },
  },
  chat: {
    hostBubbles: { backgroundColor: host, color: text },
    guestBubbles: { backgroundColor: strong, color: '#ffffff' },
    buttons: { backgroundColor: strong, color: '#ffffff' },
    inputs: { backgroundColor: field, color: text, placeholderColor: placeholder },
    roundness,
  },
})

export const indigo = look('#f7f7fd', '#4338ca', '#ffffff', '#1e1b4b')
export const lagoon = look('#eef8f6', '#0f766e', '#ffffff', '#123230')
export const berry = look('#fdf5f9', '#a21568', '#ffffff', '#3f1130')
export const amber = look('#fdf8ef', '#92500a', '#ffffff', '#3a2409', { roundness: 'medium' })
export const sky = look('#f1f7fd', '#1260b3', '#ffffff', '#10273f')
export const forest = look('#f3f8f1', '#2f6b1f', '#ffffff', '#1b2f14')
export const plum = look('#f9f5fd', '#6d28b8', '#ffffff', '#2d1450')
export const brick = look('#fdf5f2', '#ad3a18', '#ffffff', '#3d180c', { roundness: 'medium' })
export const slate = look('#f4f6f8', '#334155', '#ffffff', '#1b2430', { roundness: 'medium' })
export const night = look('#141a2a', '#6258e8', '#232c42', '#eef1f8', {
  field: '#1c2436',
  placeholder: '#a3adc2',
  track: '#2c364f',
})
