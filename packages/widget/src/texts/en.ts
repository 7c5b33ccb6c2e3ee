/** Messages that every chat needs. Texts of the bot's author take precedence. */
export const en = {
  bot: 'Bot',
  you: 'You',
  chat: 'Chat',
  typing: 'The bot is typing. Press to skip.',
  send: 'Send',
  sending: 'Sending…',
  madeWith: 'Made with Colloquy',
  loadFailed: 'This part could not be loaded. Try again',
  typeAnswer: 'Type your answer…',
  typeEmail: 'Type your email address…',
  typeUrl: 'Type a web address…',
  notEmpty: 'Please write an answer first.',
  opensNew: 'opens in a new tab',
}

export type CoreTexts = Record<keyof typeof en, string>
