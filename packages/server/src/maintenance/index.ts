/**
 * What is done to an installation from outside of the running service: backup, restore, examination.
 * It must not need a service, nor disturb one.
 */
export { type Backup, backUp, backupName } from './back-up.js'
export { examineInstance, type Finding } from './examine-instance.js'
export { MaintenanceError } from './maintenance-error.js'
export { type Restored, restore } from './restore.js'
