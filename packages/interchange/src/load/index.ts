export {
  mostSecondsHere,
  mostUsersHere,
  type RefusedHere,
  refusedHere,
  secretValuesOf,
} from './limits-here.ts'
export { LoadUploads } from './load-uploads.ts'
export { hasLocust, type LocustFault, runLocust } from './run-locust.ts'
export { firstTakenFile, loadFileBytes, type WrittenLoadFile, writeLoadFolder } from './write-load-folder.ts'
