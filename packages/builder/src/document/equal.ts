export { equal } from '@colloquy/flow/operations'
