export { type AddressRule, refuseOwnPorts } from './connection/address-rule.ts'
export { filesByPath } from './files-by-path.ts'
export { nodeHostNames } from './node-host-names.ts'
export { createTransport, type TransportOptions } from './node-transport.ts'
