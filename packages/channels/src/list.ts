/** One line for each channel. The builder offers them in the order of the alphabet. */
export { instagram } from './instagram/instagram.js'
export { messenger } from './messenger/messenger.js'
export { telegram } from './telegram/telegram.js'
export { whatsapp } from './whatsapp/whatsapp.js'
