export { type Path, valueAt } from '@colloquy/flow/operations'
