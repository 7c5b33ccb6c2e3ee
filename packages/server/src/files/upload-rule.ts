import { extensionsOf } from '@colloquy/blocks'
import { type Block, definitionOf } from '@colloquy/flow'
import { bytes, type FoundType, hasSignature } from './content-type.js'

/** Rule of an input for the files that visitors may upload. */
export interface UploadRule {
  visibility: 'public' | 'private'
  /** Undefined: files of all types. */
  extensions: ReadonlySet<string> | undefined
}

/** Returns the rule of a block; undefined if it does not accept files. */
export function uploadRule(block: Block): UploadRule | undefined {
  const uploads = definitionOf(block.type)?.uploads?.(block)
  if (!uploads) return undefined
  return {
    visibility: uploads.isPrivate ? 'private' : 'public',
    extensions: uploads.types && extensionsOf(uploads.types),
  }
}

/**
 * Returns the extension of an announced file in its address, undefined if the rule does not allow the file. A browser that does not know a
 * type announces an empty one, and then the name decides; a file without an announced type is refused if the rule lists types.
 */
export function announcedExtension(
  rule: UploadRule,
  announced: { name: string; type: string | undefined },
): string | undefined {
  const ofName = /\.([a-z0-9]{1,8})$/i.exec(announced.name)?.[1]?.toLowerCase()
  const isBroadcasting = announced.type !== '' && announced.type !== bytes
  const ofType = announced.type !== undefined && isBroadcasting ? [...extensionsOf([announced.type])] : []
  const { extensions } = rule
  if (!extensions) return ofName ?? ofType.find(isPlain) ?? 'bin'
  if (announced.type === undefined) return undefined
  if (isBroadcasting && !ofType.some((extension) => extensions.has(extension))) return undefined
  return [ofName, ...ofType].find(
    (extension) => extension !== undefined && extensions.has(extension) && isPlain(extension),
  )
}

/** True if content of the detected type may be stored. Content without a signature passes only if none is expected. */
export async function allowsContent(
  rule: Pick<UploadRule, 'extensions'>,
  found: FoundType,
  announced: { type: string; extension: string },
): Promise<boolean> {
  const { extensions } = rule
  if (!extensions) return true
  if (!found.extensions) return !(await hasSignature(announced.type, announced.extension))
  return [...found.extensions].some((extension) => extensions.has(extension))
}

/** True if it can be part of an address. */
function isPlain(extension: string): boolean {
  return /^[a-z0-9]{1,8}$/.test(extension)
}
