import { describe, expect, it } from 'vitest'
import { sanitizeGroups, sanitizeSettings, sanitizeVariables } from '../index.js'
import { smallFlow } from '../testing/small-flow.js'

describe('fallback models', () => {
  it('lose credentials that are not of the workspace, with a warning', () => {
    const fallbacks = [
      { id: 'f1', credentialsId: 'ours', model: 'a' },
      { id: 'f2', credentialsId: 'theirs', model: 'b' },
    ]
    const { groups } = smallFlow({ a: [{ type: 'groq', fallbacks }] })
    const clean = sanitizeGroups(groups, { credentialsIds: new Set(['ours']), knowledgeBaseIds: new Set() })
    expect(clean.groups[0]?.blocks[0]).toMatchObject({ fallbacks: [fallbacks[0], { id: 'f2', model: 'b' }] })
    expect(JSON.stringify(clean.groups)).not.toContain('theirs')
    expect(clean.warnings.map(({ path }) => path)).toEqual(['bot.groups.0.blocks.0.fallbacks.1.credentialsId'])
  })
})

describe('settings', () => {
  const forward = { errorAndMarketingStatusWebhookForwardUrl: 'https://example.com/hook' }

  it('are shared publicly by an update only', () => {
    const settings = { publicShare: { isEnabled: true } }
    expect(sanitizeSettings(settings, 'update', 'PRO')).toEqual(settings)
    expect(sanitizeSettings(settings, 'create', 'PRO')).toEqual({})
    expect(sanitizeSettings(settings, 'import', 'PRO')).toEqual({})
  })
  it.each([
    ['update', 'UNLIMITED', true],
    ['update', 'PRO', true],
    ['update', 'STARTER', false],
    ['import', 'UNLIMITED', false],
    ['create', 'PRO', false],
  ] as const)('on %s in a plan %s, messaging that is on becomes %s', (mode, plan, isEnabled) => {
    expect(sanitizeSettings({ messaging: { isEnabled: true } }, mode, plan)).toEqual({ messaging: { isEnabled } })
  })
  it('say whether messages are forwarded, when an address was given without it', () => {
    const forwarded = (messaging: object) =>
      sanitizeSettings({ messaging }, 'update', 'PRO').messaging?.isWebhookForwardingEnabled
    expect(forwarded(forward)).toBe(true)
    expect(forwarded({ ...forward, isWebhookForwardingEnabled: false })).toBe(false)
    expect(forwarded({})).toBeUndefined()
  })
  it('of a free plan show where the bot comes from', () => {
    const settings = { general: { isBrandingEnabled: false, isInputPrefillEnabled: true } }
    const free = { general: { isBrandingEnabled: true, isInputPrefillEnabled: true } }
    expect(sanitizeSettings(settings, 'update', 'FREE')).toEqual(free)
    expect(sanitizeSettings(settings, 'update', 'PRO')).toEqual(settings)
  })
  it('are not changed in place', () => {
    const settings = { messaging: { isEnabled: true, ...forward } }
    sanitizeSettings(settings, 'import', 'FREE')
    expect(settings).toEqual({ messaging: { isEnabled: true, ...forward } })
  })
})

describe('credentials', () => {
  it('of the workspace stay, others are removed with a warning', () => {
    const request = { type: 'Webhook', options: { proxyCredentialsId: 'foreign' } }
    const { groups } = smallFlow({ a: [{ type: 'mistral', options: { credentialsId: 'own' } }, request] })
    const { groups: cleaned, warnings } = sanitizeGroups(groups, {
      credentialsIds: new Set(['own']),
      knowledgeBaseIds: new Set(),
    })
    expect(cleaned[0]?.blocks).toMatchObject([{ options: { credentialsId: 'own' } }, { options: {} }])
    expect(cleaned[0]?.blocks[1]).not.toHaveProperty('options.proxyCredentialsId')
    expect(warnings.map(({ path }) => path)).toEqual(['bot.groups.0.blocks.1.options.proxyCredentialsId'])
  })
})

describe('knowledge bases', () => {
  it('of the workspace stay, others are removed with a warning', () => {
    const search = (knowledgeBaseId: string) => ({
      type: 'knowledge-search',
      options: { action: 'Search knowledge', knowledgeBaseId },
    })
    const { groups } = smallFlow({ a: [search('own'), search('foreign')] })
    const { groups: cleaned, warnings } = sanitizeGroups(groups, {
      credentialsIds: new Set(),
      knowledgeBaseIds: new Set(['own']),
    })
    expect(cleaned[0]?.blocks).toMatchObject([{ options: { knowledgeBaseId: 'own' } }, { options: {} }])
    expect(JSON.stringify(cleaned)).not.toContain('foreign')
    expect(warnings.map(({ path }) => path)).toEqual(['bot.groups.0.blocks.1.options.knowledgeBaseId'])
  })
})

describe('variables', () => {
  it('of inputs outlast the session, those of transcripts do not, and inputs win', () => {
    const transcript = (variableId: string) => ({ type: 'Set variable', options: { variableId, type: 'Transcript' } })
    const input = (variableId: string) => ({ type: 'text input', options: { variableId } })
    const { groups } = smallFlow({ a: [input('in'), transcript('log'), transcript('both'), input('both')] })
    const variables = ['in', 'log', 'both', 'other'].map((id) => ({ id, name: id }))
    expect(sanitizeVariables(groups, variables).map(({ isSessionVariable }) => isSessionVariable)).toEqual([
      false,
      true,
      false,
      undefined,
    ])
  })
})
