/** Two looks with which every view is tested. */
export const themes = {
  light: {},
  dark: {
    general: { background: { type: 'Color', content: '#14161c' } },
    chat: {
      hostBubbles: { backgroundColor: '#232733', color: '#eceef4', border: { roundeness: 'large' } },
      guestBubbles: { backgroundColor: '#7c5cff', color: '#ffffff', border: { roundeness: 'large' } },
      buttons: { backgroundColor: '#7c5cff', color: '#ffffff', border: { roundeness: 'large' } },
      inputs: {
        backgroundColor: '#1c1f29',
        color: '#eceef4',
        placeholderColor: '#8d93a5',
        border: { roundeness: 'large' },
        shadow: 'none',
      },
    },
  },
}
