import { importBot } from '@colloquy/flow'
import { leadQualification } from '@colloquy/templates'
import { expect, it } from 'vitest'
import { templates } from '../templates/templates.js'
import { scratchBot } from './scratch-bot.js'

it('a bot from scratch has the look of the first template, and an imported bot without a theme keeps an empty one', () => {
  const { general, chat } = leadQualification.theme
  const progressBar = { color: '#4338ca' }
  expect(scratchBot.theme).toEqual({ general: { background: general?.background, progressBar }, chat })
  const old = { version: '6', ...templates[0]?.bot, theme: {} }
  const imported = importBot(old, { newId: () => 'new', credentialsIds: new Set() })
  expect(imported.ok && imported.bot.theme).toEqual({})
})
