import { inject } from 'vitest'
import { testNewerSchema } from '../testing/newer-schema.js'
import { postgresData } from '../testing/process/instance-data.js'

testNewerSchema(() => postgresData(inject('postgres') as string))
