import type { Defaults } from '@colloquy/flow/blocks'

const part = (backgroundColor: string, color: string, shadow = 'none') => ({
  backgroundColor,
  color,
  shadow,
  blur: 0,
  opacity: 1,
  border: { thickness: 0, roundeness: 'medium', customRoundeness: 6, opacity: 1 },
})

/** Defaults that the widget uses where a theme sets nothing. */
export const themeDefaults: Readonly<Record<'general' | 'chat', Defaults>> = {
  general: {
    background: { type: 'Color', content: '#ffffff' },
    progressBar: {
      isEnabled: false,
      color: '#e0edff',
      backgroundColor: '#f1f1f1',
      placement: 'Top',
      thickness: 4,
      position: 'fixed',
    },
  },
  chat: {
    container: { ...part('transparent', '#202020'), maxWidth: '800px', maxHeight: '100%' },
    hostAvatar: { isEnabled: true },
    guestAvatar: { isEnabled: false },
    hostBubbles: part('#f7f8ff', '#202020'),
    guestBubbles: part('#ff8e21', '#ffffff'),
    buttons: part('#0042da', '#ffffff'),
    inputs: { ...part('#ffffff', '#202020', 'md'), placeholderColor: '#9095a0' },
    roundness: 'medium',
    buttonsInput: { layout: 'wrap' },
  },
}
