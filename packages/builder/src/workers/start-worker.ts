import { trustedAddress } from './trusted-address.js'

/** Starts the worker at an address that Vite wrote. */
export const startWorker = (address: string): Worker => new Worker(trustedAddress(address))
