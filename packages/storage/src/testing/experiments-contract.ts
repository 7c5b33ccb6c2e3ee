import type { SegmentKind } from '@colloquy/flow/result-fields'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Exposure, NewExperiment } from '../experiments/experiments.js'
import type { ResultOrigin } from '../results/analytics.js'
import type { Storage } from '../storage.js'
import { removeAll } from './remove-all.js'
import { commit, exampleFields, release } from './rows.js'

/** Contract of `Storage` implementations: experiments. `storageOf` returns a storage with the rows of `seed`. */
export function experimentsContract(storageOf: () => Storage): void {
  describe('experiments', () => {
    let storage: Storage
    const experiment: NewExperiment = {
      id: 'exp1',
      workspaceId: 'w1',
      botId: 'b1',
      environmentId: null,
      name: 'Shorter',
      variants: '[]',
      goal: '{}',
      minimumDifference: 0.02,
      isPromoting: true,
      authorId: 'u1',
      createdAt: 30,
    }
    const publish = (id: string) => storage.releases.publish({ ...release, id }, 'public')
    const start = (change: Partial<NewExperiment> = {}, releaseIds = ['rel2', 'rel1']) =>
      storage.experiments.start({ ...experiment, ...change }, releaseIds, '{"id":"exp1"}')
    const begin = (id: string, releaseId: string, exposure: Partial<Exposure> = {}) => {
      const { session, ...rest } = commit(1, { sessionId: `s-${id}`, resultId: id })
      const first = { resultId: id, experimentId: 'exp1', variant: 0, visitor: id, createdAt: 40, convertedAt: null }
      const exposures = [{ ...first, ...exposure }]
      return storage.sessions.commit({ ...rest, session: { ...session, releaseId }, exposures })
    }
    beforeEach(async () => {
      storage = storageOf()
      await publish('rel1')
      await publish('rel2')
    })

    test('an experiment starts with the current release as control, and an environment has one at a time', async () => {
      expect(await start({}, ['rel1', 'rel2'])).toBe('replaced')
      expect(await start({}, ['rel2', 'nothing'])).toBe('release-missing')
      expect(await start({ workspaceId: 'w2' })).toBe('missing')
      expect(await start({ environmentId: 'nothing' })).toBe('missing')
      expect(await start()).toBe('started')
      expect(await start({ id: 'exp2' })).toBe('running')
      const running = { ...experiment, checkedAt: 30, endedAt: null, outcome: null, promotedReleaseId: null }
      expect(await storage.experiments.get('w1', 'b1', 'exp1')).toEqual(running)
      expect(await storage.experiments.get('w2', 'b1', 'exp1')).toBeUndefined()
      expect(await storage.experiments.list('w1', 'b1', { limit: 5 })).toEqual([running])
      expect(await storage.bots.findByPublicId('public')).toMatchObject({ experiment: '{"id":"exp1"}' })
    })

    test('chats begin on the releases of a running experiment, and on its control alone once it has ended', async () => {
      expect(await begin('r1', 'rel1')).toBe('stale')
      await start()
      expect(await begin('r1', 'rel1')).toBe('committed')
      expect(await storage.experiments.end('w2', 'b1', 'exp1', 50)).toBe(false)
      expect(await storage.experiments.end('w1', 'b1', 'exp1', 50)).toBe(true)
      expect(await storage.experiments.end('w1', 'b1', 'exp1', 51)).toBe(false)
      expect(await begin('r2', 'rel1')).toBe('stale')
      expect(await begin('r3', 'rel2')).toBe('committed')
      expect(await storage.experiments.get('w1', 'b1', 'exp1')).toMatchObject({ endedAt: 50, outcome: 'stopped' })
      expect(await storage.bots.findByPublicId('public')).toMatchObject({ experiment: null })
    })

    test('visitors count once, whatever they do again, and stay counted when their results are deleted', async () => {
      await start()
      await begin('r1', 'rel1', { variant: 1, visitor: 'ada' })
      await begin('r2', 'rel1', { variant: 1, visitor: 'ada', convertedAt: 41 })
      await begin('r3', 'rel1', { variant: 1 })
      await begin('r4', 'rel2')
      const again = commit(2, { sessionId: 's-r4', resultId: 'r4' })
      const converted = {
        resultId: 'r4',
        experimentId: 'exp1',
        variant: 0,
        visitor: 'r4',
        createdAt: 42,
        convertedAt: 42,
      }
      await storage.sessions.commit({
        ...again,
        session: { ...again.session, releaseId: 'rel2' },
        exposures: [converted],
      })
      const counted = [
        { variant: 0, visitors: 1, conversions: 1 },
        { variant: 1, visitors: 2, conversions: 1 },
      ]
      expect(await storage.experiments.counts('w1', 'exp1')).toEqual(counted)
      expect(await storage.experiments.counts('w2', 'exp1')).toEqual([])
      expect(await storage.results.origins('w1', 'b1', ['r3', 'r4', 'x'])).toMatchObject([
        { resultId: 'r3', variants: [{ experimentId: 'exp1', variant: 1 }] },
        { resultId: 'r4', variants: [{ experimentId: 'exp1', variant: 0 }] },
      ])
      await storage.results.deleteAll('w1', 'b1')
      await removeAll(storage)
      expect(await storage.experiments.counts('w1', 'exp1')).toEqual(counted)
    })

    test('results are distinguished by their environment, release and variant', async () => {
      await start()
      const span = { workspaceId: 'w1', botId: 'b1', from: 5_000, to: 5_001 }
      const exposed = { experimentId: 'exp1', variant: 1, visitor: 'ada', createdAt: 1, convertedAt: null }
      for (const [id, environmentId] of [
        ['live', null],
        ['staging', 'env1'],
      ] as const) {
        const result = { at: 5_000, environmentId, releaseId: `of-${id}` }
        const { session, ...rest } = commit(1, { sessionId: id, resultId: id, result })
        const exposures = id === 'live' ? [] : [{ ...exposed, resultId: id }]
        await storage.sessions.commit({ ...rest, session: { ...session, releaseId: 'rel2' }, exposures })
      }
      const found = async (origin: ResultOrigin) => {
        const { analytics, answerSummary, resultSearch } = storage
        const size = { limit: 10, bytes: 1_000_000 }
        const { rows } = await resultSearch.page(span, { origins: [origin] }, size)
        const within = { ...span, origin }
        expect((await analytics.totals(within)).starts).toBe(rows.length)
        expect((await answerSummary.page(within, [])).results).toBe(rows.length)
        expect(await analytics.funnel(within, ['block-1'])).toEqual([rows.length])
        return rows.map(({ id }) => id)
      }
      expect(await found({ environmentId: [null] })).toEqual(['live'])
      expect(await found({ environmentId: ['env1', null] })).toEqual(['staging', 'live'])
      expect(await found({ releaseId: ['of-staging'], environmentId: ['env1'] })).toEqual(['staging'])
      expect(await found({ releaseId: ['of-live'], environmentId: ['env1'] })).toEqual([])
      expect(await found({ variant: ['exp1:1'] })).toEqual(['staging'])
      expect(await found({ variant: ['exp1:0'] })).toEqual([])
      const segments = async (by: SegmentKind, origin?: ResultOrigin) =>
        (await storage.analytics.segments({ ...span, ...(origin && { origin }) }, by)).toSorted((a, b) =>
          String(a.value) < String(b.value) ? -1 : 1,
        )
      const one = { views: 1, starts: 1, completions: 0 }
      expect(await segments('environment')).toEqual([
        { value: 'env1', ...one },
        { value: null, ...one },
      ])
      expect(await segments('release')).toEqual([
        { value: 'of-live', ...one },
        { value: 'of-staging', ...one },
      ])
      expect(await segments('variant')).toEqual([{ value: 'exp1:1', ...one }])
      expect(await segments('release', { environmentId: ['env1'] })).toEqual([{ value: 'of-staging', ...one }])
      const result = { releaseId: 'next', environmentId: null }
      const { session, ...rest } = commit(2, { sessionId: 'live', resultId: 'live', result })
      await storage.sessions.commit({ ...rest, updatedBefore: 101, session: { ...session, releaseId: 'rel2' } })
      expect(await storage.results.origins('w1', 'b1', ['staging', 'live', 'unknown'])).toEqual([
        { ...exampleFields, resultId: 'live', releaseId: 'next', environmentId: null, variants: [] },
        {
          ...exampleFields,
          resultId: 'staging',
          releaseId: 'of-staging',
          environmentId: 'env1',
          variants: [{ experimentId: 'exp1', variant: 1 }],
        },
      ])
      expect(await storage.results.origins('w2', 'b1', ['live'])).toEqual([])
    })

    test('a promotion ends the experiment and makes the release current, once', async () => {
      await start()
      const { id: experimentId, workspaceId, botId, environmentId, authorId } = experiment
      const deployment = { id: 'd1', workspaceId, botId, environmentId, releaseId: 'rel1', authorId }
      const promote = () =>
        storage.experiments.end('w1', 'b1', experimentId, 50, { ...deployment, createdAt: 50, dueAt: 50 })
      expect((await Promise.all([promote(), promote()])).toSorted()).toEqual([false, true])
      expect(await storage.bots.findByPublicId('public')).toMatchObject({
        publishedReleaseId: 'rel1',
        experiment: null,
      })
      expect(await storage.experiments.get('w1', 'b1', 'exp1')).toMatchObject({
        outcome: 'promoted',
        promotedReleaseId: 'rel1',
      })
    })

    test('an experiment ends when another release becomes current, when the bot is unpublished, and with its bot', async () => {
      await start()
      await publish('rel3')
      expect(await storage.experiments.get('w1', 'b1', 'exp1')).toMatchObject({
        outcome: 'replaced',
        endedAt: release.createdAt,
      })
      await start({ id: 'exp2' }, ['rel3', 'rel1'])
      await storage.releases.unpublish('w1', 'b1', 70)
      expect(await storage.experiments.get('w1', 'b1', 'exp2')).toMatchObject({ outcome: 'stopped', endedAt: 70 })
      await storage.bots.delete('w1', 'b1', 80)
      await removeAll(storage)
      expect(await storage.experiments.list('w1', 'b1', { limit: 5 })).toEqual([])
    })

    test('experiments run in other environments too, and end with them', async () => {
      const [id, publicId] = ['env1', 'b1-staging']
      const dated = { workspaceId: 'w1', botId: 'b1', createdAt: 10, updatedAt: 10 }
      await storage.environments.create({ ...dated, id, publicId, name: 'staging', releaseId: null, settings: null }, 5)
      expect(await start({ environmentId: id })).toBe('replaced')
      const toStaging = {
        id: 'd1',
        workspaceId: 'w1',
        botId: 'b1',
        environmentId: id,
        releaseId: 'rel2',
        authorId: null,
      }
      await storage.environments.deploy({ ...toStaging, createdAt: 20, dueAt: 20 })
      expect(await start({ environmentId: id })).toBe('started')
      expect(await storage.bots.findByPublicId(publicId)).toMatchObject({ experiment: '{"id":"exp1"}' })
      expect(await storage.bots.findByPublicId('public')).toMatchObject({ experiment: null })
      await storage.environments.delete('w1', 'b1', id, 60)
      expect(await storage.experiments.get('w1', 'b1', 'exp1')).toMatchObject({ outcome: 'stopped', endedAt: 60 })
      expect(await begin('r1', 'rel1')).toBe('stale')
    })

    test('running experiments that promote their winner are looked at by one caller at a time', async () => {
      await start()
      const taken = await Promise.all([1, 2].map(() => storage.experiments.takePromoting(100, 40, 10)))
      expect(taken.flat().map(({ id }) => id)).toEqual(['exp1'])
      expect(await storage.experiments.takePromoting(130, 99, 10)).toEqual([])
      await storage.experiments.end('w1', 'b1', 'exp1', 140)
      expect(await storage.experiments.takePromoting(200, 150, 10)).toEqual([])
    })
  })
}
