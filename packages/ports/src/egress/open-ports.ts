/**
 * Ports that flows may call at any public host: 80, 443 and from 1024 up, but for those where something listens that takes lines of
 * text for commands and could be talked to by way of HTTP. The rest is opened one by one with EGRESS_ALLOW.
 */
export function isOpenPort(port: number): boolean {
  return port === 80 || port === 443 || (port >= 1024 && !otherProtocols.has(port))
}

/** The bad ports of the Fetch standard from 1024 up, then databases, queues, caches and remote desktops. */
const otherProtocols = new Set([
  ...[
    1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
  ],
  ...[1433, 1434, 1521, 1883, 2181, 2525, 3306, 3389, 4222, 5432, 5433, 5672, 5900, 5901, 6379, 6380, 8883, 9042, 9092],
  ...[11211, 26379, 27017, 27018, 27019, 33060],
])
