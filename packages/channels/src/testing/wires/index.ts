import type { ChannelType } from '../../registry.js'
import type { ChannelWire } from '../channel-wire.js'
import { metaWire } from './meta.js'
import { telegram } from './telegram.js'
import { whatsapp } from './whatsapp.js'

/** The wire of every channel. */
export const wires: Readonly<Record<ChannelType, ChannelWire>> = {
  instagram: metaWire('instagram', 'instagram'),
  messenger: metaWire('page', 'messenger'),
  telegram,
  whatsapp,
}
