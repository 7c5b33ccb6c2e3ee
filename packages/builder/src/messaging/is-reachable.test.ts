import { expect, it } from 'vitest'
import { isReachable } from './is-reachable.js'

it.each([
  ['https://bots.example.com/api', true],
  ['https://203.0.113.7/api', true],
  ['http://bots.example.com/api', false],
  ['http://127.0.0.1:3000/api', false],
  ['https://localhost/api', false],
  ['https://colloquy/api', false],
  ['https://192.168.1.4/api', false],
  ['https://172.20.0.2/api', false],
  ['https://172.64.0.2/api', true],
  ['https://[::1]/api', false],
])('a provider on the internet may reach %s: %s', (address, expected) => {
  expect(isReachable(address)).toBe(expected)
})
