import { shownText } from '../fields/fields.js'
import { defineBlock } from './define.js'
import { retried } from './shared.js'

export const phoneNumberInput = defineBlock({
  type: 'phone number input',
  section: 'input',
  label: 'Phone',
  icon: 'phone',
  description: 'Ask for a phone number',
  keywords: 'telephone, mobile, sms, whatsapp, contact',
  asks: 'phone',
  example: '+14155550100',
  options: { ...retried('Type your phone number…'), defaultCountryCode: shownText({ label: 'Default country code' }) },
})
