import { type Block, definitionOf } from '@colloquy/flow'
import { acceptedExtension, extensionOfName, extensionsOf } from '@colloquy/flow/file-types'
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
 * Returns the extension of an announced file in its address, undefined if the rule does not allow the file. A file without an announced
 * type is refused if the rule lists types.
 */
export function announcedExtension(
  { extensions }: UploadRule,
  { name, type }: { name: string; type: string | undefined },
): string | undefined {
  if (extensions) return type === undefined ? undefined : acceptedExtension({ name, type }, extensions)
  const ofType = type && type !== bytes ? [...extensionsOf([type])].find((it) => /^[a-z0-9]{1,8}$/.test(it)) : undefined
  return extensionOfName(name) ?? ofType ?? 'bin'
}

/**
 * True if content of the detected type may be stored under an extension. Content without a signature, and containers, pass under
 * extensions that have no signature.
 */
export async function allowsContent(
  { extensions }: Pick<UploadRule, 'extensions'>,
  found: FoundType,
  extension: string,
): Promise<boolean> {
  if (!extensions) return true
  if (found.extensions && [...found.extensions].some((one) => extensions.has(one))) return true
  if (found.extensions && !found.isContainer) return false
  return found.isText ? !(await hasSignature(extension)) || isTextFormat(extension) : !(await hasSignature(extension))
}

/** True for formats with a signature whose files may also be text without it. */
function isTextFormat(extension: string): boolean {
  return ['xml', 'stl', 'vcf', 'ics', 'vtt', 'dat'].includes(extension)
}
