import { testNewerSchema } from '../testing/newer-schema.js'
import { sqlitePlace } from '../testing/process/place.js'

testNewerSchema(() => sqlitePlace)
