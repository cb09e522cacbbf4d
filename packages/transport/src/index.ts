export { type AddressRule, refuseOwnPorts } from './connection/address-rule.ts'
export { identityFault } from './connection/identity-fault.ts'
export {
  type ClientIdentity,
  directPath,
  type NetworkPath,
  type NetworkPathChoice,
  type ProxyServer,
  type TlsTrust,
} from './connection/network-path.ts'
export { createCookieJar } from './cookies/create-cookie-jar.ts'
export { filesByPath, lengthOf, type OpenableFiles } from './files-by-path.ts'
export { listenForRedirect, type RedirectListenerOptions } from './listen-for-redirect.ts'
export {
  type NetworkSettings,
  type PathOfSettingsPorts,
  pathOfSettings,
  type SystemProxy,
} from './network-settings/path-of-settings.ts'
export { type ProcessEnvironment, proxyOfEnvironment } from './network-settings/proxy-of-environment.ts'
export { readProxyUrl } from './network-settings/read-proxy-url.ts'
export type { RunProgram } from './network-settings/system/read-system-settings.ts'
export { createSystemProxy, type SystemProxyPorts } from './network-settings/system/system-proxy.ts'
export { type TestedProxies, testProxy } from './network-settings/test-proxy.ts'
export { trustOfProxy } from './network-settings/trust-of-settings.ts'
export { nodeHostNames } from './node-host-names.ts'
export { nodeSources } from './node-sources.ts'
export { createTransport, type NodeTransport } from './node-transport.ts'
export type { TransportOptions } from './transport-options.ts'
export { waitUnlessAborted } from './wait-unless-aborted.ts'
