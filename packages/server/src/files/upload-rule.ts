import { extensionsOf } from '@colloquy/blocks'
import { type Block, definitionOf } from '@colloquy/flow'
import { bytes, type FoundType, hasSignature } from './content-type.js'

/** What an input lets a visitor upload. */
export interface UploadRule {
  visibility: 'public' | 'private'
  /** Undefined: files of all types. */
  extensions: ReadonlySet<string> | undefined
}

/** The rule of a block; undefined when it takes no files. */
export function uploadRule(block: Block): UploadRule | undefined {
  const uploads = definitionOf(block.type)?.uploads?.(block)
  if (!uploads) return undefined
  return {
    visibility: uploads.isPrivate ? 'private' : 'public',
    extensions: uploads.types && extensionsOf(uploads.types),
  }
}

/**
 * The extension that an announced file gets in its address, undefined when the rule does not allow the file. A browser that
 * does not know a type announces an empty one, and then the name decides; to announce nothing is to be refused by a list.
 */
export function announcedExtension(
  rule: UploadRule,
  announced: { name: string; type: string | undefined },
): string | undefined {
  const ofName = /\.([a-z0-9]{1,8})$/i.exec(announced.name)?.[1]?.toLowerCase()
  const isTelling = announced.type !== '' && announced.type !== bytes
  const ofType = announced.type !== undefined && isTelling ? [...extensionsOf([announced.type])] : []
  const { extensions } = rule
  if (!extensions) return ofName ?? ofType.find(isPlain) ?? 'bin'
  if (announced.type === undefined) return undefined
  if (isTelling && !ofType.some((extension) => extensions.has(extension))) return undefined
  return [ofName, ...ofType].find(
    (extension) => extension !== undefined && extensions.has(extension) && isPlain(extension),
  )
}

/** Whether content that turned out so may be stored. What bears no signature passes only where none is to be expected. */
export function allowsContent(
  rule: Pick<UploadRule, 'extensions'>,
  found: FoundType,
  announced: { type: string; extension: string },
): boolean {
  const { extensions } = rule
  if (!extensions) return true
  if (!found.extensions) return !hasSignature(announced.type, announced.extension)
  return [...found.extensions].some((extension) => extensions.has(extension))
}

/** Fit for an address. */
function isPlain(extension: string): boolean {
  return /^[a-z0-9]{1,8}$/.test(extension)
}
