/** Something that whoever gave the command can set right; the message says how. */
export class MaintenanceError extends Error {}
