/**
 * Work on an installation from outside the running service: backup, restore, move, examination. Must neither need nor disturb a service.
 */
export { type Backup, backUp, backupName } from './back-up.js'
export { examineInstance } from './examine-instance.js'
export type { Finding } from './finding.js'
export type { Installation } from './installation.js'
export { asFailure, MaintenanceError } from './maintenance-error.js'
export { moveInstallation } from './move.js'
export { type Restored, restore } from './restore.js'
