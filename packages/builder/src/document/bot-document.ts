export { type BotDocument, documentOf, findBlock, type Item, itemsOf } from '@colloquy/flow/operations'
