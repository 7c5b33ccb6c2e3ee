export { type Exit, edgesFrom, exitKey, exitPath } from '@colloquy/flow/operations'
