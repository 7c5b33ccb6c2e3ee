/** Everything that reaches out of the process for flows, opened together. It must know nothing of the service. */
export { openPorts, type PortLimits, type Ports } from './open-ports.js'
