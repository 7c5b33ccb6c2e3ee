import { generateKeyPairSync } from 'node:crypto'
import type { Block } from '@colloquy/flow'
import { definitionOf } from '@colloquy/flow/blocks'
import { actionOf, credentialsTypeOf, isIntegration, optionsOf } from '@colloquy/flow/integrations'
import { arrangeInColumns, itemsOf } from '@colloquy/flow/operations'
import {
  drawTemplate,
  knowledgeDesk,
  leadToCalendar,
  modelQuiz,
  shopAgent,
  type TemplateDefinition,
  typedOrder,
  voiceGuide,
} from '@colloquy/templates'
import type { Client } from '../client.js'
import { demoSheet } from './practice-sheet.js'

/** A published bot of the demo. */
export interface DemoBot {
  name: string
  publicId: string
}

type NewCredentials = Parameters<Client['api']['createCredentials']>[0]['credentials']

/** Values that an author would fill in. */
interface Filling {
  /** Ids of credentials by type. */
  readonly accounts: ReadonlyMap<string, string>
  /** Values of options by name, for every block whose action has that option. */
  readonly options: Readonly<Record<string, string>>
}

const templateDefinitions: readonly TemplateDefinition[] = [
  knowledgeDesk,
  leadToCalendar,
  modelQuiz,
  typedOrder,
  shopAgent,
  voiceGuide,
]

const knowledge = `# Returns

You can return anything within 30 days of its arrival. The refund takes three working days.

# Shipping

Parcels arrive within two working days. Shipping is free above 40 euros.

# Repairs

Every product has a warranty of two years. Send a photo of the damage to our workshop.`

/** Creates a workspace with credentials for the stand-ins, and publishes the templates that use their services. */
export async function publishDemoBots({ api }: Client, standIns: string): Promise<DemoBot[]> {
  const { workspace } = await api.createWorkspace({ name: 'Demo with services' })
  const published: DemoBot[] = []
  const filling = await fillingOf(api, workspace.id, standIns)
  for (const definition of templateDefinitions) {
    const imported = await api.importBot({
      workspaceId: workspace.id,
      bot: { version: '6', ...filledIn(definition, filling) },
    })
    const botId = imported.bot.id
    await api.publishBot({ botId })
    const { bot } = await api.getBot({ botId })
    published.push({ name: bot.name, publicId: bot.publicId ?? bot.id })
  }
  return published
}

async function fillingOf(api: Client['api'], workspaceId: string, standIns: string): Promise<Filling> {
  const name = 'Stand-in of the demo'
  const credentials: NewCredentials[] = [
    { type: 'openai', name, data: { apiKey: 'demo', baseUrl: `${standIns}/model` } },
    { type: 'google sheets', name, data: { clientEmail: 'demo@example.org', privateKey: newPrivateKey() } },
    { type: 'elevenlabs', name, data: { apiKey: 'demo' } },
  ]
  const accounts = new Map<string, string>()
  for (const one of credentials)
    accounts.set(one.type, (await api.createCredentials({ workspaceId, credentials: one })).credentialsId)
  const { knowledgeBase } = await api.createKnowledgeBase({ workspaceId, name: 'Help of the shop' })
  const source = { kind: 'markdown', title: 'Help of the shop', text: knowledge } as const
  await api.addKnowledgeSource({ baseId: knowledgeBase.id, workspaceId, source })
  return {
    accounts,
    options: {
      knowledgeBaseId: knowledgeBase.id,
      spreadsheetId: demoSheet.id,
      sheetId: demoSheet.sheetId,
      link: 'demo/call',
      baseUrl: `${standIns}/calendar`,
      voiceId: 'demo-voice',
      modelId: 'demo-model',
    },
  }
}

function filledIn(definition: TemplateDefinition, filling: Filling) {
  const { bot } = drawTemplate(definition, {
    translate: (text) => text,
    arrange: (bot) => arrangeInColumns(bot, sizes),
  })
  const groups = (bot.groups ?? []).map((group) => ({
    ...group,
    blocks: (group.blocks as Block[]).map((block) => withFilling(block, filling)),
  }))
  return { ...bot, groups }
}

function withFilling(block: Block, { accounts, options }: Filling): Block {
  const given = ('options' in block ? (block.options ?? {}) : {}) as { action?: unknown }
  const service = definitionOf(block.type)?.runsOn?.(block)?.service ?? block.type
  const credentialsId = isIntegration(service) ? accounts.get(credentialsTypeOf(service)) : undefined
  const action = actionOf(block.type, given.action)
  const known = Object.entries(action ? optionsOf(action) : {}).flatMap(([name, { isHidden }]) => {
    const value = isHidden ? undefined : options[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  if (credentialsId === undefined && known.length === 0) return block
  return {
    ...block,
    options: { ...given, ...(credentialsId !== undefined && { credentialsId }), ...Object.fromEntries(known) },
  } as Block
}

/** Estimated sizes of groups, slightly larger than the builder would measure. */
const sizes = {
  width: 280,
  eventWidth: 168,
  eventHeight: 44,
  heightOf: ({ blocks }: { blocks: Block[] }) =>
    blocks.reduce((sum, block) => sum + 90 + 30 * itemsOf(block).length, 60),
}

/** The stand-in trusts any signature, but the service needs a real key to sign with. */
const newPrivateKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
