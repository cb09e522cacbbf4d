/** What no visit needs before the first request can be typed; one file, as the name of each further one is loaded before. */
export { rememberWindows } from '../events/known-windows.ts'
export { showOverridden, showPermissions } from '../workbench/sending/opening-notices.ts'
export { showSecret } from '../workbench/sending/show-secret.ts'
export { waitForTabs } from './wait-for-tabs.ts'
