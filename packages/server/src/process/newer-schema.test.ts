import { testNewerSchema } from '../testing/newer-schema.js'
import { sqliteData } from '../testing/process/instance-data.js'

testNewerSchema(() => sqliteData)
