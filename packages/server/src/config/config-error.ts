/** Invalid setting of the process; the message is for the operator. */
export class ConfigError extends Error {}
