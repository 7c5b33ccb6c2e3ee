export { diff } from '@colloquy/flow/operations'
