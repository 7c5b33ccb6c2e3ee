import { defineBlock } from './define.js'
import { retried } from './shared.js'

export const emailInput = defineBlock({
  type: 'email input',
  section: 'input',
  label: 'Email',
  icon: 'at-sign',
  description: 'Ask for an email address',
  keywords: 'mail, address, contact',
  asks: 'email',
  example: 'ada@example.com',
  options: retried('Type your email address…'),
})
