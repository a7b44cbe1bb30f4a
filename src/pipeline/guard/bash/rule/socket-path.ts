/** A path that Bash opens as a connection to a host. */
export const SOCKET_PATH = /^\/dev\/(?:tcp|udp)\//
