export { findChromium } from './opening/find-chromium.ts'
export { type RunningServer, type ServerOptions, startServer } from './start-server.ts'
