import { choice, group, reference, saveIn, shownText, text } from '../fields/fields.js'
import { defineBlock } from './define.js'

export const paymentInput = defineBlock({
  type: 'payment input',
  section: 'input',
  label: 'Payment',
  icon: 'credit-card',
  description: 'Take a payment',
  keywords: 'stripe, pay, checkout, credit card, price, donation',
  asks: 'payment',
  example: 'Success',
  credentials: { type: 'stripe' },
  options: {
    variableId: saveIn({ label: 'Save answer to' }),
    provider: choice(['Stripe'], { label: 'Provider', default: 'Stripe', isAdvanced: true }),
    labels: group({
      label: 'Labels',
      isAdvanced: true,
      fields: {
        button: shownText({ label: 'Button', default: 'Pay' }),
        success: shownText({ label: 'Success', default: 'Paid' }),
      },
    }),
    additionalInformation: group({
      label: 'Additional information',
      isAdvanced: true,
      fields: {
        description: text({ label: 'Description', isLong: true }),
        name: text({ label: 'Name' }),
        email: text({ label: 'Email' }),
        phoneNumber: text({ label: 'Phone number' }),
        address: group({
          label: 'Address',
          fields: {
            country: text({ label: 'Country' }),
            line1: text({ label: 'Address line 1' }),
            line2: text({ label: 'Address line 2' }),
            state: text({ label: 'State' }),
            city: text({ label: 'City' }),
            postalCode: text({ label: 'Postal code' }),
          },
        }),
      },
    }),
    credentialsId: reference('credentials', { label: 'Account', shows: 'nothing' }),
    currency: shownText({ label: 'Currency', default: 'USD' }),
    amount: shownText({ label: 'Amount', reads: 'amount' }),
    retryMessageContent: shownText({ label: 'Validation error message', isLong: true, isAdvanced: true }),
  },
  needs: { 'options.amount': 'Give the amount to be paid' },
  price: ({ options: { amount = '', currency = 'USD' } = {} }) => ({ amount, currency }),
  messaging: [
    { kind: 'lost', text: 'There is no way to pay in the app: send a link to a page with the payment instead.' },
  ],
})
