/** One line for each channel. The builder offers them in the order of the alphabet. */
export { whatsapp } from './whatsapp/whatsapp.js'
