import { inject } from 'vitest'
import { testNewerSchema } from '../testing/newer-schema.js'
import { postgresPlaces } from '../testing/process/place.js'

testNewerSchema(() => postgresPlaces(inject('postgres') as string))
