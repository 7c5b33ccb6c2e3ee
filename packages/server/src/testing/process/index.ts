/** The built service as a process of its own: where it stores, how it is started and asked, and whether what it stored is right. */
export { checkHistory, type Operation, openStorageAt } from './history.js'
export { type HttpAnswer, type HttpClient, httpClient, publishBot } from './http-client.js'
export { newInstance } from './new-instance.js'
export { type NewPlace, type Place, postgresPlaces, sqlitePlace } from './place.js'
export { adminToken, type ServiceProcess, startAt, startServiceProcess } from './service-process.js'
