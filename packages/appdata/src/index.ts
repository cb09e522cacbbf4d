export { openAppDataFolder } from './app-data-folder.ts'
export { type FileBodyStore, openFileBodyStore } from './file-body-store.ts'
export { sweepLeftovers } from './sweep-leftovers.ts'
