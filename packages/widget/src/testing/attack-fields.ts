import { picture } from './sample-inputs.js'

/** Placeholder for an attack string in the responses below. */
export const evil = '☠'

const look = { backgroundColor: evil, color: evil, shadow: evil, border: { color: evil, roundeness: evil } }
const item = (id: string, more: object) => ({ id: `${id}${evil}`, ...more })

/** A theme with the string in each text field. */
const theme = {
  general: {
    font: { type: 'Custom', family: evil, css: `@font-face { font-family: x; src: url(${evil}) }`, url: evil },
    background: { type: 'Image', content: evil },
    progressBar: { isEnabled: true, color: evil, backgroundColor: evil },
  },
  chat: {
    container: { ...look, maxWidth: evil, maxHeight: evil },
    hostAvatar: { isEnabled: true, url: evil },
    guestAvatar: { isEnabled: true, url: evil },
    hostBubbles: look,
    guestBubbles: look,
    buttons: look,
    inputs: { ...look, placeholderColor: evil },
    buttonsInput: { layout: evil },
  },
  customCss: evil,
}
const plainTheme = { general: { font: evil, background: { type: 'Color', content: evil } } }

const settings = {
  typingEmulation: { enabled: false },
  general: { isInputPrefillEnabled: true, isBrandingEnabled: true, systemMessages: { fileUploadError: evil } },
  metadata: { title: evil, description: evil, imageUrl: evil, favIconUrl: evil },
}

const node = (type: string, more: object = {}) => ({ type, ...more, children: [{ text: evil }] })

/** Each kind of message; for links and players, those addresses that an author may set. */
const messages = [
  {
    id: 'text',
    type: 'text',
    content: {
      type: 'richText',
      html: evil,
      plainText: evil,
      richText: [
        node('p'),
        { type: 'p', children: [{ text: evil, bold: true, italic: true, underline: true, code: true }] },
        node('a', { url: evil }),
        { type: 'p', children: [node('a', { url: `https://127.0.0.1:9/${evil}` })] },
        ...['ul', 'ol', 'blockquote', 'code_block', 'h1', evil].map((type) => node(type)),
      ],
    },
  },
  { id: 'markdown', type: 'text', content: { type: 'markdown', markdown: evil, plainText: evil } },
  { id: 'image', type: 'image', content: { url: evil, clickLink: { url: evil, alt: evil } } },
  {
    id: 'image-2',
    type: 'image',
    content: { url: picture('sea'), clickLink: { url: evil, alt: evil } },
  },
  {
    id: 'video',
    type: 'video',
    content: { url: evil, aspectRatio: evil, maxWidth: evil, captionsUrl: evil, captionsLanguage: evil },
  },
  { id: 'player', type: 'video', content: { type: 'youtube', id: evil, queryParamsStr: evil } },
  { id: 'audio', type: 'audio', content: { url: evil } },
  { id: 'words', type: 'audio', content: { url: picture('sea'), transcript: evil } },
  { id: 'embed', type: 'embed', content: { url: evil, waitForEvent: { isEnabled: false, name: evil } } },
]

/** Each input view with the string in each of its fields, and in the values of its variables. */
const inputs: Record<string, object> = {
  text: { type: 'text input', options: { labels: { placeholder: evil, button: evil }, inputMode: evil } },
  'text-long': {
    type: 'text input',
    options: {
      isLong: true,
      labels: { placeholder: evil, button: evil },
      attachments: { isEnabled: true },
      audioClip: { isEnabled: true },
    },
  },
  number: {
    type: 'number input',
    options: {
      labels: { placeholder: evil, button: evil },
      min: evil,
      max: evil,
      step: evil,
      locale: evil,
      style: 'currency',
      currency: evil,
    },
  },
  phone: {
    type: 'phone number input',
    options: { labels: { placeholder: evil, button: evil }, defaultCountryCode: evil },
  },
  date: {
    type: 'date input',
    options: {
      isRange: true,
      labels: { button: evil, from: evil, to: evil, separator: evil },
      format: evil,
      min: evil,
      max: evil,
    },
  },
  time: { type: 'time input', options: { labels: { button: evil }, format: evil } },
  buttons: { type: 'choice input', items: [item('a', { content: evil, value: evil }), item('b', { content: evil })] },
  'buttons-multiple': {
    type: 'choice input',
    options: { isMultipleChoice: true, isSearchable: true, buttonLabel: evil, searchInputPlaceholder: evil },
    items: [item('a', { content: evil, value: evil })],
  },
  pictures: {
    type: 'picture choice input',
    options: { isSearchable: true, searchInputPlaceholder: evil },
    items: [
      item('a', { title: evil, description: evil, pictureSrc: evil, value: evil }),
      item('b', { pictureSrc: evil }),
    ],
  },
  'pictures-multiple': {
    type: 'picture choice input',
    options: { isMultipleChoice: true, buttonLabel: evil },
    items: [item('a', { title: evil, description: evil, pictureSrc: evil })],
  },
  rating: { type: 'rating input', options: { length: 3, labels: { left: evil, right: evil, button: evil } } },
  'rating-icons': {
    type: 'rating input',
    options: { buttonType: 'Icons', length: 2, customIcon: { isEnabled: true, svg: `<svg ${evil}>${evil}</svg>` } },
  },
  file: {
    type: 'file input',
    options: {
      isRequired: false,
      labels: { placeholder: evil, button: evil, clear: evil, skip: evil, success: { single: evil } },
      allowedFileTypes: { isEnabled: true, types: [evil] },
      capture: evil,
    },
  },
  cards: {
    type: 'cards',
    items: [
      item('a', {
        title: evil,
        description: evil,
        imageUrl: evil,
        options: { internalValue: evil },
        paths: [item('p', { text: evil })],
      }),
    ],
  },
  payment: {
    type: 'payment input',
    options: {
      labels: { button: evil, success: evil },
      additionalInformation: { name: evil, email: evil, description: evil },
    },
    runtimeOptions: { paymentIntentSecret: evil, amountLabel: evil, publicKey: evil },
  },
}

/** Start responses of chats that have the string in every field, one for each kind of input. */
export const attackedStarts: Record<string, object> = Object.fromEntries(
  Object.entries(inputs).map(([name, input], index) => [
    name,
    {
      sessionId: 'session',
      resultId: evil,
      bot: { id: 'bot', version: '6', theme: [theme, plainTheme][index] ?? {}, settings },
      messages: index === 0 ? messages : [],
      input: { id: `input${evil}`, prefilledValue: evil, ...input },
      dynamicTheme: { hostAvatarUrl: evil, guestAvatarUrl: evil, backgroundUrl: evil },
      progress: 50,
      clientSideActions:
        index === 0
          ? [
              { type: 'redirect', redirect: { url: evil, isNewTab: false } },
              { type: 'redirect', redirect: { url: evil, isNewTab: true } },
            ]
          : [],
    },
  ]),
)
