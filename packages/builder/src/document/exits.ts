export { edgesFrom, type Exit, exitKey, exitPath } from '@colloquy/flow/operations'
