export { findChromium } from '../opening/find-chromium.ts'
export { canOpenPage, openInBrowser, writeOpeningFile } from '../opening/open-page.ts'
export {
  type Asked,
  askedSchema,
  type ServerBound,
  type ShellBound,
  serverBoundSchema,
  shellBoundSchema,
} from './shell-messages.ts'
