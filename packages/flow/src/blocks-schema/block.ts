import * as z from 'zod'
import type { BubbleType, InputType, NativeBlock, NativeType } from '../blocks/registry.js'
import { cleanTree, maxBlockDepth } from '../clean-tree.js'
import { describedAs } from '../describe.js'
import type { IntegrationType } from '../integrations/registry.js'
import { describeIssue } from '../issue.js'
import { integrationOptionsSchema, integrationSchemas } from './integration-schemas.js'
import type { IntegrationBlock } from './integration-types.js'
import { nativeSchemas } from './native.js'

/** Schemas of all known block types, by type. */
export const blockSchemas: { readonly [T in BlockType]: z.ZodType<BlockOf<T>> } = Object.defineProperties(
  {} as { [T in BlockType]: z.ZodType<BlockOf<T>> },
  { ...Object.getOwnPropertyDescriptors(nativeSchemas), ...Object.getOwnPropertyDescriptors(integrationSchemas) },
)

/** A known block type. */
export type BlockType = NativeType | IntegrationType

/** The block of one type. */
export type BlockOf<T extends BlockType> = T extends NativeType
  ? NativeBlock<T>
  : T extends IntegrationType
    ? IntegrationBlock<T>
    : never

export type KnownBlock = { [T in BlockType]: BlockOf<T> }[BlockType]

/**
 * A block of an unknown type, kept unchanged. At run time `type` holds the file's own text; the literal here belongs to no known block, so
 * that a test of `type` narrows the union.
 */
export type UnknownBlock = { id: string; type: 'unknown block'; outgoingEdgeId?: string; [key: string]: unknown }

export type Block = KnownBlock | UnknownBlock

export type BubbleBlock = BlockOf<BubbleType>
export type InputBlock = BlockOf<InputType>

/** True if a block type is known. */
export const isKnownType = (type: string): type is BlockType => Object.hasOwn(blockSchemas, type)

const envelope = z.looseObject({ id: z.string(), type: z.string(), outgoingEdgeId: z.string().optional() })

export type BlockReading =
  | { ok: true; block: Block; kept?: 'unknown type' | 'unknown action' | 'unknown options' }
  | { ok: false; issues: readonly z.core.$ZodIssue[] }

/** Reads one block by its type; unknown types and unknown parts of services are kept unchanged. */
export const readBlock = (raw: unknown): BlockReading => {
  const head = envelope.safeParse(raw)
  if (!head.success) return { ok: false, issues: head.error.issues }
  const type = head.data.type
  if (!isKnownType(type)) return { ok: true, block: raw as UnknownBlock, kept: 'unknown type' }
  const parsed = (blockSchemas[type] as z.ZodType<KnownBlock>).safeParse(raw)
  if (!parsed.success) return { ok: false, issues: parsed.error.issues }
  if (!Object.hasOwn(integrationSchemas, type)) return { ok: true, block: parsed.data }
  const block = parsed.data as BlockOf<IntegrationType>
  if (block.options === undefined) return { ok: true, block }
  const schema = integrationOptionsSchema(type, block.options.action)
  if (schema === undefined) return { ok: true, block: raw as Block, kept: 'unknown action' }
  const options = schema.safeParse(block.options)
  if (!options.success) return { ok: true, block: raw as Block, kept: 'unknown options' }
  return { ok: true, block: { ...block, options: options.data } as Block }
}

/** Describes any block, by its type. */
function shapeOfBlocks() {
  const unknownBlock = z
    .looseObject({
      id: z.string(),
      type: z.string().meta({ not: { enum: Object.keys(blockSchemas) } }),
      outgoingEdgeId: z.string().optional(),
    })
    .meta({ id: 'UnknownBlock', description: 'A block of another type, kept as it came' })
  return z.union([...(Object.values(blockSchemas) as z.ZodType[]), unknownBlock]).meta({
    id: 'Block',
    description: 'Blocks with `isMuted` are passed over when the flow runs',
    discriminator: { propertyName: 'type' },
  })
}

/** Any block: known types are validated and trimmed, others are kept unchanged. */
export const blockSchema = describedAs(
  z.unknown().transform((raw, context): Block => {
    const clean = cleanTree(raw, undefined, '', maxBlockDepth)
    if (clean === undefined) {
      const message = `This block is nested too deeply: at most ${maxBlockDepth} levels are allowed.`
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    const reading = readBlock(clean.value)
    if (reading.ok) return reading.block
    for (const issue of reading.issues) {
      context.addIssue({ code: 'custom', path: [...issue.path], message: describeIssue(issue), input: raw })
    }
    return z.NEVER
  }),
  shapeOfBlocks,
)
