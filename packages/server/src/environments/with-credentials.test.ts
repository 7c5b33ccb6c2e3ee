import { expect, test } from 'vitest'
import type { EffectHandlers } from '../effects/effects.js'
import { withCredentials } from './with-credentials.js'

test('every effect that names credentials of the flow is given those of the environment, and others stay', async () => {
  const asked: unknown[] = []
  const keep = async (asks: unknown) => void asked.push(asks)
  const effectHandlers = {
    http: keep,
    request: keep,
    model: keep,
    mcp: keep,
    mail: keep,
    payment: keep,
  } as unknown as EffectHandlers
  const inPlace = withCredentials(effectHandlers, { one: 'two' })
  const scope = {} as Parameters<EffectHandlers['mail']>[1]
  for (const credentialsId of ['one', 'three']) {
    await inPlace.http(
      { request: { url: '', method: 'GET', headers: [], timeoutSeconds: 1, proxyCredentialsId: credentialsId } },
      scope,
    )
    await inPlace.request(
      { request: { service: 's', credentialsId } as Parameters<EffectHandlers['request']>[0]['request'] },
      scope,
    )
    await inPlace.model({ request: { credentialsId } as Parameters<EffectHandlers['model']>[0]['request'] }, scope)
    await inPlace.mcp({ request: { ask: 'tools', credentialsId } }, scope)
    await inPlace.mail({ credentialsId } as Parameters<EffectHandlers['mail']>[0], scope)
    await inPlace.payment({ payment: { credentialsId } } as Parameters<EffectHandlers['payment']>[0], scope)
  }
  const texts = asked.map((asks) => /edentialsId":"(\w+)"/.exec(JSON.stringify(asks))?.[1])
  expect(texts).toEqual([...Array(6).fill('two'), ...Array(6).fill('three')])
})
