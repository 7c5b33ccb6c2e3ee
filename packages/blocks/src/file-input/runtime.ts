import type { BlockRuntime } from '@colloquy/engine'
import { extensionsOf, listedTypes } from '@colloquy/flow/file-types'
import { isFullWebAddress, isWebAddress } from '../common/is-web-address.js'
import { ownExit, showPrefilledInput } from '../common/show-input.js'

/** Maximum number of addresses that are checked in one reply. */
const maxAddresses = 1000

/** Addresses of uploaded files, joined by ", ". */
export const fileInput: BlockRuntime<'file input'> = {
  type: 'file input',
  kind: 'input',
  inputName: 'file',
  input: (block, context) => showPrefilledInput(block, context),
  parse(block, reply) {
    if (!reply) return block.options?.isRequired === false ? { kind: 'skipped' } : { kind: 'rejected' }
    const text = reply.type === 'audio' ? reply.url : reply.text
    const addresses = text.split(', ')
    if (!addresses.slice(0, maxAddresses).some(isFileAddress)) return { kind: 'rejected' }

    const types = listedTypes(block.options?.allowedFileTypes)
    if (types) {
      const allowed = extensionsOf(types)
      if (!addresses.every((address) => allowed.has(extensionOf(address)))) return { kind: 'rejected' }
    }
    const isOneTooMany = addresses.length > 1 && !block.options?.isMultipleAllowed
    return { kind: 'accepted', content: isOneTooMany ? text.slice(0, text.indexOf(',')) : text }
  },
  invalidReplyText: 'Please send a file.',
  exits: ownExit,
}

/** Hosts of the local network are valid: a self-hosted service may run on one. */
function isFileAddress(address: string): boolean {
  return isWebAddress(address) || isFullWebAddress(address)
}

/** In lower case, without the dot and without a query. */
function extensionOf(address: string): string {
  const end = address.search(/[?#]/)
  const path = end < 0 ? address : address.slice(0, end)
  return path.slice(path.lastIndexOf('.') + 1).toLowerCase()
}
