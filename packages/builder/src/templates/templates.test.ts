import { importBot, lintFlow } from '@colloquy/flow'
import { describe, expect, it } from 'vitest'
import { templates } from './templates.js'

/** Problems that only the author can solve before the bot works. */
const knownProblems: Readonly<Record<string, string[]>> = {
  'Order form with payment': ['missing-credentials'],
  'AI support agent': ['missing-credentials'],
  'Lead to sheet and calendar': ['missing-credentials', 'empty-option', 'empty-option', 'empty-option'],
  'Help desk with sources': ['missing-credentials', 'missing-knowledge-base'],
  'Shop agent with tools': ['missing-credentials'],
  'Order in your own words': ['missing-credentials'],
  'Quiz by a model': ['missing-credentials', 'missing-credentials'],
  'Guide that speaks': ['missing-credentials', 'missing-credentials', 'empty-option'],
}

it('has 22 templates, each with its own name', () => {
  expect(templates).toHaveLength(22)
  expect(new Set(templates.map(({ name }) => name)).size).toBe(22)
})

describe.each(templates.map((template) => [template.name, template] as const))('%s', (name, { bot, icon, hint }) => {
  let count = 0
  const imported = importBot({ version: '6', ...bot }, { newId: () => `new${++count}`, credentialsIds: new Set() })

  it('is imported as it is, without a warning', () => {
    if (!imported.ok) throw new Error(JSON.stringify(imported.issues))
    expect(imported.warnings).toEqual([])
    expect(JSON.parse(JSON.stringify(imported.bot))).toMatchObject(JSON.parse(JSON.stringify(bot)))
  })

  it('has no problem that lint finds', () => {
    if (!imported.ok) throw new Error(JSON.stringify(imported.issues))
    const problems = lintFlow(imported.bot, { credentialsIds: new Set() } as never)
    expect(problems.map(({ rule }) => rule)).toEqual(knownProblems[name] ?? [])
  })

  it('looks finished: an icon, a sentence, a theme, and nothing from elsewhere', () => {
    expect(icon).not.toBe('')
    expect(hint).toMatch(/^[A-Z].*\.$/)
    expect(bot.theme?.chat?.buttons?.backgroundColor).toMatch(/^#/)
    expect(JSON.stringify(bot)).not.toMatch(/https?:/)
  })

  it('has no white field or progress track on a dark page', () => {
    const { general, chat } = bot.theme!
    const isDark = (colour = '#ffffff') => Number.parseInt(colour.slice(1, 3), 16) < 0x80
    const isDarkPage = isDark(general?.background?.content)
    expect(isDark(chat?.inputs?.backgroundColor)).toBe(isDarkPage)
    expect(isDark(general?.progressBar?.backgroundColor)).toBe(isDarkPage)
  })

  it('has no group on top of another', () => {
    const positions = bot.groups!.map(({ graphCoordinates: { x, y } }) => `${x} ${y}`)
    expect(new Set(positions).size).toBe(positions.length)
  })
})
