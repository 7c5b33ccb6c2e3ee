/** A setting of the process is wrong; the message is for whoever starts it. */
export class ConfigError extends Error {}
