import type { OperatorSetting, Preview } from '../define.js'
import type { WhatsAppData } from './accounts.js'

const line: OperatorSetting = { pattern: /^[\x21-\x7e]{1,2000}$/, expected: 'printable characters without spaces' }
const secret: OperatorSetting = { ...line, isSecret: true }

/** The number that previews are sent to phones from. */
export const preview: Preview<WhatsAppData> = {
  required: {
    COLLOQUY_MESSAGING_PREVIEW_NUMBER_ID: {
      pattern: /^\d{1,30}$/,
      expected: 'the id that the provider has for a phone number, in digits',
    },
    COLLOQUY_MESSAGING_PREVIEW_TOKEN: secret,
    COLLOQUY_MESSAGING_PREVIEW_APP_SECRET: secret,
    COLLOQUY_MESSAGING_PREVIEW_VERIFY_TOKEN: secret,
  },
  optional: {
    COLLOQUY_MESSAGING_PREVIEW_NUMBER: {
      pattern: /^\+?[\d ()-]{6,30}$/,
      expected: 'a phone number with its country code, such as +49 170 1234567',
    },
    COLLOQUY_MESSAGING_PREVIEW_TEMPLATE: {
      pattern: /^[a-z0-9_]{1,512}$/,
      expected: 'the name of a message template, such as hello_world',
      default: 'hello_world',
    },
    COLLOQUY_MESSAGING_PREVIEW_TEMPLATE_LANGUAGE: {
      pattern: /^[a-z]{2,3}(_[A-Z]{2})?$/,
      expected: 'a language of the template, such as en_US',
      default: 'en_US',
    },
  },
  open: ({
    COLLOQUY_MESSAGING_PREVIEW_NUMBER_ID: phoneNumberId = '',
    COLLOQUY_MESSAGING_PREVIEW_TOKEN: systemUserAccessToken = '',
    COLLOQUY_MESSAGING_PREVIEW_APP_SECRET: appSecret = '',
    COLLOQUY_MESSAGING_PREVIEW_VERIFY_TOKEN: verifyToken = '',
    COLLOQUY_MESSAGING_PREVIEW_NUMBER: shownAddress,
    COLLOQUY_MESSAGING_PREVIEW_TEMPLATE: name,
    COLLOQUY_MESSAGING_PREVIEW_TEMPLATE_LANGUAGE: code,
  }) => ({
    data: { provider: 'meta', systemUserAccessToken, phoneNumberId, appSecret },
    shownAddress,
    verifyToken,
    opening: { name, language: { code } },
  }),
}
