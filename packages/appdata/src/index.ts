export { openAppDataFolder } from './app-data-folder.ts'
export { type FileBodyStore, openFileBodyStore } from './file-body-store.ts'
export { openSettingsFile, type SettingsFile } from './settings-file.ts'
export { sweepLeftovers } from './sweep-leftovers.ts'
