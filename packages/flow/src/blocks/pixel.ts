import { any, flag, hiddenText, id, rows, shownText, text, union } from '../fields/fields.js'
import { defineBlock } from './define.js'
import { pageOnly } from './shared.js'

/** Events that the Pixel block knows by name. */
export const pixelEvents = [
  'Lead',
  'Contact',
  'CompleteRegistration',
  'Schedule',
  'SubmitApplication',
  'ViewContent',
  'AddPaymentInfo',
  'AddToCart',
  'AddToWishlist',
  'CustomizeProduct',
  'Donate',
  'FindLocation',
  'InitiateCheckout',
  'Purchase',
  'Search',
  'StartTrial',
  'Subscribe',
] as const

export const pixel = defineBlock({
  type: 'Pixel',
  section: 'integration',
  label: 'Pixel',
  icon: 'target',
  logo: 'meta',
  description: 'Report a conversion',
  keywords: 'meta, facebook, ads, tracking',
  needsPageScripts: true,
  options: union({
    label: 'Event type',
    key: 'eventType',
    base: {
      pixelId: hiddenText({ label: 'Pixel' }),
      isInitSkip: flag({ label: 'Skip initialisation', default: false }),
      params: rows({
        label: 'Params',
        shows: 'nothing',
        fields: { id, key: text({ label: 'Key' }), value: any({ label: 'Value' }) },
      }),
    },
    members: [
      { is: [undefined], fields: {} },
      { is: ['Custom'], fields: { name: shownText({ label: 'Name' }) } },
      { is: pixelEvents, fields: {} },
    ],
  }),
  needs: { 'options.pixelId': 'Give the id of the pixel' },
  pageTracking: ({ options }) => (options?.isInitSkip === true ? {} : { pixelId: options?.pixelId }),
  messaging: pageOnly,
})
