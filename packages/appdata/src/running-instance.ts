export { appDataFolder } from './app-data-folder.ts'
export { callInstance, tokenHeader } from './lock/call-instance.ts'
export { type Instance, readInstance } from './lock/instance-file.ts'
