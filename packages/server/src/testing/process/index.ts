/** The built service as a separate process: its storage, starting it and sending requests to it, and checking the stored data. */
export { checkHistory, type Operation, openStorageAt } from './history.js'
export { type HttpClient, type HttpResponse, httpClient, publishBot } from './http-client.js'
export { type InstanceData, type NewInstanceData, postgresData, sqliteData } from './instance-data.js'
export { type HostileAuthor, newInstance } from './new-instance.js'
export { adminToken, type ServiceProcess, startAt, startServiceProcess } from './service-process.js'
