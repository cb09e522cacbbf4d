export { ensureAppDataFolder } from '../ensure-app-data-folder.ts'
export { noSandboxSentence, runsAsRoot, sandboxArguments } from '../opening/chromium-sandbox.ts'
export { findChromium } from '../opening/find-chromium.ts'
export { canOpenPage, openInBrowser, writeOpeningFile } from '../opening/open-page.ts'
export { StartError } from '../start-error.ts'
export { openFile } from './open-outside.ts'
export {
  type Menu,
  type MenuEntry,
  type MenuItem,
  menuSchema,
  type PageMessage,
  parsePageMessage,
} from './page-messages.ts'
export {
  type Asked,
  askedSchema,
  type ServerBound,
  type ShellBound,
  serverBoundSchema,
  shellBoundSchema,
} from './shell-messages.ts'
