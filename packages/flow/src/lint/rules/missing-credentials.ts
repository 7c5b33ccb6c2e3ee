import { type Block, type BlockType, isKnownType } from '../../blocks-schema/block.js'
import { forgedTypes } from '../../blocks-schema/forged.js'
import type { Rule } from '../rule.js'

export const missingCredentials: Rule = {
  id: 'missing-credentials',
  severity: 'error',
  summary: 'A block that needs credentials has none, or ones that the workspace does not have',
  *find({ blocks }, { credentialsIds }) {
    for (const { block, place } of blocks) {
      if (!isKnownType(block.type)) continue
      for (const key of ['credentialsId', 'proxyCredentialsId'] as const) {
        const id = optionOf(block, key)
        if (id === undefined ? key !== 'credentialsId' || !needing.has(block.type) : isFine(block, id, credentialsIds))
          continue
        const path = `${place.path}.options.${key}`
        const message = id === undefined ? 'It needs credentials' : 'Its credentials are not in this workspace'
        yield { place: { ...place, path }, message: `This block cannot work. ${message}: choose some.` }
      }
    }
  },
}

const withoutCredentials: readonly string[] = ['qr-code', 'cal-com']

/** E-mail is not among them: it falls back to the instance's own account. */
const needing: ReadonlySet<BlockType> = new Set([
  'payment input',
  'Google Sheets',
  'OpenAI',
  ...forgedTypes.filter((type) => !withoutCredentials.includes(type)),
] as const)

const optionOf = (block: Block, key: string): string | undefined => {
  const options = ('options' in block ? block.options : undefined) as Record<string, unknown> | undefined
  const id = options?.[key]
  return typeof id === 'string' && id !== '' ? id : undefined
}

const isFine = (block: Block, id: string, known: ReadonlySet<string> | undefined): boolean =>
  known === undefined || known.has(id) || (block.type === 'Email' && id === 'default')
