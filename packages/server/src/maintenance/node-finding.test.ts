import { expect, test } from 'vitest'
import { nodeFinding } from './node-finding.js'

test('a version of Node.js is too old, out of care, or well', () => {
  const now = Date.parse('2026-11-22')
  const state = (version: string) => nodeFinding(version, now).state
  expect(['v18.20.0', 'v20.18.3'].map(state)).toEqual(['error', 'error'])
  expect(['v20.20.2', 'v23.1.0'].map(state)).toEqual(['warning', 'warning'])
  expect(['v22.23.3', 'v24.0.0', 'v28.0.0'].map(state)).toEqual(['ok', 'ok', 'ok'])
  expect(nodeFinding('v22.23.3', Date.parse('2027-05-01')).state).toBe('warning')
})
