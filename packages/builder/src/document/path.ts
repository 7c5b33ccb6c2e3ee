export { type Identified, type Path, valueAt } from '@colloquy/flow/operations'
